import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import { type CsvCell, csvLine } from '../../domain/vocabulary/csv.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import { ContentUnreadable, type ContentStore } from '../../ports/content-store.ts';
import { batches } from './exported-rows.ts';

interface Summarised {
  readonly client: string;
  readonly sealedSummary?: string;
}

/** The columns of a list by name, in their order. */
type Columns<R> = Readonly<Record<string, (row: R, summary: InvoiceSummary) => CsvCell>>;

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
  { content }: { readonly content: Pick<ContentStore, 'openTexts'> },
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  for await (const some of batches(rows)) {
    const summaries = await summariesOf(content, some);
    for (const [n, row] of some.entries())
      yield csvLine(Object.values(columns).map((cell) => cell(row, summaries[n]!)));
  }
}

/** In the order of the rows; empty where nothing was read or can be opened, or the client was deleted. */
export async function summariesOf(
  content: Pick<ContentStore, 'openTexts'>,
  rows: readonly Summarised[],
): Promise<readonly InvoiceSummary[]> {
  const texts = new Map<Summarised, string>();
  for (const client of new Set(rows.map((row) => row.client))) {
    const own = rows.filter((row) => row.client === client && row.sealedSummary !== undefined);
    const sealed = own.map(({ sealedSummary }) => sealedSummary!);
    (await openable(content, client, sealed)).forEach((text, n) => texts.set(own[n]!, text));
  }
  return rows.map((row) => JSON.parse(texts.get(row) ?? '{}') as InvoiceSummary);
}

async function openable(
  content: Pick<ContentStore, 'openTexts'>,
  client: string,
  sealed: readonly string[],
): Promise<readonly string[]> {
  try {
    return (await content.openTexts(client, sealed)) ?? [];
  } catch (error) {
    if (!(error instanceof ContentUnreadable)) throw error;
    if (sealed.length === 1) return ['{}'];
    return (await Promise.all(sealed.map((one) => openable(content, client, [one])))).flat();
  }
}
