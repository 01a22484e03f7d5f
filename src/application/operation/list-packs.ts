import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { type PackRow, packsInForce } from '../../domain/checks/layers/packs-in-force.ts';
import { type Caller, ENVIRONMENT_OPERATOR_KEY_ID } from '../../domain/access/caller.ts';
import { packsShownTo } from '../access/tenancy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';

/** Which rule packs judge invoices of today, and which ones follow (extension). */
export class ListPacks {
  constructor(private readonly tools: { readonly packs: RulePacks; readonly clock: Clock }) {}

  /** @param caller left out on the machine of the operator. */
  async run(
    caller: Caller = OPERATOR,
  ): Promise<{ readonly today: string; readonly rows: readonly PackRow<InstalledRules>[] }> {
    const today = dayOf(this.tools.clock.now());
    const entries = packsShownTo(caller, await this.tools.packs.entries());
    return { today, rows: packsInForce(entries, today) };
  }
}

const OPERATOR: Caller = { kind: 'operator', keyId: ENVIRONMENT_OPERATOR_KEY_ID };
