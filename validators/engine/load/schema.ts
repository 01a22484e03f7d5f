/**
 * A Schematron pack after loading: includes resolved, abstract patterns and rules expanded, phases dropped (every pattern is active, as in
 * the XSLT that the publishers ship). Both engines start from this and from nothing else.
 */
export interface Schema {
  /** Path of the entry file inside the pack's folder. */
  readonly entry: string;
  readonly title: string;
  /** Prefix → namespace, of `sch:ns` and of the XML declarations; `xs` always. One prefix never has two meanings; there is no default namespace. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly visits: Visits;
  /**
   * Lets of the schema and of its patterns, in document order: all of them are global variables, evaluated at the
   * document node, lazily, and may refer to each other in any order. Names are unique.
   */
  readonly lets: readonly Let[];
  readonly functions: readonly XslFunction[];
  readonly patterns: readonly Pattern[];
  /** The files that `document('…')` calls name, by the literal in the call; only files of the pack. */
  readonly documents: ReadonlyMap<string, XmlElement>;
}

/** Which nodes are offered to the rules: the skeletons differ, and contexts on attributes never fire if only elements are visited. */
export type Visits = 'elements' | 'elements-and-attributes';

/** A place in the pack's source. Lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** XPath as written, abstract parameters already replaced. */
export interface Expression {
  readonly text: string;
  readonly at: Place;
}

export interface Pattern {
  readonly id: string | undefined;
  readonly at: Place;
  /** In order; in each pattern only the first rule whose context matches a node runs on it. */
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly id: string | undefined;
  readonly at: Place;
  /** An XSLT match pattern, or an expression beyond it: `(A|B)[p]/C`. */
  readonly context: Expression;
  /** In order, evaluated at the matched node; a later one of the same name hides an earlier or a global one. */
  readonly lets: readonly Let[];
  readonly tests: readonly Test[];
}

export interface Let {
  readonly name: string;
  readonly value: Expression;
}

export interface Test {
  /** An assert fires if its test is false, a report if it is true (effective boolean value). */
  readonly kind: 'assert' | 'report';
  readonly id: string | undefined;
  readonly flag: string | undefined;
  readonly role: string | undefined;
  readonly test: Expression;
  /** The text joins all parts, with white space collapsed and trimmed. */
  readonly message: readonly MessagePart[];
  readonly at: Place;
}

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  /** String values of all items, joined by one space. */
  | { readonly kind: 'value-of'; readonly select: Expression }
  /** `name()` of the node that the path selects; of the context node without a path. */
  | { readonly kind: 'name'; readonly path: Expression | undefined };

/** `xsl:function`: the only XSLT in packs. */
export interface XslFunction {
  readonly namespace: string;
  readonly localName: string;
  readonly at: Place;
  readonly params: readonly Param[];
  /** Sequence type of the result as written (`xs:boolean`); undefined: any. */
  readonly as: string | undefined;
  readonly body: readonly Instruction[];
}

export interface Param {
  readonly name: string;
  readonly as: string | undefined;
}

export type Instruction =
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly as: string | undefined;
      /** `select`, or the content. Content without `as` makes a temporary tree in XSLT. */
      readonly value: Expression | readonly Instruction[];
      readonly at: Place;
    }
  | { readonly kind: 'sequence'; readonly select: Expression }
  /** Makes a text node: untyped when atomised. */
  | { readonly kind: 'value-of'; readonly select: Expression }
  | { readonly kind: 'text'; readonly text: string; readonly at: Place }
  | {
      readonly kind: 'choose';
      readonly branches: readonly { readonly test: Expression; readonly body: readonly Instruction[] }[];
      readonly otherwise: readonly Instruction[] | undefined;
      readonly at: Place;
    };

/** A code-list document, small enough to be kept as a tree. */
export interface XmlElement {
  readonly namespace: string;
  readonly localName: string;
  /** Attributes without a namespace; others are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Own text, descendants' excluded. */
  readonly text: string;
}
