import { type PackAge, packAges, type Publisher } from 'en16931-rules/layers/pack-age.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';

/** How old the newest installed release of each publisher is (extension). */
export class MeasurePackAges {
  constructor(
    private readonly ports: {
      readonly packs: RulePacks;
      readonly publishers: readonly Publisher[];
      readonly clock: Clock;
    },
  ) {}

  async run(): Promise<readonly PackAge<InstalledRules>[]> {
    return packAges(await this.ports.packs.entries(), this.ports.publishers, dayOf(this.ports.clock.now()));
  }
}
