/** The content of a stored field. Each store writes and reads every kind in its own way. */
export type Kind =
  | { readonly is: 'text'; readonly oneOf?: readonly string[]; readonly pattern?: string }
  | { readonly is: 'number'; readonly least: number }
  | { readonly is: 'flag' }
  | { readonly is: 'time' }
  /** A text for people: its id and values, or words. */
  | { readonly is: 'words' }
  | { readonly is: 'bytes' }
  /** Plain values under names that only the writer knows. */
  | { readonly is: 'map' }
  | { readonly is: 'object'; readonly fields: Fields }
  | { readonly is: 'list'; readonly of: Kind };

/** Without a value a field that is `optional` is absent, one that is `nullable` is null. */
type Presence = 'always' | 'optional' | 'nullable';

export interface Field<P extends Presence = Presence> {
  readonly presence: P;
  readonly kind: Kind;
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
export const words = always({ is: 'words' });
export const bytes = always({ is: 'bytes' });
export const map = always({ is: 'map' });

export const oneOf = (values: readonly string[]): Field<'always'> => always({ is: 'text', oneOf: values });
export const objectOf = (fields: Fields): Field<'always'> => always({ is: 'object', fields });
export const listOfTexts = always({ is: 'list', of: { is: 'text' } });
export const listOf = (fields: Fields): Field<'always'> =>
  always({ is: 'list', of: { is: 'object', fields } });

export const optional = ({ kind }: Field): Field<'optional'> => ({ presence: 'optional', kind });
export const nullable = ({ kind }: Field): Field<'nullable'> => ({ presence: 'nullable', kind });
