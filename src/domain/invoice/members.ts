import type { Decimal } from '../vocabulary/decimal.ts';

/** What the schema says of one member; how it is read stands in `read-member.ts`. */
export type Member = TextMember | DateMember | CodeMember | NumberMember | GroupMember | ListMember;

interface Described {
  /** Business term or group of EN 16931, `BT-41`; none for what has no place in the model. */
  readonly term?: string;
  readonly required: boolean;
}

export interface TextMember extends Described {
  readonly kind: 'text';
  /** Characters. Longer text is past a limit. */
  readonly maxLength?: number;
  readonly pattern?: { readonly regexp: RegExp; readonly says: string };
  /**
   * `trim`: outer white space goes; `blanks`: every blank goes; `identifier`: blanks go and letters become capitals, for
   * what is printed in groups of four; `keep`: white space stays.
   */
  readonly clean: 'trim' | 'blanks' | 'identifier' | 'keep';
}

export interface DateMember extends Described {
  readonly kind: 'date';
}

/** A value of a code list. Digits may also be given as a JSON integer. */
export interface CodeMember extends Described {
  readonly kind: 'code';
  readonly list: ReadonlySet<string>;
  readonly listName: string;
  readonly default?: string;
}

export interface NumberMember extends Described {
  readonly kind: 'number';
  readonly sign: 'any' | 'not-negative' | 'positive';
}

export interface GroupMember extends Described {
  readonly kind: 'group';
  /** By the name in the JSON document, `issue_date`. A map, so that `constructor` is no member of it. */
  readonly members: ReadonlyMap<string, NamedMember>;
}

export interface NamedMember {
  /** Property of the canonical invoice, `issueDate`. */
  readonly property: string;
  readonly member: Member;
}

/** Left out means empty. */
export interface ListMember extends Described {
  readonly kind: 'list';
  readonly of: Exclude<Member, ListMember>;
  readonly minItems: number;
  /** More items are past a limit. */
  readonly maxItems?: number;
}

type KindFor<T> = T extends Decimal
  ? NumberMember
  : T extends string
    ? TextMember | DateMember | CodeMember
    : T extends readonly unknown[]
      ? ListMember
      : GroupMember;

/** A member that always has a value must be required or have a default; one that may be absent must be optional. */
type Presence<T> = undefined extends T
  ? { readonly required: false; readonly default?: never }
  : T extends readonly unknown[]
    ? unknown
    : { readonly required: true } | { readonly default: string };

/** Holds a table to its type: every member described once, with a fitting kind and presence. */
export type Shape<T> = { readonly [K in keyof T]-?: KindFor<NonNullable<T[K]>> & Presence<T[K]> };

type Optional<M> = Omit<M, 'required'> & { readonly required: false };

export const required = <M extends Member>(member: M): Omit<M, 'required'> & { readonly required: true } => ({
  ...member,
  required: true,
});

export const text = (
  term?: string,
  more: Partial<Pick<TextMember, 'maxLength' | 'pattern' | 'clean'>> = {},
): Optional<TextMember> => ({ kind: 'text', term, clean: 'trim', ...more, required: false });

export const date = (term?: string): Optional<DateMember> => ({ kind: 'date', term, required: false });

export const code = (
  term: string | undefined,
  list: ReadonlySet<string>,
  listName: string,
): Omit<CodeMember, 'required' | 'default'> & { readonly required: false } => ({
  kind: 'code',
  term,
  list,
  listName,
  required: false,
});

export const number = (term?: string, sign: NumberMember['sign'] = 'any'): Optional<NumberMember> => ({
  kind: 'number',
  term,
  sign,
  required: false,
});

export const group = <T>(term: string | undefined, shape: Shape<T>): Optional<GroupMember> => ({
  kind: 'group',
  term,
  members: new Map(
    Object.entries<Member>(shape as Record<string, Member>).map(([property, member]) => [
      property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      { property, member },
    ]),
  ),
  required: false,
});

export const list = (
  of: ListMember['of'],
  more: { readonly minItems?: number; readonly maxItems?: number } = {},
): ListMember => ({
  kind: 'list',
  term: of.term,
  of,
  minItems: 0,
  ...more,
  required: (more.minItems ?? 0) > 0,
});
