import type { NetworkDependencies, Reply } from '../network.ts';
import { dayOf } from './bucharest.ts';
import { general } from './answers.ts';

export const ROUTE = 'RO-EFACTURA';

/** The most calls: of all kinds in a minute, and per Bucharest day of one kind about one subject. */
const A_MINUTE = 1000;
export const A_DAY = { status: 100, download: 10, list: 1500, paged: 100_000, rasp: 1000 } as const;

type Kind = keyof typeof A_DAY;

/** The limits of the note. `SIM_LIMITS=off` lifts them. */
export class Limits {
  constructor(private readonly dependencies: Pick<NetworkDependencies, 'state' | 'limits'>) {}

  /**
   * Counts a call of any kind.
   * @returns the error, if it is over the limit.
   */
  tooFast(who: string): Reply | undefined {
    const now = Date.now();
    const minute = Math.floor(now / 60_000);
    if (!this.pass(`minute ${minute} ${who}`, A_MINUTE)) return undefined;
    const wait = Math.ceil(((minute + 1) * 60_000 - now) / 1000);
    const reply = general(429, 'Too Many Requests');
    return { ...reply, headers: { ...reply.headers, 'Retry-After': String(wait) } };
  }

  /**
   * Counts a call of today.
   * @returns whether it is over the limit.
   */
  spend(kind: Kind, subject: string): boolean {
    return this.pass(`${dayOf(Date.now())} ${kind} ${subject}`, A_DAY[kind]);
  }

  private pass(key: string, most: number): boolean {
    const { state, limits } = this.dependencies;
    return limits === 'real' && state.count(ROUTE, key) > most;
  }
}
