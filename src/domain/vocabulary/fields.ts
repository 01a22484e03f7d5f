/** The content of a stored field. Each store writes and reads every kind in its own way. */
export type Kind =
  | { readonly is: 'text'; readonly oneOf?: readonly string[]; readonly pattern?: string }
  | { readonly is: 'number'; readonly least: number }
  | { readonly is: 'flag' }
  | { readonly is: 'time' }
  /** Plain values under names that only the writer knows. */
  | { readonly is: 'map' }
  | { readonly is: 'object'; readonly fields: Fields }
  | { readonly is: 'list'; readonly of: Kind };

/** Without a value a field that is `optional` is absent, one that is `nullable` is null. */
export type Presence = 'always' | 'optional' | 'nullable';

type Before = string | number | boolean | readonly never[];

export interface Field<P extends Presence = Presence> {
  readonly presence: P;
  readonly kind: Kind;
  /** The value of rows that are older than a field which is always present. */
  readonly before?: Before;
  /** Its name in the store, if it differs: the store keeps names that the code has given up. */
  readonly storedAs?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** Every field of `T`, with the presence that the type gives it. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: Field<PresenceOf<T, K>> };

type PresenceOf<T, K extends keyof T> =
  Record<never, never> extends Pick<T, K> ? 'optional' : null extends T[K] ? 'nullable' : 'always';

const always = (kind: Kind): Field<'always'> => ({ presence: 'always', kind });

export const text = always({ is: 'text' });
export const sha256 = always({ is: 'text', pattern: '^[0-9a-f]{64}$' });
export const count = always({ is: 'number', least: 0 });
export const positive = always({ is: 'number', least: 1 });
export const flag = always({ is: 'flag' });
export const time = always({ is: 'time' });
export const map = always({ is: 'map' });

export const oneOf = (values: readonly string[]): Field<'always'> => always({ is: 'text', oneOf: values });
export const objectOf = (fields: Fields): Field<'always'> => always({ is: 'object', fields });
export const listOfTexts = always({ is: 'list', of: { is: 'text' } });
export const listOf = (fields: Fields): Field<'always'> =>
  always({ is: 'list', of: { is: 'object', fields } });

export const optional = ({ kind }: Field): Field<'optional'> => ({ presence: 'optional', kind });
export const nullable = ({ kind }: Field): Field<'nullable'> => ({ presence: 'nullable', kind });

/** A member of a nested value whose name in the store differs from that in code. */
export const storedAs = <P extends Presence>(name: string, field: Field<P>): Field<P> => ({
  ...field,
  storedAs: name,
});

/** The stored form of a value: its members under their names in the store. */
export const toStored = (value: unknown, kind: Kind): unknown => rename(value, kind, 'stored');

/** The opposite of `toStored`. */
export const fromStored = (value: unknown, kind: Kind): unknown => rename(value, kind, 'named');

function rename(value: unknown, kind: Kind, to: 'stored' | 'named'): unknown {
  if (value === undefined || value === null || !hasOtherNames(kind)) return value;
  if (kind.is === 'list') return (value as readonly unknown[]).map((each) => rename(each, kind.of, to));
  if (kind.is !== 'object') return value;
  const names = new Map(
    Object.entries(kind.fields).map(([name, field]) => {
      const stored = field.storedAs ?? name;
      return to === 'stored' ? [name, { as: stored, field }] : [stored, { as: name, field }];
    }),
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = names.get(name);
      return known ? [known.as, rename(member, known.field.kind, to)] : [name, member];
    }),
  );
}

/** The store has a member of the value under a name of its own. */
export function hasOtherNames(kind: Kind): boolean {
  if (kind.is === 'list') return hasOtherNames(kind.of);
  return (
    kind.is === 'object' &&
    Object.values(kind.fields).some((field) => field.storedAs !== undefined || hasOtherNames(field.kind))
  );
}

/** A field that was added later. A nested value is read as it was written, so a new member of it is optional. */
export const add = ({ kind }: Field, before: Before): Field<'always'> => ({
  presence: 'always',
  kind,
  before,
});
