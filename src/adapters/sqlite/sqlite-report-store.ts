import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import { type ReportedSale, SALE_FIELDS } from '../../domain/reports/reported-sale.ts';
import { REPORT_STATES, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import type { ReportQuery, ReportStore, SaleIntake } from '../../ports/report-store.ts';
import type { SubmissionQuery } from '../../ports/status-store.ts';
import { careItems } from './care-lists.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import { meta, setMeta } from './open-sqlite.ts';
import { removeRecords } from './removal.ts';
import { REPORTS } from './report-rows.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import type { Row, Sqlite } from './sqlite.ts';

const INSERT_REPORT = `${insertInto(REPORTS.name, REPORTS.columns)} ON CONFLICT DO NOTHING`;
const INSERT_SALE = insertInto('reported_sale', columnsOf(SALE_FIELDS));
/** Of the store, in its table of such values. */
const RESTORED_AT = 'restored_at';

const saleFrom = (row: Row): ReportedSale => fromRow<ReportedSale>(SALE_FIELDS, row);

/** The ledger of tax reports, with the sales that they state. */
export class SqliteReportStore extends SqliteLedger<TaxReport> implements ReportStore {
  constructor(sqlite: Sqlite, keys: LeasedKeys) {
    super(sqlite, REPORTS, keys);
  }

  async takeSale({ sale, report, audit }: SaleIntake): Promise<ReportedSale | 'replaced'> {
    const { sqlite } = this;
    return sqlite.writeToDisk(() => {
      const known = sqlite.one('SELECT * FROM reported_sale WHERE id = @id', { id: sale.id });
      if (known) return saleFrom(known);
      const { replaces = null } = sale;
      if (sqlite.one('SELECT id FROM reported_sale WHERE replaces = @replaces', { replaces }))
        return 'replaced';
      sqlite.run(INSERT_REPORT, REPORTS.write(report));
      sqlite.run(INSERT_SALE, toColumns(SALE_FIELDS, sale));
      writeAudit(sqlite, audit);
      return sale;
    });
  }

  async findSale(id: string): Promise<ReportedSale | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM reported_sale WHERE id = @id', { id });
    return row && saleFrom(row);
  }

  async salesOf(reportId: string): Promise<readonly ReportedSale[]> {
    const rows = await this.sqlite.readAll('SELECT * FROM reported_sale WHERE report_id = @reportId', {
      reportId,
    });
    return rows.map(saleFrom);
  }

  async salesOfInvoice(invoiceId: string): Promise<readonly ReportedSale[]> {
    const rows = await this.sqlite.readAll('SELECT * FROM reported_sale WHERE invoice_id = @invoiceId', {
      invoiceId,
    });
    return rows.map(saleFrom);
  }

  async ofSubmission({ client, route, submissionId }: SubmissionQuery): Promise<TaxReport | undefined> {
    const row = await this.sqlite.readOne(
      'SELECT * FROM tax_report WHERE submission_id = @submissionId AND client = @client AND route = @route',
      { client, route, submissionId },
    );
    return row && REPORTS.read(row);
  }

  async list({ client, states, after, limit }: ReportQuery): Promise<readonly TaxReport[]> {
    const [firstDay = null, id = null] = after?.split(' ') ?? [];
    const where = [
      ...(client === undefined ? [] : ['client = @client']),
      ...(states ? ['state IN (SELECT value FROM json_each(@states))'] : []),
      ...(after === undefined ? [] : ['(first_day, id) < (@firstDay, @id)']),
    ];
    const rows = await this.sqlite.readAll(
      `SELECT * FROM tax_report ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
       ORDER BY first_day DESC, id DESC LIMIT @limit`,
      { client: client ?? null, states: JSON.stringify(states ?? []), firstDay, id, limit },
    );
    return rows.map(REPORTS.read);
  }

  async nearDeadline(before: Date, limit: number): Promise<readonly TaxReport[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM tax_report WHERE deadline_at < @before AND warned_at IS NULL AND state <> 'accepted'
       ORDER BY deadline_at LIMIT @limit`,
      { before: before.getTime(), limit },
    );
    return rows.map(REPORTS.read);
  }

  async noteRestore(at: Date): Promise<void> {
    await this.sqlite.writeToDisk(() => setMeta(this.sqlite, RESTORED_AT, at.toISOString()));
  }

  async restoredAt(): Promise<Date | undefined> {
    const at = await this.sqlite.read(() => meta(this.sqlite, RESTORED_AT));
    return at === undefined ? undefined : new Date(at);
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return careItems(this.sqlite, 'tax_report', query);
  }

  /** Sales stay for as long as their report: they are removed with the client. */
  async remove(query: RemovalQuery, limit: number): Promise<number> {
    return removeRecords(this.sqlite, { table: 'tax_report', ended: REPORT_STATES }, query, limit);
  }
}
