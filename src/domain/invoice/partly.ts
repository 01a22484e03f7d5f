import type { Decimal } from '../vocabulary/decimal.ts';

/** A model of which anything may be missing, as far as a document says it. */
export type Partly<T> = T extends string | Decimal
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Partly<Item>[]
    : { readonly [K in keyof T]?: Partly<T[K]> };
