import type { Clock } from '../../ports/clock.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';

/** Removes refused submissions past their days. */
export class ForgetRefusals {
  constructor(
    private readonly refusals: Pick<RefusalStore, 'forget'>,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.refusals.forget({ expiredBy: this.clock.now() });
  }
}
