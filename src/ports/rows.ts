import type { FieldsOf } from '../domain/vocabulary/fields.ts';
import type { AuditEntry } from './audit-log.ts';

// Small stores are written once, on rows; each database implements the rows. A store whose changes need several tables, or a lease, is
// written for each database.

/** What a database has to know of the rows of a small store. */
export interface RowTable<T> {
  /** In SQLite. */
  readonly table: string;
  /** Unique; `_id` in MongoDB. */
  readonly key: keyof T & string;
  readonly fields: FieldsOf<T>;
  /**
   * What cannot undo a change, once it has resolved. `process`: the end of the process that made it. `power-cut`: SQLite waits for the
   * disk. `election`: so it does, and MongoDB reads what a majority of the set has. `nothing`: MongoDB waits for one member only.
   */
  readonly outlives: 'nothing' | 'process' | 'power-cut' | 'election';
  /** A worker leases them. */
  readonly isWork?: true;
  /** Changes come with rows of the audit log. */
  readonly isAudited?: true;
  /** The object of MongoDB that has these members; in SQLite each is a column. */
  readonly within?: { readonly object: string; readonly members: readonly (keyof T & string)[] };
  /** MongoDB stores a null; elsewhere a member without a value is absent. */
  readonly storesNull?: true;
}

/** The fields that a page reads. */
export const fieldsOf = <T>({ fields }: RowTable<T>, members?: readonly (keyof T & string)[]): FieldsOf<T> =>
  members
    ? (Object.fromEntries(members.map((name) => [name, fields[name]])) as unknown as FieldsOf<T>)
    : fields;

/** The signs of tests. With `not` a member without a value passes, too. */
export type Sign = '<' | '<=' | '>' | '>=' | 'not >' | 'not >=' | 'in' | 'has' | 'absent' | 'present';

/** What the value of a member has to be, other than equal to one. */
export class Test<V> {
  constructor(readonly signs: readonly (readonly [Sign, (V | readonly V[])?])[]) {}
}

export const under = <V>(value: V): Test<V> => new Test([['<', value]]);
export const upTo = <V>(value: V): Test<V> => new Test([['<=', value]]);
export const over = <V>(value: V): Test<V> => new Test([['>', value]]);
export const from = <V>(value: V): Test<V> => new Test([['>=', value]]);
export const between = <V>(first: V, last: V): Test<V> =>
  new Test([
    ['>=', first],
    ['<=', last],
  ]);
export const notOver = <V>(value: V): Test<V> => new Test([['not >', value]]);
export const notFrom = <V>(value: V): Test<V> => new Test([['not >=', value]]);
export const oneOf = <V>(values: readonly V[]): Test<V> => new Test([['in', values]]);
/** Of a list of texts. */
export const has = (value: string): Test<readonly string[]> => new Test([['has', value as never]]);
export const ABSENT = new Test<never>([['absent']]);
export const PRESENT = new Test<never>([['present']]);

type Condition<V> = NonNullable<V> | Test<NonNullable<V>>;

/** Every member that is named has this value, or passes this test. */
export type Where<T> = { readonly [K in keyof T]?: Condition<T[K]> };

/** As `Where`; a member that is undefined may have any value. */
export type Search<T> = { readonly [K in keyof T]?: Condition<T[K]> | undefined };

export interface Page<T> {
  readonly order: readonly (keyof T & string)[];
  readonly isNewestFirst?: boolean;
  /** The row before the page, by the members of the order. */
  readonly after?: Partial<T> | undefined;
  /** All if left out. */
  readonly limit?: number;
  /** The members that are read; all if left out. */
  readonly members?: readonly (keyof T & string)[];
}

/** The new values of some members; a member without a value becomes absent. */
export type Change<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** Each call is one command or transaction of the database: it is done whole, or not at all. */
export interface Rows<T> {
  find(where: Where<T>): Promise<T | undefined>;
  list(search: Search<T>, page: Page<T>): Promise<readonly T[]>;
  /**
   * @param audit is written with the row, or neither is; so with `change`.
   * @returns false if another row has its key, or a value of it that only one row may have: nothing was written.
   */
  add(row: T, audit?: AuditEntry): Promise<boolean>;
  /** Adds a row, or replaces the one with its key. @param forgotten these rows are removed before; in MongoDB by a command of their own. */
  put(row: T, forgotten?: Where<T>): Promise<void>;
  /** @param where names the key. @returns false if no row is so: nothing was written. */
  change(where: Where<T>, change: Change<T>, audit?: AuditEntry): Promise<boolean>;
  /** As `change`, for what a power cut may undo. */
  note(where: Where<T>, change: Change<T>): Promise<boolean>;
  /** @returns how many. */
  remove(where: Where<T>): Promise<number>;
}
