import { Gauge, type Registry } from 'prom-client';
import { inTime } from '../../application/operation/in-time.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { oncePerScrape, PATIENCE_MS } from './once-per-scrape.ts';

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

/** How many live credentials of each route expire soon, and when the first one does. */
export function watchCredentials(
  registry: Registry,
  soon: () => Promise<readonly { readonly route: Route; readonly expiresOn?: string }[]>,
  clock: Clock,
): void {
  const read = oncePerScrape(soon);
  const gauge: Gauge<'route'> = new Gauge({
    name: 'ids_credentials_expiring',
    help: 'Live route credentials whose last day is at most 30 days away, by route.',
    labelNames: ['route'],
    registers: [registry],
    async collect() {
      const expiring = await read();
      gauge.reset();
      if (!expiring) return;
      for (const route of ROUTES) gauge.set({ route }, 0);
      for (const { route } of expiring) gauge.inc({ route });
    },
  });
  const first: Gauge<'route'> = new Gauge({
    name: 'ids_credential_expiry_seconds',
    help: 'Seconds to the end of the last day of the credential that expires first, by route; absent if none does within 30 days.',
    labelNames: ['route'],
    registers: [registry],
    async collect() {
      const expiring = (await read()) ?? [];
      first.reset();
      for (const route of ROUTES) {
        const [day] = expiring
          .flatMap((one) => (one.route === route ? (one.expiresOn ?? []) : []))
          .toSorted();
        if (day !== undefined) first.set({ route }, secondsToEndOf(day, clock.now()));
      }
    },
  });
}

const secondsToEndOf = (day: string, now: Date): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - now.getTime()) / 1000) + DAY_SECONDS;
