import type { CapWindow } from '../../../../domain/routes/route-caps.ts';
import type { CapKey, Caps } from '../../../../ports/caps.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefResponse } from './ksef.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

export const within = (second: number, minute: number, hour: number): readonly CapWindow[] => [
  { seconds: 1, limit: second },
  { seconds: 60, limit: minute },
  { seconds: 3600, limit: hour },
];

/**
 * KSeF's limits for one context, over all clients, until KSeF states others (CIRFMF/ksef-api, `limity/limity-api.md` of 14 September 2026).
 * The contract's caps count the calls of a client as well; these limits matter if several clients act for one company.
 */
export const LIMITS = {
  open: within(10, 30, 120),
  send: within(10, 30, 180),
  close: within(20, 60, 240),
  batch: within(10, 20, 60),
  batchClose: within(20, 40, 120),
  status: within(30, 120, 1200),
  list: within(10, 20, 200),
  session: within(10, 120, 1200),
  metadata: within(8, 16, 20),
  download: within(8, 16, 64),
  export: within(8, 16, 20),
  exportStatus: within(10, 60, 600),
  collective: within(10, 60, 120),
  other: within(10, 30, 120),
} as const;
export type Limited = keyof typeof LIMITS;
export type Windows = Readonly<Record<Limited, readonly CapWindow[]>>;

/** Used without a `Retry-After` (decisions, "429 of a route"). */
const USUAL_BLOCK_S = 60;

const MAX_WAIT_MS = 5 * 60_000;

/** Permits under KSeF's limits, and how long KSeF blocks calls: each further call extends the block. */
export class Limits {
  constructor(
    private readonly caps: Caps,
    private readonly clock: Clock,
  ) {}

  /** Makes a call with a permit. There is none while KSeF blocks, whichever process was told so. */
  async run(
    context: string,
    call: Limited,
    windows: Windows,
    make: () => Promise<KsefResponse>,
  ): Promise<KsefResponse> {
    const cap = capOf(context, call, windows);
    const countedAt = this.clock.now();
    const taking = await this.caps.take(cap, countedAt);
    if (!taking.taken) {
      // No call keeps a queue position here: one that waits long comes after all others when it asks again.
      const wait = Math.min(taking.promised.getTime() - countedAt.getTime(), MAX_WAIT_MS);
      return { kind: 'failure', failure: later(wait) };
    }
    let blockedUntil: Date | undefined;
    try {
      const response = await make();
      blockedUntil = blockIn(response, this.clock.now());
      return response;
    } finally {
      // A block that cannot be stored ends by itself in some minutes, and KSeF repeats an unknown one.
      await this.caps.end(cap, { countedAt, blockedUntil }, this.clock.now()).catch(() => undefined);
    }
  }

  /** Takes no permit. */
  async block(context: string, call: Limited, windows: Windows): Promise<RailAnswer | undefined> {
    const now = this.clock.now();
    const until = await this.caps.blockedUntil(capOf(context, call, windows), now);
    return until && later(until.getTime() - now.getTime());
  }
}

/** Windows of one key never change: other limits are counted under another key. */
function capOf(context: string, call: Limited, windows: Windows): CapKey {
  const own = windows[call].map(({ limit }) => limit).join('/');
  const usual = LIMITS[call].map(({ limit }) => limit).join('/');
  const key = `PL-KSEF nip ${context} ${call}`;
  return { key: own === usual ? key : `${key} ${own}`, windows: windows[call] };
}

function blockIn(response: KsefResponse, now: Date): Date | undefined {
  if (response.kind !== 'failure' || response.failure.mapping !== statuses.tooMany) return undefined;
  return new Date(now.getTime() + (response.failure.retryAfterSeconds ?? USUAL_BLOCK_S) * 1000);
}

const later = (ms: number): RailAnswer => ({
  mapping: statuses.tooMany,
  retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
});
