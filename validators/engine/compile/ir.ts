import type { Axis, NodeTest } from '../xpath/ast.ts';
import type { XPathErrorCode } from '../runtime/errors.ts';
import type { SideAxis } from '../runtime/neighbours.ts';
import type { LabelPath } from '../match/labels.ts';

/**
 * The typed intermediate representation. XPath has only sequences; here every expression is consumed in one of three ways, and each way has
 * a form of its own:
 * - a `Cond` answers yes or no;
 * - a `Value` is one item, or absent if it is `optional`;
 * - a `Seq` gives its items one after the other.
 *
 * Every form has one static kind. Both back ends read this and nothing else.
 */
export type Lowered = Value | Cond | Seq | Choice;

/**
 * The kind of an item. Nodes are numbers (`xml/document.ts`), except text nodes, which are strings. `untyped` and `string` are strings,
 * `integer` is a number or bigint, `decimal` a `Decimal`, `double` a number, `date` a `XsDate`. `none` is the kind of the empty sequence,
 * `foreign` that of nodes in a code-list document: only their existence is known.
 */
export type Kind = NodeKind | AtomicKind | 'none' | 'foreign';
export type NodeKind = 'element' | 'attribute' | 'node' | 'text';
export type AtomicKind = 'untyped' | 'string' | 'integer' | 'decimal' | 'double' | 'boolean' | 'date';

/** A local variable of the generated code; back ends see no other identifiers. */
export interface Slot {
  readonly id: number;
  readonly kind: Kind;
  /** An array of items instead of one. */
  readonly many: boolean;
  readonly optional: boolean;
}

interface Single {
  readonly form: 'value';
  readonly kind: Kind;
  /** May be absent: 0 for nodes, undefined for everything else. */
  readonly optional: boolean;
}

export type Value = Single &
  (
    | { readonly op: 'const'; readonly value: string | number | bigint | boolean }
    /** A decimal literal; `digits` in canonical form. */
    | { readonly op: 'decimal'; readonly digits: string }
    | { readonly op: 'absent' }
    | { readonly op: 'local'; readonly slot: Slot }
    /** The root element, which every document has. */
    | { readonly op: 'root-element' }
    | { readonly op: 'unit'; readonly unit: Unit; readonly at: Value | undefined }
    /** A function of the run time, by name. Strict: absent when one of its arguments is. */
    | { readonly op: 'call'; readonly fn: string; readonly args: readonly Value[] }
    | { readonly op: 'invoke'; readonly fn: UserFunction; readonly args: readonly Lowered[] }
    /** `value`, or `fallback` if it is absent. */
    | { readonly op: 'default'; readonly value: Value; readonly fallback: Value }
    /** Raises if `value` is absent. */
    | { readonly op: 'required'; readonly value: Value; readonly code: XPathErrorCode }
    | { readonly op: 'if'; readonly test: Cond; readonly then: Value; readonly otherwise: Value }
    /** The one item of a sequence; more than one raises. */
    | { readonly op: 'only'; readonly seq: Seq; readonly code: XPathErrorCode }
    | { readonly op: 'first' | 'count'; readonly seq: Seq }
    | { readonly op: 'sum'; readonly seq: Seq }
    /** A function of the run time over all items, collected in an array. */
    | { readonly op: 'fold'; readonly fn: string; readonly seq: Seq; readonly args: readonly Value[] }
    | { readonly op: 'truth'; readonly cond: Cond }
    | { readonly op: 'let'; readonly slot: Slot; readonly init: Value | Seq; readonly body: Value }
  );

export type Cond = { readonly form: 'cond' } & (
  | { readonly op: 'const'; readonly value: boolean }
  | { readonly op: 'and' | 'or'; readonly left: Cond; readonly right: Cond }
  | { readonly op: 'not'; readonly operand: Cond }
  | { readonly op: 'if'; readonly test: Cond; readonly then: Cond; readonly otherwise: Cond }
  | { readonly op: 'exists'; readonly seq: Seq }
  | { readonly op: 'present'; readonly value: Value }
  /** A predicate of the run time, by name; false if an argument is absent. */
  | { readonly op: 'test'; readonly fn: string; readonly args: readonly Value[] }
  /** A boolean; false if absent. */
  | { readonly op: 'holds'; readonly value: Value }
  /** The value is one of these strings. */
  | { readonly op: 'among'; readonly value: Value; readonly set: readonly string[] }
  /** The list, a text with separators, contains the value: `contains(' A B ', concat(' ', value, ' '))`. */
  | { readonly op: 'listed'; readonly value: Value; readonly list: string; readonly separator: string }
  /** The string is in a sequence that is computed once per document. */
  | { readonly op: 'found'; readonly value: Value; readonly unit: Unit }
  /** An element of these paths, on the axis from `from`, has the value among its `texts`, a unit over elements. */
  | {
      readonly op: 'beside';
      readonly axis: SideAxis;
      readonly from: Value;
      readonly value: Value;
      readonly paths: readonly LabelPath[];
      readonly texts: Unit;
    }
  | { readonly op: 'some'; readonly slot: Slot; readonly seq: Seq; readonly cond: Cond }
  | { readonly op: 'unit'; readonly unit: Unit; readonly at: Value | undefined }
  | { readonly op: 'let'; readonly slot: Slot; readonly init: Value | Seq; readonly body: Cond }
);

export type Beside = Extract<Cond, { op: 'beside' }>;

interface Many {
  readonly form: 'seq';
  readonly kind: Kind;
  readonly order: Order;
  readonly needs: Needs | undefined;
}

/**
 * Labels without which a sequence is surely empty, and is found empty without an error: from the document node, or from the node that the
 * rule matched.
 */
export interface Needs {
  readonly from: 'root' | 'context';
  /** One of these must occur. */
  readonly alternatives: readonly LabelPath[];
  /** Further steps add no needs: a step before them may raise. */
  readonly sealed: boolean;
}

/** The known order of a sequence of nodes; atomic sequences are `exact`: in their own order. */
export type Order =
  /** In document order, none twice, none inside another. */
  | 'flat'
  /** In document order, none twice. */
  | 'exact'
  /** None twice. */
  | 'distinct'
  | 'any'
  /** Nodes joined with a comma: in the author's order, and a node may occur twice. */
  | 'written';

export type Seq = Many &
  (
    | { readonly op: 'one'; readonly value: Value }
    | { readonly op: 'concat'; readonly parts: readonly Seq[] }
    | { readonly op: 'axis'; readonly from: Value; readonly axis: Axis; readonly test: NodeTest }
    /** All nodes of the document on label paths that match one of the patterns. */
    | { readonly op: 'labelled'; readonly paths: readonly LabelPath[] }
    | { readonly op: 'for'; readonly slot: Slot; readonly input: Seq; readonly body: Seq }
    | { readonly op: 'where'; readonly slot: Slot; readonly input: Seq; readonly cond: Cond }
    /** The item at a position counted from 1; a double that is no whole number selects nothing. */
    | { readonly op: 'nth'; readonly input: Seq; readonly index: Value | 'last' }
    | { readonly op: 'range'; readonly from: Value; readonly to: Value }
    | { readonly op: 'list'; readonly slot: Slot }
    | { readonly op: 'unit'; readonly unit: Unit; readonly at: Value | undefined }
    | { readonly op: 'invoke'; readonly fn: UserFunction; readonly args: readonly Lowered[] }
    /** A function of the run time that makes an array from values, or from another sequence. */
    | { readonly op: 'spread'; readonly fn: string; readonly args: readonly Value[] }
    | { readonly op: 'through'; readonly fn: string; readonly input: Seq }
    | { readonly op: 'if'; readonly test: Cond; readonly then: Seq; readonly otherwise: Seq }
    | { readonly op: 'let'; readonly slot: Slot; readonly init: Value | Seq; readonly body: Seq }
  );

/** An `if` whose branches have different forms or kinds. It never reaches a back end: its consumer consumes the branches. */
interface Choice {
  readonly form: 'choice';
  readonly test: Cond;
  readonly then: Lowered;
  readonly otherwise: Lowered;
}

/**
 * A value that is computed at most once and only on demand: per document (a global let, an expression without a context) or, with
 * `context`, per context node in a row (a rule's let).
 */
export interface Unit {
  readonly id: number;
  readonly context: Slot | undefined;
  body: Value | Cond | Seq;
}

/** An `xsl:function`, specialised for the kinds of its arguments. */
export interface UserFunction {
  readonly id: number;
  readonly params: readonly Slot[];
  body: Value | Cond | Seq;
}
