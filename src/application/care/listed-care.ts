import type { CareItem, CareStatus, InvoiceInCare } from '../../domain/lifecycle/care-item.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { CareQuery } from '../../ports/care-list.ts';

/** A store finds open and handled rows separately: years of handled rows outnumber the open ones. */
export type CareKind = Exclude<CareStatus, 'all'>;

/** Open ones first: a row that is handled in between is seen twice rather than never. */
const KINDS: readonly CareKind[] = ['open', 'handled'];

/**
 * Invoices with rows of one kind, as a store finds them: the `count` newest that are older than `before`, and all that are as old
 * as the last.
 */
type NewestInCare = (kind: CareKind, count: number, before: Date) => Promise<readonly InvoiceInCare[]>;

/** Rows that are read at once, so that no other caller waits longer than for these. */
const AT_ONCE = 1000;
const EVER = new Date('9999-12-31T00:00:00Z');

/** @see CareList */
export async function listCare(
  { status, limit = Infinity }: CareQuery,
  newest: NewestInCare,
): Promise<readonly CareItem[]> {
  const inCare = new Map<string, InvoiceInCare>();
  for (const kind of status === 'all' ? KINDS : [status])
    for (const invoice of await findNewest(kind, limit, newest)) inCare.set(invoice.id, invoice);
  return [...inCare.values()]
    .flatMap(itemsOf)
    .filter(({ row }) => status === 'all' || kindOf(row) === status)
    .sort(newestFirst)
    .slice(0, limit);
}

/** Each has a row that is newer than all rows of the invoices left out, so as many invoices as rows are enough. */
async function findNewest(
  kind: CareKind,
  limit: number,
  newest: NewestInCare,
): Promise<readonly InvoiceInCare[]> {
  const inCare: InvoiceInCare[] = [];
  for (let before = EVER; inCare.length < limit; before = inCare.at(-1)!.newestAt) {
    const next = await newest(kind, Math.min(AT_ONCE, limit - inCare.length), before);
    if (next.length === 0) break;
    for (const invoice of next) inCare.push(invoice);
  }
  return inCare;
}

export const kindOf = ({ handledAt }: CareRow): CareKind => (handledAt === undefined ? 'open' : 'handled');

const itemsOf = ({ care, newestAt: _newestAt, ...invoice }: InvoiceInCare): readonly CareItem[] =>
  care.map((row) => ({ ...invoice, row }));

/** A record of a small store with its care rows. */
interface SmallRecord extends Pick<InvoiceRecord, 'id' | 'client' | 'route'> {
  readonly care: readonly CareRow[];
}

/** Of a store with a few records for each client. @param refOf what the list names in place of the invoice. */
export const careOfRecords = <R extends SmallRecord>(
  records: readonly R[],
  refOf: (record: R) => string,
  { status, id: only, limit = Infinity }: Omit<CareQuery, 'client'>,
): readonly CareItem[] =>
  records
    .filter(({ id }) => only === undefined || id === only)
    .flatMap((record) => {
      const { id, client, route } = record;
      return record.care.map((row) => ({ id, client, route, invoiceRef: refOf(record), row }));
    })
    .filter(({ row }) => status === 'all' || kindOf(row) === status)
    .toSorted(newestFirst)
    .slice(0, limit);

interface ListedRow {
  readonly id: string;
  readonly row: Pick<CareRow, 'openedAt'>;
}

/** The order of the list. Rows of one invoice and instant keep theirs. */
export function newestFirst(one: ListedRow, other: ListedRow): number {
  const later = Number(other.row.openedAt) - Number(one.row.openedAt);
  if (later !== 0 || one.id === other.id) return later;
  return one.id < other.id ? 1 : -1;
}
