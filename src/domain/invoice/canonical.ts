import type { ReadOf } from './members.ts';
import type { CANONICAL_SCHEMA } from './schema.ts';

export type { Profile, TypeCode, VatCategory } from './schema-codes.ts';
export type { IsoDate } from './en16931.ts';

/**
 * The invoice as a caller states it (contract 2.2, decisions "Canonical invoice"), read by its schema, which describes each member. Totals
 * are not part of it: they are computed from the lines.
 */
export type CanonicalInvoice = NonNullable<ReadOf<typeof CANONICAL_SCHEMA>>;

export type Seller = CanonicalInvoice['seller'];
export type Buyer = CanonicalInvoice['buyer'];
export type Payee = NonNullable<CanonicalInvoice['payee']>;
export type Payment = NonNullable<CanonicalInvoice['payment']>;
export type VatExemption = CanonicalInvoice['vatExemption'][number];

/** BG-25. */
export type Line = CanonicalInvoice['lines'][number];

/** BG-27 or BG-28; also the members that BG-20 and BG-21 share with them. */
export type AllowanceOrCharge = Line['allowances'][number];

/** BG-20 or BG-21. */
export type DocumentAllowanceOrCharge = CanonicalInvoice['allowances'][number];
