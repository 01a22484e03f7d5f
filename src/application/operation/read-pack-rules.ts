import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { PackChanges, PackRules, RulesOfPack } from '../../ports/pack-rules.ts';

/** What the rules of an installed pack say, and what differs from another (extension). */
export class ReadPackRules {
  constructor(private readonly tools: { readonly packRules: PackRules }) {}

  /** @throws CallFailed `not-found` */
  async rules(name: string): Promise<RulesOfPack> {
    return (await this.tools.packRules.rules(name)) ?? notInstalled();
  }

  /** From `since` to `name`. @throws CallFailed `not-found` */
  async changes(name: string, since: string): Promise<PackChanges> {
    return (await this.tools.packRules.changes(since, name)) ?? notInstalled();
  }
}

function notInstalled(): never {
  throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-pack-is-installed') });
}
