import type { Clock } from '../../ports/clock.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import type { ShareStore } from '../../ports/share-store.ts';

/** Removes refused submissions past their days, links that have ended, and old radars. */
export class ForgetRefusals {
  constructor(
    private readonly stores: {
      readonly refusals: Pick<RefusalStore, 'forget'>;
      readonly shares: Pick<ShareStore, 'forget'>;
      readonly radars: Pick<RadarStore, 'forget'>;
    },
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    const { refusals, shares, radars } = this.stores;
    await refusals.forget({ expiredBy: now });
    await shares.forget(now);
    await radars.forget(now);
  }
}
