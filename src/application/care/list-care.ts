import type { Caller } from '../../domain/access/caller.ts';
import type { CareItem, CareStatus } from '../../domain/lifecycle/care-item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CareList } from '../../ports/care-list.ts';
import { listedClient } from '../access/tenancy.ts';

/** Contract 4.16: rows that a client key receives at most; the operator receives all. */
const MOST_FOR_CLIENT = 200;

/** Age as of one instant. */
export interface AgedItem extends CareItem {
  readonly ageSeconds: number;
}

export class ListCare {
  constructor(
    /** Read from each ledger. */
    private readonly lists: readonly CareList[],
    private readonly clock: Clock,
  ) {}

  /**
   * Newest first.
   * @throws CallFailed `not-found` when a client key names another client.
   */
  async run(
    caller: Caller,
    { client, status }: { readonly client?: string; readonly status: CareStatus },
  ): Promise<{ readonly items: readonly AgedItem[]; readonly truncated: boolean }> {
    const listed = { client: listedClient(caller, client), status };
    const most = caller.kind === 'client' ? MOST_FOR_CLIENT : Infinity;
    const query = most === Infinity ? listed : { ...listed, limit: most + 1 };
    const found: CareItem[] = [];
    for (const list of this.lists) found.push(...(await list.careList(query)));
    found.sort(newestFirst);
    const now = this.clock.now();
    const items = found.slice(0, most).map((item) => ({ ...item, ageSeconds: age(item, now) }));
    return { items, truncated: found.length > most };
  }
}

/** Not below zero if the clock was set back. */
const age = ({ row }: CareItem, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - row.openedAt.getTime()) / 1000));

/** Each list is in order already; sorting is stable, so rows of one invoice at one instant stay together. */
const newestFirst = (one: CareItem, other: CareItem): number =>
  Number(other.row.openedAt) - Number(one.row.openedAt);
