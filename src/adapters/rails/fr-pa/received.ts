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
/** The largest file that the standard allows (XP Z12-013, annex A). */
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
  // An invoice that was deleted since is listed as long as no flow is newer.
  const isKnownFlow = new Set(syncCursor.known.map(([id]) => id));
  const flows = page.flows
    .filter((flow) => comesIn(flow) && !isKnownFlow.has(flow.id))
    .sort((a, b) => timeOf(a) - timeOf(b));
  const listed = flows.map(({ id }) => id);
  const isOld = new Set(flows.filter((flow) => timeOf(flow) < now.getTime() - KEPT_MS).map(({ id }) => id));
  const download = (id: string) => original(id, isOld.has(id), collection, ports);
  const { owed } = syncCursor;
  const harvest = await fetchListed({ listed, owed, causes: CAUSES, download, isKnown, now });
  if ('mapping' in harvest) return harvest;
  const { isWhole, handled } = harvest;
  const taken = withTaken(
    { ...syncCursor, owed: harvest.owed },
    flows.filter(({ id }) => handled.has(id)),
    { others: isWhole ? page.flows : [], now: now.getTime() },
  );
  if (!isWhole) return { ...harvest.page, next: writeCursor(taken) };
  const next = turn(taken, syncCursor, page);
  return { ...harvest.page, next: writeCursor(next), isLast: next.search === undefined };
}

/** A platform that ignores a criterion lists other flows, too. A sale without a direction is one that we issued. */
const comesIn = ({ type, direction }: Flow): boolean =>
  (type === 'SupplierInvoice' && direction !== 'Out') || (type === 'CustomerInvoice' && direction === 'In');

/** A platform may list what it no longer keeps. What is newer may not be there yet. */
const KEPT_MS = 60 * 86_400_000;

async function original(
  id: string,
  isOld: boolean,
  { credential }: Collection,
  { platform }: Ports,
): Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer> {
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
  if (isOld && (response.status === 404 || response.status === 410)) return { bytes: undefined };
  return { mapping: statuses.notUnderstood, raw: { http_status: response.status } };
}

/** The log-in is good: the search was answered with it. */
const CAUSES = new Map([
  [statuses.credentialRefused.networkStatus, 'document'],
  [statuses.notUnderstood.networkStatus, 'document'],
  [statuses.outOfOrder.networkStatus, 'perhaps'],
  [statuses.answerLost.networkStatus, 'perhaps'],
] as const);
