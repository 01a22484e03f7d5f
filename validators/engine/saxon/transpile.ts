import { XML_SCHEMA, XSLT } from '../load/grammar.ts';
import { PackRefused } from '../load/pack-refused.ts';
import type {
  Expression,
  Instruction,
  MessagePart,
  Pattern,
  Rule,
  Schema,
  Test,
  XmlElement,
  XslFunction,
} from '../load/schema.ts';
import { type Replacements, WRAPPED, forSaxon } from './expressions.ts';
import { type Output, RECORDS, type Writer } from './output.ts';
import { type Attributes, element, escapeText } from './xslt.ts';

const OWN = 'urn:invoice-delivery:schematron';

/**
 * Writes a pack as XSLT 3: a mode for each pattern with a template for each rule, earlier rules with higher priority, so that only the
 * first matching rule runs on a node.
 * @param forSaxonJs works around its faults; other processors get the rules as they are written.
 * @throws PackRefused for a function that reaches out of the pack.
 */
export function transpile(schema: Schema, output: Output = RECORDS, forSaxonJs = true): string {
  return new Transpiler(schema, output, forSaxonJs).stylesheet();
}

class Transpiler implements Writer {
  /** Prefixes that the pack does not use: for XSLT, and for the names that this file makes. */
  private readonly xsl: string;
  readonly own: string;
  private readonly to: Replacements;
  private tests = 0;

  constructor(
    private readonly schema: Schema,
    private readonly output: Output,
    forSaxonJs: boolean,
  ) {
    this.xsl = freePrefix(schema, 'xsl');
    this.own = freePrefix(schema, 'run');
    this.to = {
      schemaPrefixes: [...schema.namespaces]
        .filter(([, uri]) => uri === XML_SCHEMA)
        .map(([prefix]) => prefix),
      own: forSaxonJs ? this.own : undefined,
      documents: new Map([...schema.documents.keys()].map((href, i) => [href, `${this.own}:document-${i}`])),
    };
  }

  stylesheet(): string {
    const schema = this.schema;
    const xsl = this.xsl;
    const { own } = this;
    const declarations = Object.fromEntries(
      [...schema.namespaces, [xsl, XSLT] as const, [own, OWN] as const].map(([prefix, uri]) => [
        `xmlns:${prefix}`,
        uri,
      ]),
    );
    return element(
      `${xsl}:stylesheet`,
      { ...declarations, version: '3.0' },
      this.x('output', { method: this.output.method }),
      this.preamble(),
      ...[...schema.documents].map(([href, root]) =>
        this.x('variable', { name: this.to.documents.get(href) }, this.tree(root)),
      ),
      ...schema.lets.map((each) => this.x('variable', { name: each.name, select: this.xpath(each.value) })),
      ...schema.functions.map((each) => this.function(each)),
      this.x(
        'template',
        { match: '/' },
        this.output.whole(this, schema.patterns.map((each, i) => this.run(each, i)).join('')),
      ),
      ...schema.patterns.flatMap((pattern, i) => this.pattern(pattern, mode(i))),
    );
  }

  private run(pattern: Pattern, number: number): string {
    const templates = this.x('apply-templates', { select: `$${this.own}:nodes`, mode: mode(number) });
    return this.output.pattern(this, pattern) + templates;
  }

  /** The visited nodes, the declarations of the output, and the replaced functions. */
  private preamble(): string {
    const { own } = this;
    const attributes = this.schema.visits === 'elements' ? '' : '/(., @*)';
    return [
      this.x('variable', { name: `${own}:nodes`, select: `/, //*${attributes}` }),
      this.output.declarations(this),
      this.x(
        'function',
        { name: `${own}:integer`, as: `xs:decimal?` },
        this.x('param', { name: 'value', as: `xs:anyAtomicType?` }),
        this.x('sequence', {
          // Beyond 15 digits a double is no longer exact; decimals are in SaxonJS.
          select:
            `if (($value instance of xs:string or $value instance of xs:untypedAtomic) and $value castable as xs:integer ` +
            `and string-length($value) gt 15) then xs:decimal($value) else xs:integer($value)`,
        }),
      ),
      ...WRAPPED.map((name) =>
        this.x(
          'function',
          { name: `${own}:${name}`, as: 'xs:anyAtomicType?' },
          this.x('param', { name: 'value', as: 'xs:anyAtomicType?' }),
          this.x('sequence', { select: `${name}($value)` }),
        ),
      ),
    ].join('');
  }

  private pattern(pattern: Pattern, name: string): string[] {
    return [
      this.x('mode', { name, 'on-no-match': 'deep-skip' }),
      // Deep skip continues with the children of a document node, which are visited on their own.
      this.x('template', { match: '/', mode: name, priority: '0' }),
      ...pattern.rules.map((rule, i) => this.rule(rule, name, pattern.rules.length - i)),
    ];
  }

  private rule(rule: Rule, mode: string, priority: number): string {
    return this.x(
      'template',
      { match: this.xpath(rule.context), mode, priority: String(priority) },
      this.output.reach(this, rule),
      ...rule.lets.map((each) => this.x('variable', { name: each.name, select: this.xpath(each.value) })),
      ...rule.tests.map((test) => this.test(test, this.tests++)),
    );
  }

  private test(test: Test, number: number): string {
    const message = test.message.map((part) => this.messagePart(part)).join('');
    const fired = this.output.fire(this, test, number, message);
    if (test.kind === 'report') return this.x('if', { test: this.xpath(test.test) }, fired);
    return this.x(
      'choose',
      {},
      this.x('when', { test: this.xpath(test.test) }),
      this.x('otherwise', {}, fired),
    );
  }

  private messagePart(part: MessagePart): string {
    switch (part.kind) {
      case 'text':
        return this.text(part.text);
      case 'value-of':
        return this.x('value-of', { select: this.xpath(part.select) });
      case 'name':
        return this.x('value-of', { select: part.path ? `name(${this.xpath(part.path)})` : 'name()' });
    }
  }

  private function({ namespace, localName, params, as, body, at }: XslFunction): string {
    const prefix = [...this.schema.namespaces].find(([, uri]) => uri === namespace)?.[0];
    if (prefix === undefined) throw new PackRefused(at, `no prefix for the function ${localName}`);
    return this.x(
      'function',
      { name: `${prefix}:${localName}`, as },
      ...params.map((param) => this.x('param', { name: param.name, as: param.as })),
      ...body.map((each) => this.instruction(each)),
    );
  }

  private instruction(it: Instruction): string {
    switch (it.kind) {
      case 'variable':
        return isExpression(it.value)
          ? this.x('variable', { name: it.name, as: it.as, select: this.xpath(it.value) })
          : this.x(
              'variable',
              { name: it.name, as: it.as },
              ...it.value.map((each) => this.instruction(each)),
            );
      case 'sequence':
      case 'value-of':
        return this.x(it.kind, { select: this.xpath(it.select) });
      case 'text':
        return this.text(it.text);
      case 'choose':
        return this.x(
          'choose',
          {},
          ...it.branches.map((b) =>
            this.x('when', { test: this.xpath(b.test) }, ...b.body.map((each) => this.instruction(each))),
          ),
          ...(it.otherwise
            ? [this.x('otherwise', {}, ...it.otherwise.map((each) => this.instruction(each)))]
            : []),
        );
    }
  }

  /** A code list, written out as a tree: the compiled pack reads no file. */
  private tree({ namespace, localName, attributes, children, text }: XmlElement): string {
    return this.x(
      'element',
      { name: localName, namespace },
      ...[...attributes].map(([name, value]) => this.x('attribute', { name }, this.text(value))),
      ...(text.trim() ? [this.text(text)] : []),
      ...children.map((child) => this.tree(child)),
    );
  }

  private xpath(expression: Expression): string {
    return forSaxon(expression, this.to);
  }

  readonly x = (name: string, attributes: Attributes, ...content: readonly string[]): string =>
    element(`${this.xsl}:${name}`, attributes, ...content);

  readonly text = (text: string): string => (text === '' ? '' : this.x('text', {}, escapeText(text)));
}

const mode = (pattern: number): string => `pattern-${pattern}`;

const isExpression = (value: Expression | readonly Instruction[]): value is Expression => 'text' in value;

function freePrefix(schema: Schema, wish: string): string {
  return schema.namespaces.has(wish) ? freePrefix(schema, `${wish}-`) : wish;
}
