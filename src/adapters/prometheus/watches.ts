import { Counter, Gauge, type Registry } from 'prom-client';
import { inTime } from '../../application/operation/in-time.ts';
import { RECEIVED_STATES } from '../../domain/lifecycle/received-record.ts';
import { INVOICE_STATES } from '../../domain/lifecycle/states.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryStore, DeliveryTally } from '../../ports/webhook-store.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { InvoiceTally } from '../../ports/invoice-reads.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { LogWatch } from '../../ports/log-watch.ts';
import type { PoolStats, PoolWatch } from '../../ports/pool-watch.ts';
import { BoundedLabel } from './bounded-label.ts';

/**
 * Reads the store once per scrape. Every process on one store shows the same figures. If the store cannot be read,
 * `ids_store_readable` is 0 and there are no old figures.
 */
export function watchInvoices(registry: Registry, invoices: Pick<InvoiceStore, 'tally'>, clock: Clock): void {
  let reading: Promise<void> | undefined;
  // All metrics are collected in one tick, so one reading serves the scrape.
  const read = () => (reading ??= refresh().finally(() => (reading = undefined)));
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect: read });

  const readable = gauge(
    'ids_store_readable',
    '1 when the figures about invoices could be read from the store for this scrape.',
  );
  const states = gauge('ids_invoices', 'Sent invoices in the store by state.', ['state']);
  const depth = gauge('ids_queue_depth', 'Invoices that are due for a worker and that none has taken up.');
  const age = gauge('ids_queue_age_seconds', 'How long the oldest of them has been due; 0 without any.');
  const care = gauge(
    'ids_care_rows_open',
    'Open care rows by catalogue code and by who must act.',
    CARE_LABELS,
  );
  const careAge = gauge(
    'ids_care_age_seconds',
    'How long the oldest open care row has been open; 0 without any.',
  );
  const risk = gauge(
    'ids_deadlines_at_risk',
    'Queued invoices with four fifths of the time to their deadline gone.',
  );
  const codes = new BoundedLabel(MAX_CODES);

  const secondsSince = (time: Date | null): number =>
    time ? Math.max(0, clock.now().getTime() - time.getTime()) / 1000 : 0;

  function show(tally: InvoiceTally): void {
    for (const state of INVOICE_STATES) states.set({ state }, tally.byState[state] ?? 0);
    depth.set(tally.waiting);
    age.set(secondsSince(tally.oldestDueAt));
    care.reset();
    for (const { code, whoActs, rows } of tally.openCare)
      care.inc({ code: codes.of(code), who_acts: whoActs }, rows);
    careAge.set(secondsSince(tally.openCareSince));
    risk.set(tally.deadlinesAtRisk);
  }

  async function refresh(): Promise<void> {
    try {
      show(await inTime(PATIENCE_MS, invoices.tally(clock.now())));
      readable.set(1);
    } catch {
      for (const labelled of [states, care]) labelled.reset();
      for (const plain of [depth, age, careAge, risk]) plain.remove();
      readable.set(0);
    }
  }
}

/** Prometheus waits 10 seconds for all metrics. A store that hangs must not cost the other metrics. */
const PATIENCE_MS = 3000;

const CARE_LABELS = ['code', 'who_acts'];
const MAX_CODES = 200;

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

/** All metrics are collected in one tick, so one reading serves a scrape; undefined if the store cannot be read in time. */
function oncePerScrape<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () =>
    (reading ??= inTime(PATIENCE_MS, read())
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
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

const DAY_SECONDS = 86_400;

/** Days to the end of a kind of credential by law, and how many have no successor. Without such credentials there are no days. */
export function watchEndings(
  registry: Registry,
  present: () => Promise<
    readonly {
      readonly route: Route;
      readonly kind: string;
      readonly daysLeft: number;
      readonly without: readonly unknown[];
    }[]
  >,
): void {
  const read = oncePerScrape(present);
  const gauge = (
    name: string,
    help: string,
    show: (gauge: Gauge<'route' | 'kind'>, ending: Awaited<ReturnType<typeof present>>[number]) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['route', 'kind'] as const,
      registers: [registry],
      async collect() {
        const endings = await read();
        this.reset();
        for (const ending of endings ?? []) show(this, ending);
      },
    });
  gauge(
    'ids_credentials_ending',
    'Live credentials of a kind that ends by law, without a successor, by route and kind.',
    (shown, { route, kind, without }) => shown.set({ route, kind }, without.length),
  );
  gauge(
    'ids_credential_left_seconds',
    'The days until the end of that kind by law, in seconds; absent if no client depends on it.',
    (shown, { route, kind, daysLeft, without }) => {
      if (without.length > 0) shown.set({ route, kind }, daysLeft * DAY_SECONDS);
    },
  );
}

/** How many clients have signing credentials that do not hold. */
export function watchSigners(
  registry: Registry,
  present: () => Promise<
    readonly { readonly route: Route; readonly kind: string; readonly failing: readonly unknown[] }[]
  >,
): void {
  const gauge: Gauge<'route' | 'kind'> = new Gauge({
    name: 'ids_credentials_not_holding',
    help: 'Clients whose credential signs codes of offline invoices and does not hold, by route and kind.',
    labelNames: ['route', 'kind'],
    registers: [registry],
    async collect() {
      const signers = await inTime(PATIENCE_MS, present()).catch(() => undefined);
      gauge.reset();
      for (const { route, kind, failing } of signers ?? []) gauge.set({ route, kind }, failing.length);
    },
  });
}

/** How many live credentials of each route expire soon. */
export function watchCredentials(
  registry: Registry,
  soon: () => Promise<readonly { readonly route: Route }[]>,
): void {
  const gauge: Gauge<'route'> = new Gauge({
    name: 'ids_credentials_expiring',
    help: 'Live route credentials whose last day is at most 30 days away, by route.',
    labelNames: ['route'],
    registers: [registry],
    async collect() {
      const expiring = await inTime(PATIENCE_MS, soon()).catch(() => undefined);
      gauge.reset();
      if (!expiring) return;
      for (const route of ROUTES) gauge.set({ route }, 0);
      for (const { route } of expiring) gauge.inc({ route });
    },
  });
}
