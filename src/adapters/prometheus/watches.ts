import { Counter, Gauge, type Registry } from 'prom-client';
import { inTime } from '../../application/operation/in-time.ts';
import { RECEIVED_STATES } from '../../domain/lifecycle/received-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryStore, DeliveryTally } from '../../ports/webhook-store.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { StoreCheck } from '../../ports/store-check.ts';
import type { LogWatch } from '../../ports/log-watch.ts';
import type { PoolStats, PoolWatch } from '../../ports/pool-watch.ts';
import { oncePerScrape, PATIENCE_MS } from './once-per-scrape.ts';

/** A value of this process, read at each scrape. */
function showValue(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}

/** Shows the validator pool of this process. */
export function watchPool(registry: Registry, pool: PoolWatch): void {
  const read = (name: string, help: string, value: (stats: PoolStats) => number) =>
    showValue(registry, name, help, () => value(pool.stats()));
  read('ids_pool_threads', 'Threads of the validator pool.', ({ threads }) => threads);
  read('ids_pool_busy_threads', 'Threads that check a document now.', ({ busyThreads }) => busyThreads);
  read('ids_pool_waiting', 'Documents that wait for a thread.', ({ waiting }) => waiting);
  read(
    'ids_pool_saturation_ratio',
    'Waiting documents as a share of POOL_QUEUE; from 1 on calls are told that the service is busy.',
    ({ waiting, waitingLimit }) => waiting / Math.max(1, waitingLimit),
  );
  new Counter({
    name: 'ids_pool_failures_total',
    help: 'Documents that the pool could not check by cause: refused, died, timed-out, out-of-memory.',
    labelNames: ['cause'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cause, count] of Object.entries(pool.stats().failures)) this.inc({ cause }, count);
    },
  });
}

/** Shows the large bodies that this process holds. */
export function watchBodies(registry: Registry, bodies: BodyWatch): void {
  showValue(
    registry,
    'ids_bodies_held_bytes',
    'Large bodies of calls that are being answered.',
    bodies.heldBytes,
  );
  showValue(
    registry,
    'ids_bodies_waiting',
    'Large documents that wait for the thread that reads them.',
    bodies.waiting,
  );
}

interface BodyWatch {
  readonly heldBytes: () => number;
  readonly waiting: () => number;
}

/** Shows waiting and dead webhook deliveries. */
export function watchDeliveries(
  registry: Registry,
  deliveries: Pick<DeliveryStore, 'tally'>,
  clock: Clock,
): void {
  const read = oncePerScrape(() => deliveries.tally(clock.now()));
  const gauge = (name: string, help: string, value: (tally: DeliveryTally) => number): void => {
    const shown: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const tally = await read();
        if (tally) shown.set(value(tally));
        else shown.reset();
      },
    });
  };
  gauge('ids_webhook_deliveries_pending', 'Webhook deliveries that wait.', ({ pending }) => pending);
  gauge(
    'ids_webhook_pending_age_seconds',
    'How long ago the event of the oldest waiting webhook delivery occurred; 0 without any.',
    ({ oldestPendingAt }) =>
      oldestPendingAt ? Math.max(0, clock.now().getTime() - oldestPendingAt.getTime()) / 1000 : 0,
  );
  gauge(
    'ids_webhook_deliveries_dead',
    'Webhook deliveries that were given up, of 30 days.',
    ({ dead }) => dead,
  );
}

/** Shows received invoices, apart from sent ones. */
export function watchReceived(
  registry: Registry,
  received: Pick<ReceivedStore, 'tally'>,
  clock: Clock,
): void {
  const read = oncePerScrape(() => received.tally(clock.now()));
  const states: Gauge<'state'> = new Gauge({
    name: 'ids_received',
    help: 'Received invoices in the store by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const tally = await read();
      states.reset();
      if (tally) for (const state of RECEIVED_STATES) states.set({ state }, tally.byState[state] ?? 0);
    },
  });
  const care: Gauge = new Gauge({
    name: 'ids_received_care_rows_open',
    help: 'Received invoices whose check could not run: open care rows.',
    registers: [registry],
    async collect() {
      const tally = await read();
      if (tally) care.set(tally.openCare);
      else care.reset();
    },
  });
}

/** Shows how many lines the log of this process has lost. */
export function watchLog(registry: Registry, log: LogWatch): void {
  new Counter({
    name: 'ids_log_lines_dropped_total',
    help: 'Lines of the log that could not be written: its disk is full, or its reader has stopped or gone.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(log.stats().dropped);
    },
  });
}

/** Every process on one store shows the same figures; none if the store cannot be read. */
export function watchLanes(
  registry: Registry,
  workers: { lanes(): Promise<readonly { readonly lane: string; readonly workers: number }[]> },
): void {
  const gauge = new Gauge({
    name: 'ids_live_workers',
    help: 'Processes that gave a sign of life in the last minute and take due work of the lane.',
    labelNames: ['lane'],
    registers: [registry],
    async collect() {
      const shown = await inTime(PATIENCE_MS, workers.lanes()).catch(() => []);
      gauge.reset();
      for (const { lane, workers: count } of shown) gauge.set({ lane }, count);
    },
  });
}

/** The room on the disk of the store, and the age of its newest backup. Every process on one store shows the same. */
export function watchStore(
  registry: Registry,
  store: Pick<StoreCheck, 'disk' | 'backedUpAt'>,
  clock: Clock,
): void {
  const gauge = <T>(
    name: string,
    help: string,
    read: () => Promise<T>,
    value: (read: T) => number | undefined,
  ) => {
    const shown: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const answer = await read();
        const number = value(answer);
        if (number === undefined) shown.remove();
        else shown.set(number);
      },
    });
  };
  const disk = oncePerScrape(() => store.disk());
  gauge(
    'ids_store_disk_size_bytes',
    'Size of the disk with the data of the store; absent if the file system or the server does not report it.',
    disk,
    (room) => room?.sizeBytes,
  );
  gauge('ids_store_disk_free_bytes', 'What of it is free.', disk, (room) => room?.freeBytes);
  gauge(
    'ids_backup_age_seconds',
    'How long ago the newest backup was taken that ids backup made or noted; absent without any.',
    oncePerScrape(() => store.backedUpAt()),
    (at) => at && Math.max(0, clock.now().getTime() - at.getTime()) / 1000,
  );
}
