import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { packsShownTo } from '../access/tenancy.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';
import type { PackChanges, PackRules, RulesOfPack } from '../../ports/pack-rules.ts';

/** What the rules of an installed pack say, and what differs from another (extension). */
export class ReadPackRules {
  constructor(private readonly ports: { readonly packRules: PackRules; readonly packs: RulePacks }) {}

  /** @throws CallFailed `not-found` */
  async rules(caller: Caller, name: string): Promise<RulesOfPack> {
    await this.refuseHidden(caller, name);
    return (await this.ports.packRules.rules(name)) ?? notInstalled();
  }

  /** From `since` to `name`. @throws CallFailed `not-found` */
  async changes(caller: Caller, name: string, since: string): Promise<PackChanges> {
    await this.refuseHidden(caller, name);
    await this.refuseHidden(caller, since);
    return (await this.ports.packRules.changes(since, name)) ?? notInstalled();
  }

  /** Own rules of other clients. */
  private async refuseHidden(caller: Caller, name: string): Promise<void> {
    const entries = await this.ports.packs.entries();
    const shown = new Set(packsShownTo(caller, entries));
    const isNamed = ({ id, version, origin }: InstalledRules): boolean =>
      // By the name of its folder, too.
      name === `${id}-${version}` || name.startsWith(`${id}-${version}.${origin}`);
    if (entries.some((pack) => !shown.has(pack) && isNamed(pack))) notInstalled();
  }
}

function notInstalled(): never {
  throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-pack-is-installed') });
}
