import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import { booked } from '../../domain/invoice/booked.ts';
import { answerOf } from '../../domain/statuses/answer.ts';
import { type CsvCell, type CsvForm, csvLine } from '../../domain/vocabulary/csv.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { openSummaries, type Summarised } from '../tracking/open-summaries.ts';
import { batches } from './exported-rows.ts';

/** The columns of a list by name, in their order. */
type Columns<R> = Readonly<Record<string, (row: R, booked: InvoiceSummary) => CsvCell>>;

type Common = InvoiceRecord | ReceivedRecord;

/** What an invoice is, as the lists of the console show it. */
const SUMMARY: Columns<unknown> = {
  type_code: (_, { typeCode }) => typeCode,
  issue_date: (_, { issueDate }) => issueDate,
  due_date: (_, { dueDate }) => dueDate,
  seller: (_, { seller }) => seller,
  buyer: (_, { buyer }) => buyer,
  currency: (_, { currency }) => currency,
  total: (_, { total }) => amountOf(total),
  due: (_, { due }) => amountOf(due),
};

const amountOf = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : new Decimal(text);

const HEAD: Columns<Common> = {
  id: ({ id }) => id,
  invoice_ref: ({ invoiceRef }) => invoiceRef,
  invoice_number: ({ invoiceNumber }, { number }) => invoiceNumber ?? number,
  ...SUMMARY,
  client: ({ client }) => client,
  route: ({ route }) => route,
  environment: ({ environment }) => environment,
  state: ({ state }) => state,
};

const TAIL: Columns<Common> = {
  document_sha256: ({ documentSha256 }) => documentSha256,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  updated_at: ({ updatedAt }) => updatedAt.toISOString(),
};

export const SENT_COLUMNS: Columns<InvoiceRecord> = {
  ...HEAD,
  issue_date: ({ issueDate }, summary) => issueDate ?? summary.issueDate,
  legal_id: ({ legalId }) => legalId ?? undefined,
  buyer_status: ({ buyerStatus }) => buyerStatus ?? undefined,
  ...TAIL,
};

export const RECEIVED_COLUMNS: Columns<ReceivedRecord> = {
  ...HEAD,
  rail_id: ({ railId }) => railId,
  present_status: ({ presentStatus }) => presentStatus,
  answer: (received) => answerOf(received)?.state,
  ...TAIL,
};

export const REFUSAL_COLUMNS: Columns<Refusal> = {
  id: ({ id }) => id,
  invoice_ref: ({ invoiceRef }) => invoiceRef,
  invoice_number: (_, { number }) => number,
  ...SUMMARY,
  client: ({ client }) => client,
  route: ({ route }) => route,
  times: ({ times }) => times,
  first_at: ({ firstAt }) => firstAt.toISOString(),
  at: ({ at }) => at.toISOString(),
  kept_until: ({ expiresAt }) => expiresAt.toISOString(),
};

/** A list as CSV, its head included. */
export async function* listLines<R extends Summarised>(
  columns: Columns<R>,
  rows: AsyncIterable<R>,
  { content, form }: { readonly content: Pick<ContentStore, 'openTexts'>; readonly form: CsvForm },
): AsyncGenerator<string> {
  yield form.begins + csvLine(Object.keys(columns), form);
  for await (const some of batches(rows)) {
    const summaries = await openSummaries(some, { content });
    for (const row of some) {
      const summary = booked(summaries.get(row) ?? {});
      yield csvLine(
        Object.values(columns).map((cell) => cell(row, summary)),
        form,
      );
    }
  }
}
