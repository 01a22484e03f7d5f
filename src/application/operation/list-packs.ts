import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { type PackRow, packsInForce } from '../../domain/checks/layers/packs-in-force.ts';
import { type Caller, ENVIRONMENT_OPERATOR_KEY_ID } from '../../domain/access/caller.ts';
import { overlaysShownTo, packsShownTo } from '../access/tenancy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';

interface ListedPacks extends PackRow<InstalledRules> {
  /** What the company changes in the rules of the layer, today or later. */
  readonly overlays: readonly Overlay[];
}

/** Which rule packs judge invoices of today, and which ones follow (extension). */
export class ListPacks {
  constructor(private readonly ports: { readonly packs: RulePacks; readonly clock: Clock }) {}

  /** @param caller left out on the machine of the operator. */
  async run(
    caller: Caller = OPERATOR,
  ): Promise<{ readonly today: string; readonly rows: readonly ListedPacks[] }> {
    const today = dayOf(this.ports.clock.now());
    const entries = packsShownTo(caller, await this.ports.packs.entries());
    const rows = packsInForce(entries, today).map((row) => ({
      ...row,
      overlays: overlaysShownTo(caller, (row.inForce ?? row.next)?.overlays ?? []).filter(
        ({ until }) => until >= today,
      ),
    }));
    return { today, rows };
  }
}

const OPERATOR: Caller = { kind: 'operator', keyId: ENVIRONMENT_OPERATOR_KEY_ID };
