import type { NetworkDependencies } from '../network.ts';
import type { State } from '../state.ts';
import { type Most, optionsOf } from './options.ts';
import { tooManyRequests } from './errors.ts';
import { ROUTE } from './route.ts';

/** KSeF's value for a window without a limit. */
const NO_LIMIT = -1;

/**
 * The most calls in a second, a minute and an hour, per context. The groups of the description of API 2.6.0, and later ones:
 * `collectiveIdentifier` (2.7.0), and with 2.8.0 one for closing, one for calls without access, and one for all together, which
 * is not in force (as clients made from the newer description read them: ksef-client 0.20.0 of PyPI).
 */
export const LIMITS = {
  onlineSession: { perSecond: 10, perMinute: 30, perHour: 120 },
  onlineSessionClose: { perSecond: 20, perMinute: 60, perHour: 240 },
  batchSession: { perSecond: 10, perMinute: 20, perHour: 60 },
  batchSessionClose: { perSecond: 20, perMinute: 40, perHour: 120 },
  invoiceSend: { perSecond: 10, perMinute: 30, perHour: 180 },
  invoiceStatus: { perSecond: 30, perMinute: 120, perHour: 1200 },
  sessionList: { perSecond: 5, perMinute: 10, perHour: 60 },
  sessionInvoiceList: { perSecond: 10, perMinute: 20, perHour: 200 },
  sessionMisc: { perSecond: 10, perMinute: 120, perHour: 1200 },
  invoiceMetadata: { perSecond: 8, perMinute: 16, perHour: 20 },
  invoiceExport: { perSecond: 8, perMinute: 16, perHour: 20 },
  invoiceExportStatus: { perSecond: 10, perMinute: 60, perHour: 600 },
  invoiceDownload: { perSecond: 8, perMinute: 16, perHour: 64 },
  collectiveIdentifier: { perSecond: 10, perMinute: 60, perHour: 120 },
  other: { perSecond: 10, perMinute: 30, perHour: 120 },
  anonymous: { perSecond: 60, perMinute: NO_LIMIT, perHour: NO_LIMIT },
  global: { perSecond: NO_LIMIT, perMinute: NO_LIMIT, perHour: NO_LIMIT },
} as const satisfies Record<string, Most>;

const numberOf = (limit: number): number => (limit === NO_LIMIT ? Infinity : limit);

/** The present limits: the ministry raises and lowers them. */
export const limitsOf = (state: State): Readonly<Record<keyof typeof LIMITS, Most>> => ({
  ...LIMITS,
  ...optionsOf(state).rate_limits,
});

export type LimitGroup = keyof typeof LIMITS;

const HOUR_MS = 3_600_000;
const WINDOWS = [
  { most: 'perHour', lastsMs: HOUR_MS, named: 'godzinę' },
  { most: 'perMinute', lastsMs: 60_000, named: 'minutę' },
  { most: 'perSecond', lastsMs: 1000, named: 'sekundę' },
] as const satisfies readonly {
  readonly most: keyof Most;
  readonly lastsMs: number;
  readonly named: string;
}[];

/** The calls of one caller in one group. */
interface Counted {
  /** UTC milliseconds of the calls of the last hour, refused ones included. */
  readonly times: readonly number[];
  readonly blockedUntil: number;
  /** Breaches of a limit in the last hour. */
  readonly breaches: readonly number[];
}

const NOTHING: Counted = { times: [], blockedUntil: 0, breaches: [] };

/** The limits of KSeF, in sliding windows. Each further block is twice as long. `SIM_LIMITS=off` lifts them. */
export class Limits {
  constructor(private readonly dependencies: Pick<NetworkDependencies, 'state' | 'limits'>) {}

  /**
   * @param who calls it.
   * @param call is counted separately.
   * @throws KsefRefused 429 over a limit.
   */
  count(group: LimitGroup, who: string, call: string): void {
    const { state, limits } = this.dependencies;
    if (limits === 'off') return;
    const limit = limitsOf(state)[group];
    const most: Most = {
      perSecond: numberOf(limit.perSecond),
      perMinute: numberOf(limit.perMinute),
      perHour: numberOf(limit.perHour),
    };
    const now = Date.now();
    const key = JSON.stringify([who, call]);
    const before = state.findKept<Counted>(ROUTE, 'limit', key) ?? NOTHING;
    const times = [...before.times.filter((at) => at > now - HOUR_MS), now].slice(
      -2 * Math.min(most.perHour, HOUR_MS),
    );
    const breaches = before.breaches.filter((at) => at > now - HOUR_MS);
    if (before.blockedUntil > now) {
      state.keep(ROUTE, 'limit', key, { ...before, times, breaches } satisfies Counted);
      throw error('żądań', before.blockedUntil - now);
    }
    const broken = WINDOWS.find(({ most: name, lastsMs }) => inLast(times, now - lastsMs) > most[name]);
    const wait = broken ? freeAgain(times, most[broken.most], broken.lastsMs, now) * 2 ** breaches.length : 0;
    const counted = {
      times,
      blockedUntil: now + Math.min(wait, HOUR_MS),
      breaches: broken ? [...breaches, now] : breaches,
    };
    state.keep(ROUTE, 'limit', key, counted satisfies Counted);
    if (broken) throw error(`${most[broken.most]} żądań na ${broken.named}`, counted.blockedUntil - now);
  }
}

const inLast = (times: readonly number[], from: number): number => times.filter((at) => at > from).length;

/** The time until a window has room. */
const freeAgain = (times: readonly number[], most: number, lastsMs: number, now: number): number =>
  Math.max(1000, (times.at(-most) ?? now) + lastsMs - now);

function error(limit: string, waitMs: number): Error {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  return tooManyRequests(`Przekroczono limit ${limit}. Spróbuj ponownie po ${wait} sekundach.`, wait);
}
