import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { type PackRow, packsInForce } from '../../domain/checks/layers/packs-in-force.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';

/** Which rule packs judge invoices of today, and which ones follow (extension). */
export class ListPacks {
  constructor(private readonly tools: { readonly packs: RulePacks; readonly clock: Clock }) {}

  async run(): Promise<{ readonly today: string; readonly rows: readonly PackRow<InstalledRules>[] }> {
    const today = dayOf(this.tools.clock.now());
    return { today, rows: packsInForce(await this.tools.packs.entries(), today) };
  }
}
