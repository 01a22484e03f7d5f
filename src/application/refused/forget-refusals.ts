import type { Clock } from '../../ports/clock.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import type { ShareStore } from '../../ports/share-store.ts';

/** Removes refused submissions past their days, links that have ended, and old radars. */
export class ForgetRefusals {
  constructor(
    private readonly tools: {
      readonly refusals: Pick<RefusalStore, 'forget'>;
      readonly shares: Pick<ShareStore, 'forget'>;
      readonly radars: Pick<RadarStore, 'forget'>;
      readonly clock: Clock;
    },
  ) {}

  async run(): Promise<void> {
    const now = this.tools.clock.now();
    const { refusals, shares, radars } = this.tools;
    await refusals.forget({ expiredBy: now });
    await shares.forget(now);
    await radars.forget(now);
  }
}
