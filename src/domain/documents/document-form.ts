import type { TermKind } from '../invoice/terms.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import type { Saying, ValueForm } from 'en16931-rules/vocabulary/syntax-table.ts';

/**
 * The table of a syntax for one kind of document, joined to the model: each element with the member that it holds. Members are found from
 * the entry of a list, so an element of a list may also hold a member of the whole invoice.
 */
export interface DocumentForm {
  readonly syntax: Syntax;
  /** For people. */
  readonly title: string;
  readonly root: string;
  /** `{namespace}local`. */
  readonly expandedRoot: string;
  /** BT-3 of its documents; absent: all types that no other form of the syntax names. */
  readonly types?: readonly string[];
  /** The prefix of every namespace of the syntax, by namespace. */
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
  /** The list whose entries it is written for. */
  readonly list?: ListPlace;
  readonly value?: ValuePlace;
  readonly opening?: OpeningForm;
  /** Its text if its value is missing and something else is written beside it. */
  readonly otherwise?: string;
  readonly says?: SayingForm;
  readonly attributes: readonly AttributeForm[];
  readonly elements: readonly ElementForm[];
  /** True if nothing in it comes from the model. */
  readonly isFixed: boolean;
  /** True if a fixed part tells it from others of its name. */
  readonly isMarked: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly once: boolean;
  readonly always: boolean;
  /** Its fixed parts tell the element around it from others of its name. */
  readonly tells: boolean;
  /** It is written only if all of them hold. */
  readonly conditions: readonly ConditionForm[];
  /** Members without which a part of it cannot be written; absent if all of it always can. */
  readonly needs?: NeedsForm;
}

export interface NeedsForm {
  /** Written beside the element's value, so they need it. */
  readonly besides: readonly ValuePlace[];
  /** Nothing else tells the element from others of its name, so its value needs them. */
  readonly telling: readonly ValuePlace[];
  /** The other contents of the element need them. */
  readonly required: readonly ValuePlace[];
  /** Elements in it that have needs of their own. */
  readonly inside: readonly ElementForm[];
}

/** The text before the value: another value between two texts. */
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
  /** False: the condition must not hold. */
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

/** The place of a member: the list around it, counted from the invoice (0) inwards, and the names that lead to it. */
export interface ValuePlace {
  readonly term: string;
  readonly depth: number;
  readonly path: readonly string[];
  readonly kind: TermKind;
  readonly form: ValueForm;
  /** Codes of the standard, with those that the syntax uses in their place. */
  readonly codes?: ReadonlyMap<string, string>;
}

export interface ListPlace {
  /** The group or the term that occurs several times. */
  readonly of: string;
  /** Names the list: `lines[].`. */
  readonly key: string;
  /** The list around it; empty if there is none. */
  readonly within: string;
  readonly depth: number;
  readonly path: readonly string[];
  /** Part of the element comes from outside its list, so it is written once even if the list is empty. */
  readonly holdsOuter: boolean;
  readonly most?: number;
}

/** Whether the content of the document at this place decides. */
export const asks = ({ says }: { readonly says?: SayingForm }): boolean =>
  says?.is !== undefined || says?.not !== undefined;
