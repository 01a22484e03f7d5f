import { Newest } from '../../../../domain/newest.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Sessions } from '../../../../ports/sessions.ts';
import { parse } from '../../../../domain/json/json-object.ts';
import { type Caller, contextOfCaller } from './credential.ts';
import { type Json, type Ksef, objectIn } from './ksef.ts';
import { LIMITS, type Limited, type Limits, type Windows, within } from './limits.ts';

interface Ports {
  readonly ksef: Ksef;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** The stored limits of a context. */
interface Kept {
  /** As KSeF states them; empty if it states none. */
  readonly stated: Json;
  /** Milliseconds since 1970, by our clock. */
  readonly at: number;
  readonly until: number;
}

/**
 * The group in KSeF's answer for each of our calls (CIRFMF/ksef-docs); the first group in the answer counts. Closing has a
 * group of its own since API 2.8.0 (`EffectiveApiRateLimits` of ksef-client 0.20.0, made from the description of 2.9.0).
 */
const GROUPS: Readonly<Record<Exclude<Limited, 'other'>, readonly string[]>> = {
  open: ['onlineSession'],
  send: ['invoiceSend'],
  close: ['onlineSessionClose', 'onlineSession'],
  batch: ['batchSession'],
  batchClose: ['batchSessionClose', 'batchSession'],
  status: ['invoiceStatus'],
  list: ['sessionInvoiceList'],
  session: ['sessionMisc'],
  metadata: ['invoiceMetadata'],
  download: ['invoiceDownload'],
  export: ['invoiceExport'],
  exportStatus: ['invoiceExportStatus'],
  collective: ['collectiveIdentifier'],
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a process does not ask the store again. */
const NEAR_MS = MINUTE;
/** A network that refuses every call is not asked for its limits each time. */
const DOUBT_MS = 10 * MINUTE;
const MAX_CONTEXTS = 1_000;

/**
 * The limits of each context, which the ministry raises and lowers. The service asks for them after the first log-in, once a
 * day, and when KSeF refuses a call that was within them. Until then, and for limits that KSeF does not state, the published
 * table counts.
 */
export class IndividualLimits {
  private readonly near = new Newest<{ readonly windows: Windows; readonly at: number }>(MAX_CONTEXTS);
  private readonly doubts = new Newest<number>(MAX_CONTEXTS);

  constructor(private readonly ports: Ports) {}

  /** @param token a valid one. */
  async of(caller: Caller, token: string): Promise<Windows> {
    const known = this.findKnown(caller);
    if (known) return known;
    const context = contextOfCaller(caller);
    const opened = await this.ports.sessions.use<never>(
      { route: 'PL-KSEF', credential: caller.credential, name: `limits ${context}` },
      {
        isGood: (text) => this.isGood(parseKept(text), context),
        open: async (text) => ({
          session: JSON.stringify(await this.fetch(caller, token, parseKept(text))),
        }),
      },
    );
    const entry = opened !== 'busy' && 'session' in opened ? parseKept(opened.session) : undefined;
    const windows = windowsIn(entry?.stated);
    this.near.set(nameOf(caller), { windows, at: this.now() });
    return windows;
  }

  /** Makes no call; undefined if a query is due. */
  findKnown(caller: Caller): Windows | undefined {
    const near = this.near.get(nameOf(caller));
    const age = near ? this.now() - near.at : NEAR_MS;
    return age >= 0 && age < NEAR_MS ? near?.windows : undefined;
  }

  /** KSeF has refused a call that was within the stored limits. */
  doubt(caller: Caller): void {
    this.doubts.set(contextOfCaller(caller), this.now());
    this.near.take(nameOf(caller));
  }

  private isGood(entry: Kept | undefined, context: string): boolean {
    if (!entry || entry.until <= this.now()) return false;
    const isDoubted = (this.doubts.get(context) ?? 0) > entry.at;
    return !isDoubted || this.now() - entry.at < DOUBT_MS;
  }

  private async fetch(caller: Caller, token: string, before: Kept | undefined): Promise<Kept> {
    const { ksef, limits } = this.ports;
    const { calls } = caller.credential;
    const response = await limits.run(contextOfCaller(caller), 'other', LIMITS, () =>
      ksef.call({ path: '/rate-limits', timeoutMs: 10_000, calls }, token),
    );
    const at = this.now();
    return response.kind === 'json'
      ? { stated: response.json, at, until: at + DAY }
      : { stated: before?.stated ?? {}, at, until: at + HOUR };
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

const nameOf = (caller: Caller): string => `${caller.credential.id ?? ''} ${contextOfCaller(caller)}`;

function parseKept(text: string | undefined): Kept | undefined {
  const read = text === undefined ? undefined : objectIn(parse(text));
  return typeof read?.['until'] === 'number' ? (read as unknown as Kept) : undefined;
}

/** A missing or implausible value is that of the table. */
function windowsIn(stated: Json = {}): Windows {
  const rows = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((call) => {
    const group = GROUPS[call].map((name) => objectIn(stated[name])).find((one) => one !== undefined);
    return [call, (group && windowsOf(group, LIMITS[call])) ?? LIMITS[call]] as const;
  });
  return { ...LIMITS, ...(Object.fromEntries(rows) as Partial<Windows>) };
}

/**
 * KSeF's value for a window without a limit (ksef-client 0.20.0, `UNLIMITED`). Here the table's limit stays: it delays nothing
 * for long.
 */
const NO_LIMIT = -1;

function windowsOf(
  { perSecond, perMinute, perHour }: Json,
  [second, minute, hour]: Windows[Limited],
): Windows[Limited] | undefined {
  const stated = [
    [perSecond, second],
    [perMinute, minute],
    [perHour, hour],
  ] as const;
  const [a, b, c] = stated.map(([value, usual]) => (value === NO_LIMIT ? usual?.limit : value));
  return isLimit(a) && isLimit(b) && isLimit(c) ? within(a, b, c) : undefined;
}

const isLimit = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
