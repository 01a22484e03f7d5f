import { decodeXml } from '../../engine/xml/decode.ts';
import type { Document } from '../../engine/xml/document.ts';
import { parseXml } from '../../engine/xml/parse.ts';
import { stringValue } from '../../engine/xml/values.ts';
import { Vocabulary } from '../../engine/xml/vocabulary.ts';
import { resolveQName } from '../in-scope.ts';
import { nameKey, type NameKey, XSD } from '../names.ts';
import { SchemaRefused } from '../unsupported.ts';

/** An element of a schema file. */
export class SchemaNode {
  constructor(
    private readonly document: Document,
    private readonly at: number,
    /** Target namespace of the file; that of the including file for one without. */
    readonly target: string,
    /** `elementFormDefault` and `attributeFormDefault`. */
    readonly forms: Readonly<Record<'element' | 'attribute', string>>,
  ) {}

  /** Local name, of the namespace of XML Schema. */
  get kind(): string {
    return this.document.localNameOf(this.at);
  }

  attribute(name: string): string | undefined {
    const { firstAttribute } = this.document;
    for (let a = firstAttribute[this.at]!; a < firstAttribute[this.at + 1]!; a += 1) {
      const { namespace, local } = this.document.nameOf(~a);
      if (namespace === '' && local === name) return stringValue(this.document, ~a);
    }
    return undefined;
  }

  /** Without blanks at its ends. */
  token(name: string): string | undefined {
    return this.attribute(name)?.trim();
  }

  /** The component that an attribute names. @throws SchemaRefused */
  reference(name: string): NameKey | undefined {
    const text = this.token(name);
    return text === undefined ? undefined : this.resolve(text);
  }

  references(name: string): readonly NameKey[] {
    return (this.token(name) ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((text) => this.resolve(text));
  }

  private resolve(text: string): NameKey {
    const name = resolveQName(this.document, this.at, text);
    if (!name) throw new SchemaRefused(`${text} has an undeclared prefix`);
    // A file without a target namespace that another includes takes on that one's (part 1, 4.2.1).
    const isAdopted = name.namespace === '' && this.isChameleon;
    return nameKey(isAdopted ? this.target : name.namespace, name.local);
  }

  private get isChameleon(): boolean {
    return new SchemaNode(this.document, 1, '', this.forms).attribute('targetNamespace') === undefined;
  }

  /** Components inside, without annotations. @throws SchemaRefused for an element that does not belong to XML Schema. */
  get children(): readonly SchemaNode[] {
    const { last } = this.document;
    const children: SchemaNode[] = [];
    for (let child = this.at + 1; child <= last[this.at]!; child = last[child]! + 1) {
      const { namespace, local } = this.document.nameOf(child);
      if (namespace !== XSD) throw new SchemaRefused(`an element ${local} that is not of XML Schema`);
      if (local !== 'annotation')
        children.push(new SchemaNode(this.document, child, this.target, this.forms));
    }
    return children;
  }

  /** Refuses any attribute whose meaning is not known here. @throws SchemaRefused */
  only(...names: readonly string[]): this {
    const { firstAttribute } = this.document;
    for (let a = firstAttribute[this.at]!; a < firstAttribute[this.at + 1]!; a += 1) {
      const { namespace, local } = this.document.nameOf(~a);
      if (namespace === XSD || (namespace === '' && local !== 'id' && !names.includes(local)))
        throw new SchemaRefused(`the attribute ${local} of ${this.kind}`);
    }
    return this;
  }
}

/** Declares entities and namespaces that the file also states itself, as that of XML signatures does; nothing else may stand in it. */
const HARMLESS_DOCTYPE =
  /<!DOCTYPE\s+[\w:]+\s*\[(?:\s*(?:<!ENTITY\s+(?:%\s+)?[\w.-]+\s+(?:'[^'<&%]*'|"[^"<&%]*")\s*>|<!ATTLIST\s+[\w:]+\s+xmlns:[\w.-]+\s+CDATA\s+#FIXED\s+(?:'[^']*'|"[^"]*")\s*>))*\s*\]\s*>/;

/** @throws SchemaRefused if the file cannot be read. A prefix or entity that only its DOCTYPE declares cannot. */
export function readSchemaFile(bytes: Uint8Array, path: string, includedIn: string | undefined): SchemaNode {
  const { text, failure } = decodeXml(bytes);
  if (text === undefined) throw new SchemaRefused(`${path}: ${failure.message.say}`);
  // Its line feeds stay, so that messages have the right line.
  const plain = text.replace(HARMLESS_DOCTYPE, (doctype) => doctype.replace(/[^\n]/g, ' '));
  const parsed = parseXml(plain, new Vocabulary());
  if (!parsed.document) throw new SchemaRefused(`${path}: ${parsed.failure.message.say}`);
  const { document } = parsed;
  const { namespace, local } = document.nameOf(1);
  if (namespace !== XSD || local !== 'schema') throw new SchemaRefused(`${path} is no schema`);
  const plainRoot = new SchemaNode(document, 1, '', { element: '', attribute: '' });
  const own = plainRoot.token('targetNamespace');
  if (own !== undefined && includedIn !== undefined && own !== includedIn)
    throw new SchemaRefused(`${path} is included by a schema of another namespace`);
  return new SchemaNode(document, 1, own ?? includedIn ?? '', {
    element: plainRoot.token('elementFormDefault') ?? 'unqualified',
    attribute: plainRoot.token('attributeFormDefault') ?? 'unqualified',
  });
}
