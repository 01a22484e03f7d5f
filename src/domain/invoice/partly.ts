import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/** A model of which any part may be missing, as a document states it. */
export type Partly<T> = T extends string | Decimal
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Partly<Item>[]
    : { readonly [K in keyof T]?: Partly<T[K]> };
