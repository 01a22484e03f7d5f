import type { JobSettings } from '../adapters/agenda/agenda-jobs.ts';
import { largeSlots } from '../domain/lifecycle/sizes.ts';
import { RADAR } from '../domain/radar/radar.ts';
import { ROUTE_PROFILES } from '../domain/routes/all.ts';
import { WEBHOOK_LANES } from '../domain/webhooks/delivery.ts';

/** Small checks at once beside those in the threads: of these one reads its source, builds its document or stores its result. */
const CHECKS_BESIDE = 8;
/** Documents under way to one route at once: such work waits for answers, and holds a document each. */
const ROUTE_CONCURRENCY = 16;
/** Receivers that are called at once in each lane of webhooks. */
const WEBHOOK_CONCURRENCY = 16;
/** Receivers beside them whose calls only wait for an answer: each costs an open connection or a few. */
const MAX_WEBHOOKS_WAITING = 64;

/** Routes over which something is sent, by a rail or by mail. */
const SENDING_ROUTES = ROUTE_PROFILES.filter(({ hasRail, mailing }) => hasRail || mailing).map(
  ({ name }) => name,
);

const inEachRoute = (slots: number): Record<string, number> =>
  Object.fromEntries(SENDING_ROUTES.map((route) => [route, slots]));

const inWebhookLanes = (slots: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.values(WEBHOOK_LANES).map((lane) => [lane, slots]));

/** The lanes of a process. */
export function lanesOf(
  poolThreads: number,
): Required<Pick<JobSettings, 'concurrency' | 'maxPerClient' | 'maxBeside' | 'atOnce'>> {
  const checks = poolThreads + CHECKS_BESIDE;
  return {
    concurrency: {
      check: checks,
      'check-large': largeSlots(poolThreads),
      ...inEachRoute(ROUTE_CONCURRENCY),
      ...inWebhookLanes(WEBHOOK_CONCURRENCY),
      [RADAR]: 1,
    },
    maxPerClient: {
      // No network can hang here. Clients take turns at the threads.
      check: checks,
      // A client whose network or receiver hangs leaves half of the slots to the others.
      ...inEachRoute(ROUTE_CONCURRENCY / 2),
      ...inWebhookLanes(WEBHOOK_CONCURRENCY / 2),
    },
    maxBeside: inWebhookLanes(MAX_WEBHOOKS_WAITING),
    // What a crash leaves is found by the sweep.
    atOnce: new Set<string>(['check', ...SENDING_ROUTES]),
  };
}

/** How long a lock lasts in the lanes of webhooks. */
export const webhookLocks = (lockMs: number): Readonly<Record<string, number>> => inWebhookLanes(lockMs);
