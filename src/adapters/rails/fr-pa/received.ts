import type { Clock } from '../../../ports/clock.ts';
import type {
  CollectedDocument,
  CollectedPage,
  Collection,
  Receiving,
} from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Flow } from './flow.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject } from './json.ts';
import { timeOf } from './sync-cursor.ts';
import type { Platform } from './platform.ts';
import { search } from './search.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

const BEGINNING = '1970-01-01T00:00:00.000Z';
/** A flow may become visible after one that changed later (the note, 2.3). */
const OVERLAP_MS = 5 * 60_000;
/** The tolerance for a wrong clock. */
const MAX_AHEAD_MS = 3_600_000;
const FETCH_MS = 60_000;
/** The standard allows 10 MB and attachments. */
const MAX_BYTES = 20_000_000;
const MAX_AT_ONCE = 10;

interface SyncCursor {
  /** The newest change, by the platform's clock. */
  readonly seen?: number;
  /** The cursor of a search that goes on. */
  readonly after?: string;
  readonly cursor?: string;
}

interface Ports {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly everyMs: number;
}

/** Purchases: `SupplierInvoice` flows of the platform, each as its original file. */
export const platformReceiving = (ports: Ports): Receiving => ({
  everyMs: ports.everyMs,
  hasMessages: true,
  fetch: (collection) => fetchReceived(collection, ports),
});

async function fetchReceived(collection: Collection, ports: Ports): Promise<CollectedPage | RailAnswer> {
  const { credential, isKnown } = collection;
  const syncCursor = readCursor(collection.after);
  const updatedAfter =
    syncCursor.after ??
    (syncCursor.seen === undefined ? BEGINNING : new Date(syncCursor.seen - OVERLAP_MS).toISOString());
  const page = await search(ports.platform, credential, {
    where: { updatedAfter, flowType: ['SupplierInvoice'], flowDirection: ['In'] },
    ...(syncCursor.cursor !== undefined && { cursor: syncCursor.cursor }),
  });
  if ('mapping' in page) return page;
  // Otherwise a flow that cannot be read would be skipped.
  if (page.isBroken) return { mapping: statuses.notUnderstood };
  const documents: CollectedDocument[] = [];
  for (const flow of page.flows.filter(isPurchase)) {
    if (await isKnown(flow.id)) continue;
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: false };
    const got = await original(flow, collection, ports);
    // The invoices until here are taken in; the next read meets the rest again.
    if ('mapping' in got) return documents.length > 0 ? { documents, isLast: true } : got;
    documents.push({ railId: flow.id, bytes: got.bytes });
  }
  const now = ports.clock.now().getTime();
  const times = page.flows.map(timeOf).filter((time) => time <= now + MAX_AHEAD_MS);
  const seen = Math.max(syncCursor.seen ?? 0, ...times);
  const more = page.next === undefined ? {} : { after: updatedAfter, cursor: page.next };
  const next: SyncCursor = { ...(seen > 0 && { seen }), ...more };
  return { documents, next: JSON.stringify(next), isLast: page.next === undefined && !page.isFull };
}

/** A platform that ignores a criterion lists other flows, too. */
const isPurchase = ({ type, direction }: Flow): boolean => type === 'SupplierInvoice' && direction !== 'Out';

async function original(
  { id }: Flow,
  { credential }: Collection,
  { platform }: Ports,
): Promise<{ readonly bytes: Uint8Array } | RailAnswer> {
  const response = await platform.call(credential, {
    method: 'GET',
    service: 'flow',
    path: `/flows/${encodeURIComponent(id)}?docType=Original`,
    accept: 'application/octet-stream',
    timeoutMs: FETCH_MS,
    maxBytes: MAX_BYTES,
  });
  if ('failure' in response) return response.failure;
  if (response.status !== 200 || response.body.length === 0)
    return { mapping: statuses.notUnderstood, raw: { http_status: response.status } };
  return { bytes: response.body };
}

function readCursor(after: string | null): SyncCursor {
  const read = after === null ? undefined : jsonObject(after);
  if (!isObject(read)) return {};
  const { seen, after: since, cursor } = read;
  return {
    ...(typeof seen === 'number' && { seen }),
    ...(typeof since === 'string' && { after: since }),
    ...(typeof cursor === 'string' && { cursor }),
  };
}
