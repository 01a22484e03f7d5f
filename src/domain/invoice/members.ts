import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { IsoDate } from './en16931.ts';
import { snakeCase } from '../vocabulary/snake-case.ts';

/** One member of the schema; `read-member.ts` reads it. */
export type Member =
  TextMember | DateMember | CodeMember | NumberMember | BooleanMember | GroupMember | ListMember;

interface Described {
  /** Business term or group of EN 16931, `BT-41`; absent if the member has no place in the model. */
  readonly term?: string;
  readonly required: boolean;
  /** It is not required if another member of its group, which is read before it, has one of these codes. */
  readonly unless?: { readonly property: string; readonly among: ReadonlySet<string> };
}

export interface TextMember extends Described {
  readonly kind: 'text';
  /** Characters. Longer text is past a limit. */
  readonly maxLength?: number;
  readonly pattern?: { readonly regexp: RegExp; readonly says: Text };
  /**
   * `trim`: outer white space is removed; `blanks`: every blank is; `identifier`: blanks are removed and letters become capitals, for
   * numbers that are printed in groups of four; `keep`: white space stays.
   */
  readonly clean: 'trim' | 'blanks' | 'identifier' | 'keep';
  /** An entry of a list without content is dropped. */
  readonly mayBeBlank?: boolean;
}

interface DateMember extends Described {
  readonly kind: 'date';
}

/** A value of a code list. Digits may also be given as a JSON integer. */
export interface CodeMember extends Described {
  readonly kind: 'code';
  readonly list: ReadonlySet<string>;
  readonly listName: Text;
  /** The most frequent codes, with their meanings. */
  readonly examples?: Text | undefined;
  /** Everyday words in lower case, with the code that they mean; no other code in lower case is guessed. */
  readonly everyday?: Readonly<Record<string, string>> | undefined;
  /** The code may be given in lower case; its list has capitals. */
  readonly anyCase?: boolean | undefined;
  readonly default?: string;
}

export interface NumberMember extends Described {
  readonly kind: 'number';
  readonly sign: 'any' | 'not-negative' | 'positive';
}

/** JSON `true` or `false`; undefined if left out. */
interface BooleanMember extends Described {
  readonly kind: 'boolean';
}

export interface GroupMember extends Described {
  readonly kind: 'group';
  /** By the name in the JSON document, `issue_date`. A map, so that `constructor` is no member of it. */
  readonly members: ReadonlyMap<string, NamedMember>;
  /** A text may replace the object: it is this member of it. */
  readonly shorthand?: string | undefined;
}

export interface NamedMember {
  /** Property of the canonical invoice, `issueDate`. */
  readonly property: string;
  readonly member: Member;
}

/** If it is left out, the list is empty. */
export interface ListMember extends Described {
  readonly kind: 'list';
  readonly of: Entry;
  readonly minItems: number;
  /** More items are past a limit. */
  readonly maxItems?: number;
}

/** The possible entries of a list. */
type Entry = Exclude<Member, ListMember>;

/** A member that reads as a T; undefined is part of T if the member may be absent. */
type Reads<T, M extends Member = Member> = M & {
  /** Phantom: for the compiler only. */
  readonly reads?: () => T;
};

/** The type of a member's value. */
export type ReadOf<M> = M extends { readonly reads?: () => infer T } ? T : never;

type Shape = Readonly<Record<string, Reads<unknown>>>;

type Absent<S, K extends keyof S> = undefined extends ReadOf<S[K]> ? K : never;

/** The type of a group's value: members that may be absent are optional. */
type ReadGroup<S> = Flat<
  { readonly [K in keyof S as Exclude<K, Absent<S, K>>]: ReadOf<S[K]> } & {
    readonly [K in keyof S as Absent<S, K>]?: Exclude<ReadOf<S[K]>, undefined>;
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };

export const require = <T>(member: Reads<T, Entry>): Reads<Exclude<T, undefined>, Entry> => ({
  ...(member as Reads<Exclude<T, undefined>, Entry>),
  required: true,
});

/** Required, unless another member of the group says that it is not. */
export const requireUnless = <T>(
  unless: NonNullable<Described['unless']>,
  member: Reads<T, Entry>,
): Reads<T, Entry> => ({ ...member, required: true, unless });

/** A code with a default. */
export const withDefault = <Code extends string>(
  member: Reads<Code | undefined, CodeMember>,
  value: Code,
): Reads<Code, CodeMember> => ({ ...(member as Reads<Code, CodeMember>), default: value });

export const text = (
  term?: string,
  more: Partial<Pick<TextMember, 'maxLength' | 'pattern' | 'clean' | 'mayBeBlank'>> = {},
): Reads<string | undefined, TextMember> => ({ kind: 'text', term, clean: 'trim', ...more, required: false });

export const date = (term?: string): Reads<IsoDate | undefined, DateMember> => ({
  kind: 'date',
  term,
  required: false,
});

export const code = <Code extends string>(
  term: string | undefined,
  list: ReadonlySet<Code>,
  listName: Text,
  more: Pick<CodeMember, 'examples' | 'everyday' | 'anyCase'> = {},
): Reads<Code | undefined, CodeMember> => ({ kind: 'code', term, list, listName, ...more, required: false });

export const number = (
  term?: string,
  sign: NumberMember['sign'] = 'any',
): Reads<Decimal | undefined, NumberMember> => ({ kind: 'number', term, sign, required: false });

export const boolean = (): Reads<boolean | undefined, BooleanMember> => ({
  kind: 'boolean',
  required: false,
});

export const group = <const S extends Shape>(
  term: string | undefined,
  shape: S,
  shorthand?: keyof S & string,
): Reads<ReadGroup<S> | undefined, GroupMember> => ({
  kind: 'group',
  term,
  ...(shorthand && { shorthand }),
  members: new Map(
    Object.entries<Member>(shape).map(([property, member]) => [snakeCase(property), { property, member }]),
  ),
  required: false,
});

export const list = <T>(
  of: Reads<T, Entry>,
  more: { readonly minItems?: number; readonly maxItems?: number; readonly required?: boolean } = {},
): Reads<readonly Exclude<T, undefined>[], ListMember> => ({
  kind: 'list',
  term: of.term,
  of,
  minItems: 0,
  ...more,
  required: more.required ?? (more.minItems ?? 0) > 0,
});
