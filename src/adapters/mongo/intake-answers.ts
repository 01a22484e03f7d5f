import type { Filter } from 'mongodb';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { HeldClaim, KeptAnswer } from '../../ports/idempotency-store.ts';
import type { ClaimedAnswer } from '../../ports/invoice-store.ts';
import type { IdempotencyDocument, InvoiceDocument } from './documents.ts';
import type { Mongo } from './mongo.ts';

// The answer to the call that makes an invoice is written with the invoice: one write instead of two, and none without the other. The row
// of the Idempotency-Key has no answer then, and leads to the invoice by its claim.

export const rowOf = ({ space, key }: Pick<HeldClaim, 'space' | 'key'>): string => `${space} ${key}`;

/** Whether the row of the answer's claim leads to the invoice. */
export const isAnsweredBy = (
  { intakeKey }: Pick<InvoiceRecord, 'intakeKey'>,
  { claim }: ClaimedAnswer,
): boolean => claim.claimId === intakeKey;

export const intakeAnswerOf = ({
  claim,
  answer,
}: ClaimedAnswer): NonNullable<InvoiceDocument['intakeAnswer']> => ({
  row: rowOf(claim),
  token: claim.token,
  answer,
});

/** The answer that lies in an invoice. One under an earlier token came too late: its claim had been taken over. */
export async function findIntakeAnswer(
  { invoices }: Mongo,
  { claimId, token }: Pick<IdempotencyDocument, 'claimId' | 'token'>,
): Promise<KeptAnswer | undefined> {
  const invoice = await invoices.findOne(
    { intakeKey: claimId },
    // The caller sends nothing else, so the invoice must survive an election.
    { projection: { intakeAnswer: 1 }, readConcern: 'majority' },
  );
  return invoice?.intakeAnswer?.token === token ? invoice.intakeAnswer.answer : undefined;
}

type Answered = Pick<InvoiceDocument, '_id'> & Partial<Pick<InvoiceDocument, 'intakeKey' | 'intakeAnswer'>>;

/** The rows with answers about invoices, wherever those lie. */
export function rowsAbout(invoices: readonly Answered[]): Filter<IdempotencyDocument> {
  const invoiceId = { $in: invoices.map(({ _id }) => _id) };
  const rows = invoices.flatMap(({ intakeAnswer }) => intakeAnswer?.row ?? []);
  if (rows.length === 0) return { invoiceId };
  const claimId = { $in: invoices.flatMap(({ intakeKey }) => intakeKey ?? []) };
  return { $or: [{ invoiceId }, { _id: { $in: rows }, claimId }] };
}

/** What `rowsAbout` needs of an invoice. */
export const ROW_ONLY = { intakeKey: 1, 'intakeAnswer.row': 1 } as const;
