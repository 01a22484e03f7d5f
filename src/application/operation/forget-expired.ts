import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import { throwFirst } from '../each-apart.ts';

/** Removes refused submissions past their days, links and sessions that have ended, and old radars. */
export class ForgetExpired {
  constructor(
    private readonly ports: {
      readonly refusals: Pick<RefusalStore, 'forget'>;
      readonly shares: Pick<ShareStore, 'forget'>;
      readonly radars: Pick<RadarStore, 'forget'>;
      readonly browserSessions: Pick<BrowserSessions, 'forget'>;
      readonly clock: Clock;
      readonly realClock: Clock;
    },
  ) {}

  async run(): Promise<void> {
    const now = this.ports.clock.now();
    const { refusals, shares, radars, browserSessions, realClock } = this.ports;
    const results = await Promise.allSettled([
      refusals.forget({ expiredBy: now }),
      shares.forget(now),
      radars.forget(now),
      browserSessions.forget(realClock.now()),
    ]);
    throwFirst(results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])));
  }
}
