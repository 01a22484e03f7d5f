import type { Clock } from '../../ports/clock.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import type { ShareStore } from '../../ports/share-store.ts';

/** Removes refused submissions past their days, and links that have ended. */
export class ForgetRefusals {
  constructor(
    private readonly refusals: Pick<RefusalStore, 'forget'>,
    private readonly shares: Pick<ShareStore, 'forget'>,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    await this.refusals.forget({ expiredBy: now });
    await this.shares.forget(now);
  }
}
