import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Change, Ledger } from '../../ports/ledger.ts';
import { text } from './columns.ts';
import { changeFiles, namedBy } from './contents.ts';
import { instants, IS_FREE } from './due.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import { writeEvents } from './sqlite-event-feed.ts';
import { SqliteWorkTable } from './sqlite-work-table.ts';

/** What invoices have in common, whichever way they go. */
export class SqliteLedger<R extends LedgerRecord<string>>
  extends SqliteWorkTable<R>
  implements Ledger<R>, DueWork<R>
{
  async commit({ record, events, audit, files, lease }: Change<R>): Promise<'committed' | 'conflict'> {
    return this.sqlite.writeToDisk(() => {
      const before = namedBy(this.sqlite, this.table.name, record.id);
      if (!this.replace(record, lease)) return 'conflict';
      writeEvents(this.sqlite, record, events);
      for (const entry of audit) writeAudit(this.sqlite, entry);
      changeFiles(this.sqlite, record, before, files);
      return 'committed';
    });
  }

  async neglected(before: Date, now: Date, limit: number): Promise<readonly string[]> {
    const found = (route: string, when: string) =>
      this.sqlite.all(
        `SELECT id FROM ${this.table.name} WHERE route = @route AND ${when} AND ${IS_FREE} ORDER BY due_at LIMIT @limit`,
        { route, before: before.getTime(), ...instants(now), limit },
      );
    return this.sqlite.read(() =>
      ROUTES.flatMap((route) => {
        const overdue = found(route, 'due_at < @before');
        const ahead = found(route, 'due_at > @now AND updated_at > @latestChange');
        return [...overdue, ...ahead].slice(0, limit).map((row) => text(row, 'id'));
      }),
    );
  }
}
