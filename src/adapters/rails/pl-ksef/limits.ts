import type { CapWindow } from '../../../domain/lifecycle/caps.ts';
import type { Caps } from '../../../ports/caps.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { RailAnswer } from '../../../ports/rail.ts';
import type { Said } from './ksef.ts';
import { KSEF_WORDS as words } from './words.ts';

const within = (second: number, minute: number, hour: number): readonly CapWindow[] => [
  { seconds: 1, limit: second },
  { seconds: 60, limit: minute },
  { seconds: 3600, limit: hour },
];

/**
 * What KSeF lets one NIP call, whoever calls for it (the note, section 7). Calls of a client are counted by the contract's caps
 * besides; these matter where several clients act for one company.
 */
export const LIMITS = {
  open: within(10, 30, 120),
  send: within(10, 30, 180),
  close: within(10, 30, 120),
  status: within(30, 120, 1200),
  list: within(10, 20, 200),
  session: within(10, 120, 1200),
  metadata: within(8, 16, 20),
} as const;
export type Limited = keyof typeof LIMITS;

/** Without a `Retry-After` (decisions, "429 of a route"). */
const USUAL_BLOCK_S = 60;

const LONGEST_WAIT_MS = 5 * 60_000;

/** Places under KSeF's limits, and how long KSeF wants no calls at all: while it blocks, every further call lengthens it. */
export class Limits {
  readonly #caps: Caps;
  readonly #clock: Clock;
  readonly #blocked = new Map<string, number>();

  constructor(caps: Caps, clock: Clock) {
    this.#caps = caps;
    this.#clock = clock;
  }

  /** Makes a call that has a place. */
  async placed(nip: string, call: Limited, make: () => Promise<Said>): Promise<Said> {
    const blocked = this.blocked(nip, call);
    if (blocked) return { as: 'failure', failure: blocked };
    const cap = { key: keyOf(nip, call), windows: LIMITS[call] };
    const now = this.#clock.now();
    const taking = await this.#caps.take(cap, now);
    if (!taking.taken) {
      // Nobody keeps a turn here: whoever waits long stands behind all others when he comes again.
      const wait = Math.min(taking.promised.getTime() - now.getTime(), LONGEST_WAIT_MS);
      return { as: 'failure', failure: later(wait) };
    }
    try {
      const said = await make();
      this.#heard(nip, call, said);
      return said;
    } finally {
      // What cannot be told is over by itself in some minutes.
      await this.#caps.end(cap, now, this.#clock.now()).catch(() => undefined);
    }
  }

  /** Takes no place. */
  blocked(nip: string, call: Limited): RailAnswer | undefined {
    const key = keyOf(nip, call);
    const left = (this.#blocked.get(key) ?? 0) - this.#clock.now().getTime();
    if (left > 0) return later(left);
    this.#blocked.delete(key);
    return undefined;
  }

  #heard(nip: string, call: Limited, said: Said): void {
    if (said.as !== 'failure' || said.failure.word !== words.tooMany) return;
    const seconds = said.failure.retryAfterSeconds ?? USUAL_BLOCK_S;
    this.#blocked.set(keyOf(nip, call), this.#clock.now().getTime() + seconds * 1000);
  }
}

const keyOf = (nip: string, call: Limited): string => `PL-KSEF nip ${nip} ${call}`;

const later = (ms: number): RailAnswer => ({
  word: words.tooMany,
  retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
});
