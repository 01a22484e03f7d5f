import { NOWHERE } from 'en16931-rules/schema/content/content-model.ts';
import type {
  ComplexType,
  ContentModel,
  ElementDeclaration,
  SchemaModel,
  Term,
  Type,
} from 'en16931-rules/schema/model.ts';
import { namespaceOfKey, type NameKey } from 'en16931-rules/schema/names.ts';
import { faultOf, type SimpleType } from 'en16931-rules/schema/text/simple-type.ts';
import type { Named } from '../verdicts/compare.ts';

/** Values of the types in use, and of their patterns. */
const VALUES: readonly string[] = [
  ...[
    'a',
    '1',
    '0',
    '12',
    '2024-05-06',
    '2024-05-06T07:08:09Z',
    '2026-05-06T07:08:09Z',
    '2024',
    '07:08:09',
    'true',
    'QUJD',
    '123.45',
    '102',
  ],
  ...[
    'ab',
    'PL',
    'AB',
    '20240506',
    '123456789',
    '1234567890',
    '12345678901',
    '12345678901234',
    '1234563218',
    'x@y.pl',
  ],
  ...[
    '1234563218-20240506-ABCDEF-ABCDEF-AB',
    '1234563218-12345',
    '123abcdefghij',
    'ABCDEFGH',
    'AB12345678901',
    '12/34',
    'aaaa',
  ],
  'https://example.com/a?IPKSeF=123abcdefghij',
];

/** Values that a type may or may not allow. */
const DOUBTFUL: readonly string[] = [
  ...[
    '',
    ' ',
    'x',
    'X',
    ' 1 ',
    '1',
    '-1',
    '+1',
    '01',
    '1.',
    '.5',
    '1.123',
    '1.123456789',
    '1e2',
    '1,5',
    '300',
    '99999999999999999999',
  ],
  ...[
    '2024-02-30',
    ' 2024-05-06\n',
    '2024-05-06Z',
    '1899-12-31',
    '2051-01-01',
    '2024-05-06T24:00:00',
    '2024-05-06T07:08',
    '25:00:00',
  ],
  ...[
    'true',
    'TRUE',
    'QUJD~',
    'QUI=',
    'QUJ',
    'a b',
    'a  b\t',
    'a%zz',
    'pl',
    'PL ',
    '&lt;',
    'ä',
    '<![CDATA[1]]>',
    '<!-- -->1',
    '<b/>',
  ],
  ...['a'.repeat(257), 'a'.repeat(3_501), '1'.repeat(17), '1'.repeat(30)],
];

/** What stands at one place of a document. */
type Word = readonly { readonly term: Term; readonly symbol: number }[];

/**
 * Documents for every declared element, attribute and value of a schema: there once, missing, doubled, moved, with doubtful values. They are
 * made from our own model; what they are worth the judges say.
 */
export class SchemaDocuments {
  private readonly prefixes = new Map<string, string>();
  /** A type, and the one around it, by which it is reached from the root. */
  private readonly around = new Map<ComplexType, { readonly type: ComplexType; readonly symbol: number }>();
  private readonly least = new Map<Type, string>();
  /** Types of which no value is known here. */
  readonly withoutValue = new Set<string>();

  constructor(
    model: SchemaModel,
    private readonly root: ElementDeclaration,
  ) {
    for (const key of [...model.elements.keys(), ...model.attributes.keys()]) this.prefixOf(key);
    if (root.type.kind === 'complex') this.reach(root.type);
  }

  /** @param every one of so many documents is made. */
  *sample(every: number, seed: number): Generator<Named<string>> {
    let number = seed;
    const types = [this.root.type, ...this.around.keys()].filter((type) => type.kind === 'complex');
    for (const [at, type] of types.entries()) {
      const name = type.name ?? `type ${at}`;
      for (const [what, inside] of this.contentsOf(type))
        if (number++ % every === 0) yield { name: `${name}: ${what}`, document: this.wrap(type, inside) };
      for (const [what, attributes] of this.attributesOf(type))
        if (number++ % every === 0)
          yield { name: `${name}: ${what}`, document: this.wrap(type, this.leastContent(type), attributes) };
    }
  }

  private *contentsOf(type: ComplexType): Generator<readonly [string, string]> {
    const { content } = type;
    if (content.kind === 'empty')
      yield* [
        ['a blank', ' '],
        ['a text', 'x'],
        ['an element', '<x/>'],
      ] as const;
    if (content.kind === 'simple')
      for (const value of DOUBTFUL) yield [`the value ${value.slice(0, 30)}`, value];
    if (content.kind !== 'elements') return;
    const { model } = content;
    yield ['nothing', ''];
    yield ['a text', `${this.leastContent(type)}x`];
    yield ['blanks, and a comment', `\n${this.leastContent(type)}<!-- x --> `];
    yield ['another element', `<x/>${this.leastContent(type)}`];
    for (let symbol = 0; symbol < model.names.length; symbol += 1) {
      const word = wordThrough(model, symbol);
      if (word) yield* this.changesOf(word, symbol, model.names[symbol]!);
    }
  }

  private *changesOf(word: Word, symbol: number, name: NameKey): Generator<readonly [string, string]> {
    const parts = word.map(({ term }) => this.ofTerm(term));
    const at = word.findIndex((one) => one.symbol === symbol);
    const part = parts[at]!;
    const others = parts.toSpliced(at, 1);
    yield [`${name} there`, parts.join('')];
    yield [`${name} missing`, others.join('')];
    yield [`${name} doubled`, parts.toSpliced(at, 0, part).join('')];
    yield [`${name} thrice`, parts.toSpliced(at, 0, part, part).join('')];
    yield [`${name} first`, part + others.join('')];
    yield [`${name} last`, others.join('') + part];
    yield [`${name} alone`, part];
    const { term } = word[at]!;
    if (term.kind !== 'element' || term.declaration.type.kind !== 'simple') return;
    for (const value of DOUBTFUL)
      yield [`${name} = ${value.slice(0, 30)}`, parts.with(at, this.write(name, value)).join('')];
  }

  private *attributesOf(type: ComplexType): Generator<readonly [string, string]> {
    const required = this.requiredOf(type);
    yield ['an unknown attribute', `${required} unknown="x"`];
    for (const [key, { declaration, fixed }] of type.attributes) {
      const others = this.requiredOf(type, key);
      yield [`without ${key}`, others];
      const value = fixed?.text ?? this.valueOf(declaration.type);
      if (value !== undefined) yield [`with ${key}`, `${others} ${this.name(key)}="${value}"`];
      for (const doubtful of DOUBTFUL.filter((one) => !one.includes('<')))
        yield [`${key} = ${doubtful.slice(0, 30)}`, `${others} ${this.name(key)}="${doubtful}"`];
    }
  }

  /** The whole document around the content of a type. */
  private wrap(type: ComplexType, content: string, attributes = this.requiredOf(type)): string {
    const around = this.around.get(type);
    if (!around) return this.write(this.root.name, content, `${attributes}${this.declarations()}`);
    const model = modelOf(around.type)!;
    const word = wordThrough(model, around.symbol)!;
    const at = word.findIndex((one) => one.symbol === around.symbol);
    const parts = word.map(({ term }) => this.ofTerm(term));
    return this.wrap(
      around.type,
      parts.with(at, this.write(model.names[around.symbol]!, content, attributes)).join(''),
    );
  }

  private reach(root: ComplexType): void {
    const waiting = [root];
    for (let type = waiting.shift(); type; type = waiting.shift()) {
      const model = modelOf(type);
      for (const term of model?.terms ?? []) {
        if (term.kind !== 'element' || term.declaration.type.kind !== 'complex') continue;
        const inner = term.declaration.type;
        if (inner === root || inner.abstract || this.around.has(inner)) continue;
        this.around.set(inner, { type, symbol: model!.symbols.get(term.declaration.name)! });
        waiting.push(inner);
      }
    }
  }

  private ofTerm(term: Term): string {
    if (term.kind === 'any') return '<w:other xmlns:w="urn:other"/>';
    const { name, type, fixed } = term.declaration;
    if (fixed) return this.write(name, fixed.text);
    if (type.kind === 'simple') return this.write(name, this.valueOf(type) ?? '');
    return this.write(name, this.leastContent(type), this.requiredOf(type));
  }

  /** The shortest valid content. */
  private leastContent(type: ComplexType): string {
    const known = this.least.get(type);
    if (known !== undefined) return known;
    this.least.set(type, '');
    const { content } = type;
    const written =
      content.kind === 'simple'
        ? (this.valueOf(content.type) ?? '')
        : content.kind === 'elements'
          ? (wordThrough(content.model) ?? []).map(({ term }) => this.ofTerm(term)).join('')
          : '';
    this.least.set(type, written);
    return written;
  }

  private requiredOf({ required }: ComplexType, except?: NameKey): string {
    return required
      .filter(({ declaration }) => declaration.name !== except)
      .map(
        ({ declaration, fixed }) =>
          ` ${this.name(declaration.name)}="${fixed?.text ?? this.valueOf(declaration.type) ?? ''}"`,
      )
      .join('');
  }

  private valueOf(type: SimpleType): string | undefined {
    const listed = VALUES.map((value) => faultOf(type, value, 0, value.length)).find(
      (fault) => fault?.facet === 'enumeration',
    );
    const first = listed?.limit?.split('\n') ?? [];
    const found = [...first, ...VALUES].find((value) => !faultOf(type, value, 0, value.length));
    if (found === undefined) this.withoutValue.add(type.name ?? type.base?.name ?? '');
    return found;
  }

  private write(key: NameKey, content: string, attributes = ''): string {
    const name = this.name(key);
    return `<${name}${attributes}>${content}</${name}>`;
  }

  private name(key: NameKey): string {
    const namespace = namespaceOfKey(key);
    const local = namespace === '' ? key : key.slice(namespace.length + 2);
    return namespace === '' ? local : `${this.prefixOf(key)}:${local}`;
  }

  private prefixOf(key: NameKey): string {
    const namespace = namespaceOfKey(key);
    const prefix = this.prefixes.get(namespace) ?? `n${this.prefixes.size}`;
    this.prefixes.set(namespace, prefix);
    return prefix;
  }

  private declarations(): string {
    return [...this.prefixes]
      .filter(([namespace]) => namespace !== '')
      .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
      .join('');
  }
}

const modelOf = ({ content }: ComplexType): ContentModel | undefined =>
  content.kind === 'elements' ? content.model : undefined;

const words = new WeakMap<ContentModel, Map<number | undefined, Word | undefined>>();

/** A shortest word that the automaton accepts, with a symbol in it if one is given. */
function wordThrough(model: ContentModel, through?: number): Word | undefined {
  const known = words.get(model) ?? new Map<number | undefined, Word | undefined>();
  words.set(model, known);
  if (!known.has(through)) known.set(through, searchWord(model, through));
  return known.get(through);
}

function searchWord(model: ContentModel, through: number | undefined): Word | undefined {
  const { next, via, width, accepting, terms, counters } = model;
  const waiting = [{ state: model.start, isDone: through === undefined, word: [] as Word }];
  const seen = new Set<string>();
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const { state, isDone, word } = one;
    if (isDone && accepting[state] === 1) return word;
    for (let symbol = 0; symbol < width; symbol += 1) {
      const to = next[state * width + symbol]!;
      const isNow = isDone || symbol === through;
      const key = `${to} ${isNow}`;
      if (to === NOWHERE || seen.has(key)) continue;
      seen.add(key);
      const step = { term: terms[via[state * width + symbol]!]!, symbol };
      const times = to === state ? 1 : Math.max(1, counters[to]?.least ?? 1);
      waiting.push({
        state: to,
        isDone: isNow,
        word: [...word, ...Array.from({ length: times }, () => step)],
      });
    }
  }
  return undefined;
}

/** The root element of invoices in a schema that has a root for each of its elements. */
export function rootOf(model: SchemaModel): ElementDeclaration {
  const wanted = /(Invoice|CreditNote)-2\}|CrossIndustry|Faktura|CrossDomain/;
  const found = [...model.elements].find(([key]) => wanted.test(key)) ?? [...model.elements][0];
  if (!found) throw new Error('no root element');
  return found[1];
}
