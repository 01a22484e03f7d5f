import type { Log } from '../../../ports/log.ts';
import type { CollectedPage, Collection, Receiving } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { fetchListed } from '../listed.ts';
import type { Flow } from './flow.ts';
import { searchOn, startOver, turn } from './flow-list.ts';
import type { Platform } from './platform.ts';
import { readSyncCursor, timeOf, withTaken, writeCursor } from './sync-cursor.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

const FETCH_MS = 60_000;
/** The largest file that the standard allows (the note, section 2). */
const MAX_BYTES = 100_000_000;

interface Ports {
  readonly platform: Platform;
  readonly everyMs: number;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

/** Invoices that come in through the platform: purchases, and sales that the customer bills for us. Each as its original file. */
export const platformReceiving = (ports: Ports): Receiving => ({
  everyMs: ports.everyMs,
  hasMessages: true,
  fetch: (collection) => fetchReceived(collection, ports),
});

const CRITERIA = { types: ['SupplierInvoice', 'CustomerInvoice'], directions: ['In'] };

async function fetchReceived(collection: Collection, ports: Ports): Promise<CollectedPage | RailAnswer> {
  const { credential, after, isKnown, now } = collection;
  const before = readSyncCursor(after);
  const matchingPage = await searchOn(credential, before, CRITERIA, ports);
  if ('mapping' in matchingPage) {
    const again = startOver(before, matchingPage);
    return again ? { documents: [], ...again } : matchingPage;
  }
  const { page, syncCursor } = matchingPage;
  // Otherwise a flow that cannot be read would be skipped.
  if (page.isBroken) return { mapping: statuses.notUnderstood };
  const listed = page.flows
    .filter(comesIn)
    .sort((a, b) => timeOf(a) - timeOf(b))
    .map(({ id }) => id);
  const download = (id: string) => original(id, collection, ports);
  const { owed } = syncCursor;
  const turned = turn(
    withTaken(syncCursor, [], { others: page.flows, now: now.getTime() }),
    syncCursor,
    page,
  );
  const hasMore = turned.search !== undefined;
  const harvest = await fetchListed({ listed, owed, causes: CAUSES, download, isKnown, now, hasMore });
  if ('mapping' in harvest) return harvest;
  const next = { ...(harvest.isWhole ? turned : syncCursor), owed: harvest.owed };
  return { ...harvest.page, next: writeCursor(next) };
}

/** A platform that ignores a criterion lists other flows, too. A sale without a direction is one that we issued. */
const comesIn = ({ type, direction }: Flow): boolean =>
  (type === 'SupplierInvoice' && direction !== 'Out') || (type === 'CustomerInvoice' && direction === 'In');

async function original(
  id: string,
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
  if (response.status === 200 && response.body.length > 0) return { bytes: response.body };
  return { mapping: statuses.notUnderstood, raw: { http_status: response.status } };
}

/** The log-in is good: the search was answered with it. */
const CAUSES = new Map([
  [statuses.credentialRefused.networkStatus, 'document'],
  [statuses.notUnderstood.networkStatus, 'document'],
  [statuses.outOfOrder.networkStatus, 'perhaps'],
  [statuses.answerLost.networkStatus, 'perhaps'],
] as const);
