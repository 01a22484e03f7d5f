import { ROUTES } from '../routes/all.ts';
import { count, type FieldsOf, oneOf, optional, positive, sha256, text, time } from '../vocabulary/fields.ts';
import type { Route } from '../vocabulary/route.ts';

/** The calls whose refusals are kept. */
const REFUSED_CALLS = ['invoices', 'invoices_xml', 'received'] as const;
export type RefusedCall = (typeof REFUSED_CALLS)[number];

/** A submission that was answered 422: no invoice, and counted nowhere as one. */
export interface Refusal {
  /** `rfs_` and 32 hex digits, the same for the same submission. */
  readonly id: string;
  readonly client: string;
  readonly call: RefusedCall;
  /** Absent if none was named. */
  readonly route?: Route;
  /** The ERP's own id, or the number of the invoice, as far as the call tells them. */
  readonly invoiceRef?: string;
  /** The kind of the problem. */
  readonly problem: string;
  /** The findings, JSON, sealed: they may repeat values of the invoice. */
  readonly sealedFindings: string;
  /** Its `InvoiceSummary`, JSON, sealed; absent if nothing of it can be read. */
  readonly sealedSummary?: string;
  readonly mediaType: string;
  /** Of the body after inflation. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** How often the same submission was refused. */
  readonly times: number;
  readonly firstAt: Date;
  readonly at: Date;
  readonly expiresAt: Date;
}

export const REFUSAL_FIELDS: FieldsOf<Refusal> = {
  id: text,
  client: text,
  call: oneOf(REFUSED_CALLS),
  route: optional(oneOf(ROUTES)),
  invoiceRef: optional(text),
  problem: text,
  sealedFindings: text,
  sealedSummary: optional(text),
  mediaType: text,
  sha256,
  size: count,
  times: positive,
  firstAt: time,
  at: time,
  expiresAt: time,
};

/** A client that sends the same mistake all day does not fill the store: its oldest refusals give way. */
const MAX_REFUSALS = 1_000;
export const MAX_REFUSED_BYTES = 100_000_000;

/** Of a client's refusals, newest first: those past its limits. */
export function pastLimits(newestFirst: readonly Pick<Refusal, 'id' | 'size'>[]): readonly string[] {
  let bytes = 0;
  return newestFirst.flatMap(({ id, size }, n) => {
    bytes += size;
    return n >= MAX_REFUSALS || bytes > MAX_REFUSED_BYTES ? [id] : [];
  });
}
