import type { TermKind } from '../invoice/terms.ts';
import type { Syntax } from '../vocabulary/syntax.ts';
import type { Saying, ValueForm } from './syntax-table.ts';

/**
 * The table of a syntax for one kind of document, joined to the model: each element with the member that it holds. Members
 * are found from the entry of a list, so that a list's elements may also hold what is said once for the whole invoice.
 */
export interface DocumentForm {
  readonly syntax: Syntax;
  /** What people call it. */
  readonly title: string;
  readonly root: string;
  /** `{namespace}local`. */
  readonly expandedRoot: string;
  /** BT-3 of its documents; none: all that no other form of the syntax names. */
  readonly types?: readonly string[];
  /** Of every namespace that the syntax knows, by the namespace. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Prefix to namespace, as declared; the empty prefix is the default namespace. */
  readonly namespaces: readonly (readonly [prefix: string, uri: string])[];
  readonly elements: readonly ElementForm[];
}

export interface ElementForm {
  /** With its prefix. */
  readonly name: string;
  /** `{namespace}local`. */
  readonly expandedName: string;
  /** A list whose entries it stands for. */
  readonly list?: ListPlace;
  readonly value?: ValuePlace;
  readonly opening?: OpeningForm;
  /** What it says where its value is missing and something else stands beside it. */
  readonly otherwise?: string;
  readonly says?: SayingForm;
  readonly attributes: readonly AttributeForm[];
  readonly elements: readonly ElementForm[];
  /** Nothing in it comes from the model. */
  readonly isFixed: boolean;
  /** Something fixed in it tells it from others of its name. */
  readonly isMarked: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly once: boolean;
  readonly always: boolean;
  /** All of them have to hold for it to be written. */
  readonly conditions: readonly ConditionForm[];
  /** Why something in it cannot always be written; none when everything can. */
  readonly needs?: NeedsForm;
}

export interface NeedsForm {
  /** They stand with the element's value, so they need it. */
  readonly besides: readonly ValuePlace[];
  /** Nothing else tells the element from others of its name, so its value needs them. */
  readonly telling: readonly ValuePlace[];
  /** What else stands in the element needs them. */
  readonly required: readonly ValuePlace[];
  /** Elements in it that have needs of their own. */
  readonly inside: readonly ElementForm[];
}

/** What comes before the value: another one between two texts. */
export interface OpeningForm {
  readonly before: string;
  readonly value: ValuePlace;
  /** How many characters the other value has. */
  readonly length: number;
  readonly after: string;
}

export interface ConditionForm {
  readonly value: ValuePlace;
  readonly like?: RegExp;
  /** False: it must not be so. */
  readonly holds: boolean;
}

export interface AttributeForm {
  readonly name: string;
  readonly value?: ValuePlace;
  readonly says?: SayingForm;
  readonly once: boolean;
}

export interface SayingForm extends Omit<Saying, 'write' | 'is'> {
  readonly write?: string | ValuePlace;
  readonly is?: string | boolean | ValuePlace;
}

/** Where a member stands: in the entry of which list, counted from the invoice (0) inwards, and along which names. */
export interface ValuePlace {
  readonly term: string;
  readonly depth: number;
  readonly path: readonly string[];
  readonly kind: TermKind;
  readonly form: ValueForm;
  /** Of the standard, to those that the syntax takes in their place. */
  readonly codes?: ReadonlyMap<string, string>;
}

export interface ListPlace {
  /** The group, or the term, of which there are several. */
  readonly of: string;
  /** What tells the list from others: `lines[].`; and the list in whose entries it stands, empty for none. */
  readonly key: string;
  readonly within: string;
  readonly depth: number;
  readonly path: readonly string[];
  /** Something in the element is said outside its list, so it stands once, too, when the list is empty. */
  readonly holdsOuter: boolean;
  readonly most?: number;
}

/** Whether it is asked what the document says there. */
export const asks = ({ says }: { readonly says?: SayingForm }): boolean =>
  says?.is !== undefined || says?.not !== undefined;
