import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Change, Ledger } from '../../ports/ledger.ts';
import { changeFiles, namesOf } from './contents.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import { writeEvents } from './sqlite-event-feed.ts';
import { SqliteWorkTable, type WorkTable } from './sqlite-work-table.ts';
import type { Sqlite } from './sqlite.ts';

/** The parts that sent and received invoices share. */
export class SqliteLedger<R extends LedgerRecord<string>>
  extends SqliteWorkTable<R>
  implements Ledger<R>, DueWork<R>
{
  constructor(sqlite: Sqlite, table: WorkTable<R>, keys: LeasedKeys) {
    super(sqlite, { ...table, shares: ROUTES.map((route) => `route = '${route}'`) }, keys);
  }

  override async commit({
    record,
    events,
    audit,
    files,
    lease,
  }: Change<R>): Promise<'committed' | 'conflict'> {
    return this.replacing({ record, lease }, (replace) =>
      this.sqlite.writeToDisk(() => {
        const before = namesOf(this.sqlite, this.table.name, record.id);
        if (!replace()) return 'conflict';
        writeEvents(this.sqlite, record, events);
        for (const entry of audit) writeAudit(this.sqlite, entry);
        changeFiles(this.sqlite, record, before, files);
        return 'committed';
      }),
    );
  }
}
