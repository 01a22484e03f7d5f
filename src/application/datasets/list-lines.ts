import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { hasFailed } from '../../domain/lifecycle/states.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import { booked } from '../../domain/invoice/booked.ts';
import { answerOf } from '../../domain/statuses/answer.ts';
import { type CsvCell, csvLine } from '../../domain/vocabulary/csv.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Attempt, InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ProofReader } from '../proof/show-proof.ts';
import { withAttempts } from '../tracking/find-invoice.ts';
import { openSummaries, type Summarised } from '../tracking/open-summaries.ts';
import { countedIn } from './archived-sums.ts';
import { batches } from './exported-rows.ts';
import { headLine, inWords, type TableForm } from './table-words.ts';

/** The columns of a list by name, in their order. */
type Columns<R> = Readonly<
  Record<string, (row: R, booked: InvoiceSummary, later: Attempt | undefined) => CsvCell>
>;

/** A list as a table. */
interface ListTable<R> {
  readonly direction: 'out' | 'in';
  readonly columns: Columns<R>;
  /** What people read, in their order. */
  readonly sheet: readonly string[];
  /** Cells of people's tables alone. */
  readonly sheetCells?: Columns<R>;
  /** Of each row what counts in its place. */
  readonly laterOf?: (
    rows: readonly R[],
    store: Pick<InvoiceReads, 'attempts'>,
  ) => Promise<ReadonlyMap<R, Attempt>>;
}

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

/** New columns stand at the end, for programs that count them. */
const VAT: Columns<unknown> = {
  total_without_vat: (_, { withoutVat }) => amountOf(withoutVat),
  total_vat: (_, { vat }) => amountOf(vat),
};

const SENT_COLUMNS: Columns<InvoiceRecord> = {
  ...HEAD,
  issue_date: ({ issueDate }, summary) => issueDate ?? summary.issueDate,
  legal_id: ({ legalId }) => legalId ?? undefined,
  buyer_status: ({ buyerStatus }) => buyerStatus ?? undefined,
  ...TAIL,
  ...VAT,
  counted_in: ({ state }, _, later) =>
    countedIn({ direction: 'out', state, isReplaced: later !== undefined }),
  sent_again_as: (_, __, later) => later && nameOf(later),
};

const AMOUNTS = ['total_without_vat', 'total_vat', 'total', 'due'] as const;

/**
 * People add up a column: what never arrived, and what was sent again, is not in it. Its total stands in a column of its own, so that both
 * sums are those of the list.
 */
const COUNTED: Columns<InvoiceRecord> = {
  ...Object.fromEntries(
    AMOUNTS.map((name) => [
      name,
      (...of: Parameters<Columns<InvoiceRecord>[string]>) =>
        hasFailed(of[0].state) ? undefined : SENT_COLUMNS[name]!(...of),
    ]),
  ),
  not_counted: ({ state }, { total }) => (hasFailed(state) ? amountOf(total) : undefined),
};

const WHAT = ['invoice_number', 'type_code', 'issue_date', 'due_date', 'seller', 'buyer', 'currency'];
const END = ['created_at', 'updated_at', 'invoice_ref', 'id', 'client', 'environment', 'document_sha256'];

export const SENT_TABLE: ListTable<InvoiceRecord> = {
  direction: 'out',
  columns: SENT_COLUMNS,
  sheet: [
    ...[...WHAT, ...AMOUNTS, 'not_counted', 'counted_in', 'sent_again_as'],
    ...['state', 'route', 'legal_id', 'buyer_status', ...END],
  ],
  sheetCells: COUNTED,
  laterOf,
};

export const RECEIVED_TABLE: ListTable<ReceivedRecord> = {
  direction: 'in',
  columns: {
    ...HEAD,
    rail_id: ({ railId }) => railId,
    present_status: ({ presentStatus }) => presentStatus,
    answer: (received) => answerOf(received)?.state,
    ...TAIL,
    ...VAT,
  },
  sheet: [...WHAT, ...AMOUNTS, 'state', 'present_status', 'answer', 'route', 'rail_id', ...END],
};

export const REFUSAL_TABLE: ListTable<Refusal> = {
  direction: 'out',
  columns: {
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
    ...VAT,
  },
  sheet: [
    ...WHAT,
    ...AMOUNTS,
    'route',
    'times',
    'first_at',
    'at',
    'kept_until',
    'invoice_ref',
    'id',
    'client',
  ],
};

/** Of what was sent again after it had failed. */
export async function laterOf(
  invoices: readonly InvoiceRecord[],
  store: Pick<InvoiceReads, 'attempts'>,
): Promise<ReadonlyMap<InvoiceRecord, Attempt>> {
  const failed = invoices.filter(({ state }) => hasFailed(state));
  if (failed.length === 0) return new Map();
  const shown = await withAttempts(store, failed);
  return new Map(
    shown.flatMap(({ invoice, sentAgainAs }) => (sentAgainAs ? [[invoice, sentAgainAs] as const] : [])),
  );
}

/** What names the later one in place of an invoice. */
export const nameOf = ({ invoiceNumber, id }: Attempt): string => invoiceNumber ?? id;

interface Ports {
  readonly content: Pick<ContentStore, 'openTexts'>;
  readonly invoices: Pick<InvoiceReads, 'attempts'>;
}

/** A list as CSV, its head included. */
export async function* listLines<R extends Summarised & { readonly route?: string | undefined }>(
  table: ListTable<R>,
  rows: AsyncIterable<R>,
  { content, invoices }: Ports,
  form: TableForm,
): AsyncGenerator<string> {
  const { reader } = form;
  const columns = columnsFor(table, reader);
  yield headLine(
    columns.map(([name]) => name),
    form,
  );
  for await (const some of batches(rows)) {
    const summaries = await openSummaries(some, { content });
    const later = await table.laterOf?.(some, invoices);
    for (const row of some) {
      const summary = booked(summaries.get(row) ?? {});
      const { route } = row;
      const cells = columns.map(([column, of]) => {
        const cell = of(row, summary, later?.get(row));
        return reader ? inWords(cell, { column, route, direction: table.direction }, reader) : cell;
      });
      yield csvLine(cells, form);
    }
  }
}

const columnsFor = <R>(
  { columns, sheet, sheetCells }: ListTable<R>,
  reader: ProofReader | undefined,
): readonly (readonly [name: string, of: Columns<R>[string]])[] =>
  reader ? sheet.map((name) => [name, (sheetCells?.[name] ?? columns[name])!]) : Object.entries(columns);
