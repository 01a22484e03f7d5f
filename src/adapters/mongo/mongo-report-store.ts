import type { Collection, Filter } from 'mongodb';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import { type ReportedSale, SALE_FIELDS } from '../../domain/reports/reported-sale.ts';
import {
  REPORT_FIELDS,
  REPORT_STATES,
  type TaxReport,
  WATCHED_REPORT_FIELDS,
  watchReport,
} from '../../domain/reports/tax-report.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import type { ReportQuery, ReportStore, SaleIntake } from '../../ports/report-store.ts';
import type { SubmissionQuery } from '../../ports/status-store.ts';
import { careItems } from './care-lists.ts';
import { careOf } from './care-times.ts';
import type { InvoiceDocument, LedgerDocument, ReportDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { membersWithValue } from './members.ts';
import { MongoLedger, RECORD_ONLY } from './mongo-ledger.ts';
import type { KeysOfLeases } from './mongo-work-collection.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { absentAtTimes, mappingOf, readerOf } from './record-mapping.ts';
import { type RemovalTarget, removeRecords } from './removal.ts';
import { auditedMembers } from './updates.ts';

const REPORTS = mappingOf<ReportDocument, TaxReport>(REPORT_FIELDS, {
  of: (report) => {
    const watched = watchReport(report);
    const careOfClient = careOf(report.client, watched);
    return { ...watched, ...(careOfClient && { careOfClient }) };
  },
  absent: [...absentAtTimes(WATCHED_REPORT_FIELDS), 'careOfClient'],
});

const readSale = readerOf<ReportedSale>(SALE_FIELDS);

/** The ledger of tax reports, with the sales that they state. */
export class MongoReportStore extends MongoLedger<TaxReport> implements ReportStore {
  private readonly removal: RemovalTarget;

  constructor(mongo: Mongo, relay: OutboxRelay, keys: KeysOfLeases) {
    const documents = mongo.reports as unknown as Collection<LedgerDocument>;
    super(mongo, { ...REPORTS, documents }, relay, keys);
    this.removal = {
      mongo,
      relay,
      ledger: this.documents,
      ended: REPORT_STATES,
      // Reports are not counted.
      book: async () =>
        void (await this.documents.updateMany(
          { countPendingSince: { $exists: true } },
          { $unset: { countPendingSince: '' } },
        )),
      releaseClaims: async () => undefined,
    };
  }

  /** The report first: a sale whose report is missing would be stated nowhere. */
  async takeSale({ sale, report, audit }: SaleIntake): Promise<ReportedSale | 'replaced'> {
    const { reports, sales } = this.mongo;
    const beside = { events: [], outbox: [], audit: [] };
    await isFirst(reports.insertOne({ _id: report.id, ...REPORTS.members(report), ...beside }));
    const { id, ...members } = sale;
    const document = {
      _id: id,
      ...(membersWithValue(members) as typeof members),
      ...auditedMembers(audit),
    };
    const isNew = await isFirst(sales.insertOne(document));
    if (isNew) return sale;
    // Another process's row may not be durable yet.
    return untilSettled(async () => {
      const stored = await this.findSale(id);
      if (stored) return stored;
      const { replaces = '' } = sale;
      return (await sales.findOne({ replaces })) ? ('replaced' as const) : 'again';
    });
  }

  async findSale(id: string): Promise<ReportedSale | undefined> {
    const sale = await this.mongo.sales.findOne({ _id: id });
    return sale ? readSale(sale) : undefined;
  }

  async salesOf(reportId: string): Promise<readonly ReportedSale[]> {
    return (await this.mongo.sales.find({ reportId }).toArray()).map(readSale);
  }

  async salesOfInvoice(invoiceId: string): Promise<readonly ReportedSale[]> {
    return (await this.mongo.sales.find({ invoiceId }).toArray()).map(readSale);
  }

  async ofSubmission({ client, route, submissionId }: SubmissionQuery): Promise<TaxReport | undefined> {
    const report = await this.mongo.reports.findOne(
      { submissionId, client, route },
      { projection: RECORD_ONLY },
    );
    return report ? REPORTS.read(report) : undefined;
  }

  async list({ client, states, after, limit }: ReportQuery): Promise<readonly TaxReport[]> {
    const [firstDay = '', id = ''] = after?.split(' ') ?? [];
    const filter: Filter<ReportDocument> = {
      ...(client !== undefined && { client }),
      ...(states && { state: { $in: [...states] } }),
      ...(after !== undefined && {
        $or: [{ firstDay: { $lt: firstDay } }, { firstDay, _id: { $lt: id } }],
      }),
    };
    return this.read(filter, { firstDay: -1, _id: -1 }, limit);
  }

  async nearDeadline(before: Date, limit: number): Promise<readonly TaxReport[]> {
    const filter: Filter<ReportDocument> = {
      deadlineAt: { $lt: before },
      warnedAt: { $exists: false },
      state: { $ne: 'accepted' },
    };
    return this.read(filter, { deadlineAt: 1 }, limit);
  }

  async noteRestore(at: Date): Promise<void> {
    await this.mongo.store.updateOne({ _id: 'store' }, { $set: { restoredAt: at } });
  }

  async restoredAt(): Promise<Date | undefined> {
    return (await this.mongo.store.findOne({ _id: 'store' }))?.restoredAt;
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return careItems(this.mongo.reports as unknown as Collection<InvoiceDocument>, query);
  }

  /** Sales stay for as long as their report: they are removed with the client. */
  async remove(query: RemovalQuery, limit: number): Promise<number> {
    return removeRecords(this.removal, query, limit);
  }

  private async read(
    filter: Filter<ReportDocument>,
    sort: Readonly<Record<string, 1 | -1>>,
    limit: number,
  ): Promise<readonly TaxReport[]> {
    const cursor = this.mongo.reports.find(filter, { projection: RECORD_ONLY }).sort(sort).limit(limit);
    return (await cursor.toArray()).map((document) => REPORTS.read(document));
  }
}
