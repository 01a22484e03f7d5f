import { isNip } from '../../../../domain/checks/identifiers/identifiers.ts';
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

const DAY = 24 * 3_600_000;
/** A range spans at most 100 days (API 2.9); one day less than that, since KSeF counts them by its own clock. */
const REACH_MS = 99 * DAY;
/** The query is limited to 20 an hour, the download to 64 (the note, section 7). */
const PAGE = 100;
const MAX_AT_ONCE = 16;

/** KSeF lists no more than this with one filter, however it is divided into pages (its description of the query). */
const MAX_LISTED = 10_000;

/** `dateRange.from` is later than the moment up to which the list is complete. */
const NOTHING_NEW = '21183';
/** The invoice is accepted, and not yet ready for download. */
const NOT_YET = '21165';

interface Tools {
  readonly calls: KsefCalls;
  /** The machine's clock: KSeF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
  readonly everyMs: number;
}

/**
 * Invoices of which a company is the buyer, in the order of their permanent storage. Up to `permanentStorageHwmDate` the list
 * is complete, so the position never passes it.
 */
export const ksefReceiving = (tools: Tools): Receiving => ({
  everyMs: tools.everyMs,
  recipientOf: nipIn,
  fetch: (collection) => fetchReceived(collection, tools),
});

async function fetchReceived(collection: Collection, tools: Tools): Promise<CollectedPage | RailAnswer> {
  const caller: Caller = { credential: collection.credential, nip: collection.recipient ?? '' };
  const listed = await query(caller, collection.after, tools);
  if ('mapping' in listed) return listed;
  const documents: CollectedDocument[] = [];
  for (const { ksefNumber } of listed.rows) {
    if (await collection.isKnown(ksefNumber)) continue;
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: true };
    const path = `/invoices/ksef/${encodeURIComponent(ksefNumber)}`;
    const response = await tools.calls.call(caller, 'download', { path, wants: 'xml' });
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
  /** Absent if KSeF shows no later page. */
  readonly next?: string;
  readonly isLast: boolean;
}

async function query(
  caller: Caller,
  after: string | null,
  { calls, realClock }: Tools,
): Promise<Listed | RailAnswer> {
  const { page, ...range } = rangeAfter(after, realClock.now().getTime());
  const here = positionAt(range.from, page);
  const response = await calls.call(caller, 'metadata', {
    path: `/invoices/query/metadata?sortOrder=Asc&pageOffset=${page}&pageSize=${PAGE}`,
    body: {
      subjectType: 'Subject2',
      dateRange: { dateType: 'PermanentStorage', ...range, restrictToPermanentStorageHwmDate: true },
    },
  });
  if (response.kind === 'failure') return response.failure;
  if (response.kind === 'refused' && response.code === NOTHING_NEW)
    return { rows: [], next: here, isLast: true };
  if (response.kind !== 'json') return { mapping: statuses.notUnderstood };
  const { invoices, hasMore, isTruncated, permanentStorageHwmDate: complete } = response.json;
  if (!Array.isArray(invoices)) return { mapping: statuses.notUnderstood };
  const rows = invoices.map(rowOf);
  // Otherwise a row that cannot be read would be skipped.
  if (!rows.every((row) => row !== undefined)) return { mapping: statuses.notUnderstood };
  const last = rows.at(-1)?.storedAt;
  if (hasMore !== false || isTruncated === true) {
    if (last === undefined) return { rows, next: here, isLast: true };
    if (last > range.from) return { rows, next: last, isLast: false };
    // All of this page were stored in the millisecond that the list begins with: only a later page leads on.
    return (page + 1) * PAGE < MAX_LISTED
      ? { rows, next: positionAt(range.from, page + 1), isLast: false }
      : { rows, isLast: true };
  }
  // A window with an end was read up to this end, however far KSeF's data are complete.
  const read = [timeIn(complete), range.to].filter((time) => time !== undefined).sort();
  return { rows, next: read[0] ?? last ?? range.from, isLast: true };
}

/** A time, and a page of the list from there on if it is not the first one. */
const positionAt = (from: string, page: number): string => (page === 0 ? from : `${from} page:${page}`);

interface Range {
  readonly from: string;
  readonly to?: string;
  readonly page: number;
}

function rangeAfter(after: string | null, now: number): Range {
  const [time = '', page = '0'] = (after ?? '').split(' page:');
  const at = Date.parse(time);
  const from = Number.isNaN(at) ? now - REACH_MS : at;
  const isLongAgo = now - from > REACH_MS;
  return {
    page: Number.isNaN(at) ? 0 : Number(page),
    from: new Date(from).toISOString(),
    ...(isLongAgo && { to: new Date(from + REACH_MS).toISOString() }),
  };
}

function rowOf(row: unknown): Row | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { ksefNumber, permanentStorageDate } = row as Json;
  const storedAt = timeIn(permanentStorageDate);
  if (typeof ksefNumber !== 'string' || !/^[0-9A-F-]{35,36}$/i.test(ksefNumber) || storedAt === undefined)
    return undefined;
  return { ksefNumber, storedAt };
}

const timeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;

/** With or without `PL`. */
function nipIn(legalEntity: string): string | undefined {
  const nip = legalEntity.replaceAll(/[\s-]/g, '').replace(/^PL/i, '');
  return isNip(nip) ? nip : undefined;
}
