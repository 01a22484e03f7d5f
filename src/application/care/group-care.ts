import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import {
  type CareGroup,
  type CareGroupKey,
  careGroups,
  isInGroup,
} from '../../domain/lifecycle/care-groups.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import { listedClient } from '../access/tenancy.ts';
import { newestFirst } from './listed-care.ts';
import { type CareLists, listsOf } from './own-care.ts';
import type { MarkHandled } from './mark-handled.ts';
import type { ReopenCare } from './reopen-care.ts';

/** Invoices of one call, each of which is a write. */
const MAX_INVOICES = 200;

interface HandledGroup {
  readonly handled: number;
  readonly invoices: readonly string[];
  /** Invoices that a worker holds; their rows are open. */
  readonly busy: number;
  /** There are more. */
  readonly truncated: boolean;
}

interface ReopenedGroup {
  readonly reopened: number;
  readonly invoices: readonly string[];
  readonly busy: number;
}

/** Open care rows by what has to be done about them. */
export class GroupCare {
  constructor(
    private readonly ports: CareLists & {
      readonly markHandled: Pick<MarkHandled, 'run'>;
      readonly reopenCare: Pick<ReopenCare, 'run'>;
    },
  ) {}

  /** @throws CallFailed `not-found` when a client key names another client. */
  async list(caller: Caller, client: string | undefined): Promise<readonly CareGroup[]> {
    return careGroups(await this.openRows(caller, client));
  }

  /**
   * Closes the rows of a group, those that have waited longest first.
   * @throws CallFailed `not-found` when a client key names another client.
   */
  async handle(
    caller: Caller,
    group: CareGroupKey,
    { client, requestId }: { readonly client?: string | undefined; readonly requestId: string },
  ): Promise<HandledGroup> {
    const rows = (await this.openRows(caller, client)).filter((item) => isInGroup(item, group)).reverse();
    const ids = rows.slice(0, MAX_INVOICES).map(({ id }) => id);
    const done = await eachOf(ids, (id) =>
      this.ports.markHandled.run({ caller, id, requestId, code: group.code }),
    );
    return {
      handled: done.rows,
      invoices: done.invoices,
      busy: done.busy,
      truncated: rows.length > MAX_INVOICES,
    };
  }

  /**
   * Takes back that the rows of a group were closed. Invoices that are not of the caller are passed over.
   * @param ids at most 200.
   */
  async reopen(
    caller: Caller,
    { code, ids }: { readonly code: string; readonly ids: readonly string[] },
    requestId: string,
  ): Promise<ReopenedGroup> {
    const done = await eachOf([...new Set(ids)], (id) =>
      this.ports.reopenCare.run({ caller, id, requestId, code }),
    );
    return { reopened: done.rows, invoices: done.invoices, busy: done.busy };
  }

  private async openRows(caller: Caller, named: string | undefined): Promise<readonly CareItem[]> {
    const client = listedClient(caller, named);
    const query = { status: 'open', ...(client !== undefined && { client }) } as const;
    const lists = await Promise.all(listsOf(this.ports).map((list) => list.careList(query)));
    return lists.flat().sort(newestFirst);
  }
}

interface Done {
  readonly rows: number;
  /** Those that were changed. */
  readonly invoices: readonly string[];
  readonly busy: number;
}

/**
 * Changes one invoice after the other. One that was removed since, or has no such row, is passed over.
 * @param change returns how many rows it has changed.
 */
async function eachOf(ids: readonly string[], change: (id: string) => Promise<number>): Promise<Done> {
  const invoices: string[] = [];
  let [rows, busy] = [0, 0];
  for (const id of ids)
    try {
      const changed = await change(id);
      rows += changed;
      if (changed > 0) invoices.push(id);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.failure.kind === 'busy') busy += 1;
      else if (error.failure.kind !== 'not-found') throw error;
    }
  return { rows, invoices, busy };
}
