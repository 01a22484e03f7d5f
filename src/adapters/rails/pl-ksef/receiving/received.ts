import { isNip } from 'en16931-rules/vocabulary/identifiers.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type {
  CollectedDocument,
  CollectedPage,
  Collection,
  Receiving,
} from '../../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import type { Json } from '../client/ksef.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';
import { type ExportOrder, type KsefExports, rangeToWire } from './exports.ts';
import { type Position, readPosition, timeIn, writePosition } from './range.ts';

/** The query is limited to 20 an hour, the download to 64 (CIRFMF/ksef-docs). */
const PAGE = 100;
/** More of them are fetched by an export. */
const MAX_AT_ONCE = 16;

/** KSeF lists no more than this with one filter, however it is divided into pages (its description of the query). */
const MAX_LISTED = 10_000;

/** `dateRange.from` is later than the moment up to which the list is complete. */
const NOTHING_NEW = '21183';
/** The invoice is accepted, and not yet ready for download. */
const NOT_YET = '21165';

interface Ports {
  readonly calls: KsefCalls;
  readonly exports: Pick<KsefExports, 'start' | 'continue'>;
  /** The machine's clock: KSeF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
  readonly everyMs: number;
}

/**
 * Invoices of which a company is the buyer, or a third party, in the order of their permanent storage. Up to `permanentStorageHwmDate` the
 * list is complete, so the position never passes it. A few are fetched one by one, many as a package.
 */
export const ksefReceiving = (ports: Ports): Receiving => ({
  everyMs: ports.everyMs,
  recipientOf: nipIn,
  hasThirdParties: true,
  fetch: (collection) => fetchReceived(collection, ports),
});

async function fetchReceived(collection: Collection, ports: Ports): Promise<CollectedPage | RailAnswer> {
  const { credential, recipient = '', isThirdParty = false } = collection;
  const caller: Caller = { credential, nip: recipient };
  const position = readPosition(collection.after, ports.realClock.now().getTime());
  const { from, to } = position;
  const subject = isThirdParty ? 'Subject3' : 'Subject2';
  const order: ExportOrder = { caller, subject, range: { from, ...(to !== undefined && { to }) } };
  if (position.way === 'export') return continueExport(order, collection, ports);
  const listed = await query(order, position, ports);
  if ('mapping' in listed) return listed;
  const unknown = await unknownOf(listed.rows, collection);
  const areMany = unknown.length > MAX_AT_ONCE || listed.hasMore;
  if (areMany && position.page === 0 && position.way !== 'list' && (await ports.exports.start(order)))
    return { documents: [], next: writePosition({ from, page: 0, way: 'export' }), isLast: false };
  return fetchOneByOne(caller, unknown, listed, ports);
}

async function continueExport(
  order: ExportOrder,
  collection: Collection,
  { exports }: Ports,
): Promise<CollectedPage | RailAnswer> {
  const outcome = await exports.continue(order, collection);
  if (outcome === 'unusable')
    return {
      documents: [],
      next: writePosition({ from: order.range.from, page: 0, way: 'list' }),
      isLast: false,
    };
  return 'page' in outcome ? outcome.page : outcome.failed;
}

async function unknownOf(rows: readonly Row[], { isKnown }: Collection): Promise<readonly Row[]> {
  const unknown: Row[] = [];
  for (const row of rows) {
    if (unknown.length > MAX_AT_ONCE) break;
    if (!(await isKnown(row.ksefNumber))) unknown.push(row);
  }
  return unknown;
}

async function fetchOneByOne(
  caller: Caller,
  unknown: readonly Row[],
  listed: Listed,
  ports: Ports,
): Promise<CollectedPage | RailAnswer> {
  const documents: CollectedDocument[] = [];
  for (const { ksefNumber } of unknown) {
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: true };
    const path = `/invoices/ksef/${encodeURIComponent(ksefNumber)}`;
    const response = await ports.calls.call(caller, 'download', { path, wants: 'xml' });
    if (response.kind === 'xml') documents.push({ railId: ksefNumber, bytes: response.bytes });
    // The invoices until here are taken in; the next read meets the rest again.
    else if (documents.length > 0 || (response.kind === 'refused' && response.code === NOT_YET))
      return { documents, isLast: true };
    else return response.kind === 'failure' ? response.failure : { mapping: statuses.notUnderstood };
  }
  if (listed.next !== undefined) return { documents, next: listed.next, isLast: listed.isLast };
  // The list has more than KSeF shows: nothing is passed over, and the log says so.
  return documents.length > 0 ? { documents, isLast: true } : { mapping: statuses.notUnderstood };
}

interface Row {
  readonly ksefNumber: string;
  readonly storedAt: string;
}

interface Listed {
  readonly rows: readonly Row[];
  /** KSeF has more than this page. */
  readonly hasMore: boolean;
  /** Absent if KSeF shows no later page. */
  readonly next?: string;
  readonly isLast: boolean;
}

async function query(
  { caller, subject, range }: ExportOrder,
  { page, way }: Position,
  { calls }: Ports,
): Promise<Listed | RailAnswer> {
  const { from } = range;
  const here = writePosition({ from, page, ...(way && { way }) });
  const response = await calls.call(caller, 'metadata', {
    path: `/invoices/query/metadata?sortOrder=Asc&pageOffset=${page}&pageSize=${PAGE}`,
    body: { subjectType: subject, dateRange: rangeToWire(range) },
  });
  if (response.kind === 'failure') return response.failure;
  if (response.kind === 'refused' && response.code === NOTHING_NEW)
    return { rows: [], hasMore: false, next: here, isLast: true };
  if (response.kind !== 'json') return { mapping: statuses.notUnderstood };
  const { invoices, hasMore, isTruncated, permanentStorageHwmDate: complete } = response.json;
  if (!Array.isArray(invoices)) return { mapping: statuses.notUnderstood };
  const rows = invoices.map(rowOf);
  // Otherwise a row that cannot be read would be skipped.
  if (!rows.every((row) => row !== undefined)) return { mapping: statuses.notUnderstood };
  const last = rows.at(-1)?.storedAt;
  if (hasMore !== false || isTruncated === true) {
    if (last === undefined) return { rows, hasMore: false, next: here, isLast: true };
    if (last > from) return { rows, hasMore: true, next: last, isLast: false };
    // All of this page were stored in the millisecond that the list begins with: only a later page leads on.
    return (page + 1) * PAGE < MAX_LISTED
      ? { rows, hasMore: true, next: writePosition({ from, page: page + 1 }), isLast: false }
      : { rows, hasMore: true, isLast: true };
  }
  // A window with an end was read up to this end, however far KSeF's data are complete.
  const read = [timeIn(complete), range.to].filter((time) => time !== undefined).sort();
  return { rows, hasMore: false, next: read[0] ?? last ?? from, isLast: true };
}

function rowOf(row: unknown): Row | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { ksefNumber, permanentStorageDate } = row as Json;
  const storedAt = timeIn(permanentStorageDate);
  if (typeof ksefNumber !== 'string' || !/^[0-9A-F-]{35,36}$/i.test(ksefNumber) || storedAt === undefined)
    return undefined;
  return { ksefNumber, storedAt };
}

/** With or without `PL`. */
function nipIn(legalEntity: string): string | undefined {
  const nip = legalEntity.replaceAll(/[\s-]/g, '').replace(/^PL/i, '');
  return isNip(nip) ? nip : undefined;
}
