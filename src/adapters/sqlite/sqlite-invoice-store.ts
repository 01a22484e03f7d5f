import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import { ACTIVITY_KEPT_HOURS, type ActivityCount, hourAt } from '../../domain/lifecycle/activity.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Lease } from '../../domain/lifecycle/work-record.ts';
import { ENDED_STATES } from '../../domain/lifecycle/states.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import {
  type Attempt,
  type CameIn,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceRef,
  type ActivityQuery,
  type InvoiceTally,
  type OrderQuery,
  type QueueQuery,
  type NumberedQuery,
  type SentQuery,
  type SeriesCount,
  type SeriesQuery,
  MAX_ATTEMPTS,
  MAX_COUNTED,
  type QueuedOnRoute,
} from '../../ports/invoice-reads.ts';
import { type Intake, type InvoiceStore, type Taken } from '../../ports/invoice-store.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import type { SealedSummary } from '../../ports/sealed-summaries.ts';
import type { Candidate, CandidateQuery } from '../../ports/search-candidates.ts';
import { careItems } from './care-lists.ts';
import { integer, optional, text, time } from './columns.ts';
import { sweepFiles, writeFiles } from './contents.ts';
import { instants, IS_FREE } from './due.ts';
import { insertInto } from './field-columns.ts';
import { SENT } from './invoice-rows.ts';
import { countInvoices, invoicesInOrder, listInvoices } from './invoice-lists.ts';
import { activityCounts, forgetActivity, seriesCounts, tallyInvoices } from './invoice-queries.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import { writeEvents } from './sqlite-event-feed.ts';
import { writeAnswer } from './sqlite-idempotency-store.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { removeRecords } from './removal.ts';
import { indexSearches } from './search-index.ts';
import { SEARCHED_INVOICES, searchCandidates } from './search-candidates.ts';
import { readSummaries } from './summaries.ts';
import type { Sqlite } from './sqlite.ts';

const INSERT_UNLESS_KNOWN = `${insertInto(SENT.name, SENT.columns)} ON CONFLICT DO NOTHING`;

const LISTED = { name: SENT.name, counts: 'invoice_count', hasSearchIndex: true, read: SENT.read };

const IS_QUEUED = "state = 'queued' AND work = 'send' AND due_at IS NOT NULL";

/** The ledger of sent invoices, with everything that only they have. */
export class SqliteInvoiceStore extends SqliteLedger<InvoiceRecord> implements InvoiceStore {
  constructor(sqlite: Sqlite, keys: LeasedKeys) {
    super(sqlite, SENT, keys);
  }

  async takeIn({ record, events, audit, files, answer }: Intake): Promise<Taken> {
    return this.sqlite.writeToDisk(() => {
      if (this.sqlite.run(INSERT_UNLESS_KNOWN, SENT.write(record)) === 0)
        return this.findKnown(record) ?? failedInsert();
      writeEvents(this.sqlite, record, events);
      for (const entry of audit) writeAudit(this.sqlite, entry);
      writeFiles(this.sqlite, record, files);
      if (answer) writeAnswer(this.sqlite, answer);
      return { taken: true, invoice: record, isNew: true };
    });
  }

  async findSent({
    client,
    route,
    submissionId,
    invoiceNumber,
    legalId,
  }: SentQuery): Promise<readonly InvoiceRecord[]> {
    // Otherwise SQLite would read all invoices of the client, because their index has the requested order.
    const [index, named] =
      submissionId !== undefined
        ? ['invoice_submission', 'submission_id = @submissionId']
        : legalId !== undefined
          ? ['invoice_by_legal_id', 'legal_id = @legalId']
          : ['invoice_numbered', 'invoice_number = @invoiceNumber'];
    const rows = await this.sqlite.readAll(
      `SELECT * FROM invoice INDEXED BY ${index}
       WHERE submission_id IS NOT NULL AND ${named} AND client = @client AND route = @route
       ORDER BY created_at DESC, id DESC LIMIT 20`,
      {
        client,
        route,
        submissionId: submissionId ?? null,
        invoiceNumber: invoiceNumber ?? null,
        legalId: legalId ?? null,
      },
    );
    return rows.map(SENT.read);
  }

  async submitterOf(submission: Parameters<InvoiceStore['submitterOf']>[0]): Promise<string | undefined> {
    const row = await this.sqlite.readOne(
      `SELECT client FROM invoice INDEXED BY invoice_submission
       WHERE submission_id IS NOT NULL AND submission_id = @submissionId AND route = @route LIMIT 1`,
      { ...submission },
    );
    return row && String(row['client']);
  }

  async findNumbered(query: NumberedQuery): Promise<readonly InvoiceRecord[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM invoice INDEXED BY invoice_numbered
       WHERE client = @client AND invoice_number = @invoiceNumber AND route = @route
       ORDER BY created_at DESC, id DESC LIMIT 20`,
      { ...query },
    );
    return rows.map(SENT.read);
  }

  async findTaken(
    intake: Pick<InvoiceRecord, 'client' | 'intakeKey' | 'fingerprint'>,
  ): Promise<InvoiceRecord | undefined> {
    return this.sqlite.read(() => {
      const known = this.findKnown(intake);
      return known && (known.taken ? known.invoice : known.holder);
    });
  }

  async findQueued({ client, route, limit }: QueueQuery, now: Date): Promise<readonly InvoiceRecord[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM invoice INDEXED BY invoice_in_line WHERE client = @client AND route = @route AND ${IS_QUEUED} AND ${IS_FREE}
       ORDER BY due_at LIMIT @limit`,
      { client, route, limit, ...instants(now) },
    );
    return rows.map(SENT.read);
  }

  async queuedOn(route: Route, client: string | undefined): Promise<QueuedOnRoute> {
    const row = await this.sqlite.readOne(
      `SELECT count(*) AS invoices, min(created_at) AS oldest FROM (
         SELECT created_at FROM invoice INDEXED BY invoice_in_line
         WHERE ${client === undefined ? '' : 'client = @client AND '}route = @route AND ${IS_QUEUED}
         LIMIT ${MAX_COUNTED})`,
      { route, ...(client !== undefined && { client }) },
    );
    const oldestAt = row && optional(row, 'oldest', time);
    return { invoices: row ? integer(row, 'invoices') : 0, ...(oldestAt && { oldestAt }) };
  }

  async leaseQueued(id: string, lease: Lease, now: Date): Promise<InvoiceRecord | undefined> {
    return this.leaseWhere(IS_QUEUED, id, lease, now);
  }

  async nearDeadline(now: Date, limit: number): Promise<readonly InvoiceRecord[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM invoice WHERE warn_at <= @now AND ${IS_FREE} ORDER BY warn_at LIMIT @limit`,
      { ...instants(now), limit },
    );
    return rows.map(SENT.read);
  }

  async list(query: InvoiceQuery): Promise<InvoicePage> {
    return listInvoices(this.sqlite, LISTED, query);
  }

  async countByState(query: OrderQuery): Promise<InvoicePage['countsByState']> {
    return countInvoices(this.sqlite, LISTED, query);
  }

  async inOrder(
    query: OrderQuery,
    after: CameIn | undefined,
    limit: number,
  ): Promise<readonly InvoiceRecord[]> {
    return this.sqlite.read(() => invoicesInOrder(this.sqlite, LISTED, query, after, limit));
  }

  async attempts(refs: readonly InvoiceRef[]): Promise<readonly (readonly Attempt[])[]> {
    const attempts = refs.map((): Attempt[] => []);
    const rows = await this.sqlite.readAll(
      `SELECT asked.key AS position, i.id, i.invoice_number, i.state, i.created_at FROM json_each(@refs) AS asked
       JOIN invoice AS i ON i.id IN (
         SELECT id FROM invoice WHERE client = asked.value ->> 0 AND invoice_ref = asked.value ->> 1
         ORDER BY created_at DESC, id DESC LIMIT @most)
       ORDER BY i.created_at, i.id`,
      {
        refs: JSON.stringify(refs.map(({ client, invoiceRef }) => [client, invoiceRef])),
        most: MAX_ATTEMPTS,
      },
    );
    for (const row of rows) {
      const invoiceNumber = optional(row, 'invoice_number', text);
      attempts[integer(row, 'position')]!.push({
        id: text(row, 'id'),
        ...(invoiceNumber !== undefined && { invoiceNumber }),
        state: text(row, 'state') as Attempt['state'],
        createdAt: time(row, 'created_at'),
      });
    }
    return attempts;
  }

  async series(query: SeriesQuery): Promise<readonly SeriesCount[]> {
    return this.sqlite.read(() => seriesCounts(this.sqlite, query));
  }

  async activity(query: ActivityQuery): Promise<readonly ActivityCount[]> {
    return this.sqlite.read(() => activityCounts(this.sqlite, query));
  }

  async summaries(ids: readonly string[]): Promise<readonly SealedSummary[]> {
    return readSummaries(this.sqlite, 'invoice', ids);
  }

  async candidates(query: CandidateQuery): Promise<readonly Candidate[]> {
    return searchCandidates(this.sqlite, SEARCHED_INVOICES, query);
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return careItems(this.sqlite, 'invoice', query);
  }

  async remove(query: RemovalQuery, limit: number): Promise<number> {
    return removeRecords(this.sqlite, { table: 'invoice', ended: ENDED_STATES }, query, limit);
  }

  /** Each transaction has written events and audit rows to their tables. */
  async tidyUp(): Promise<void> {
    await sweepFiles(this.sqlite);
    await forgetActivity(this.sqlite, hourAt(new Date()) - ACTIVITY_KEPT_HOURS);
    await indexSearches(this.sqlite);
  }

  async tally(now: Date): Promise<InvoiceTally> {
    return this.sqlite.read(() => tallyInvoices(this.sqlite, now));
  }

  /** The record that blocks another: the invoice of its own first try, or the one that has its document. */
  private findKnown({
    intakeKey,
    client,
    fingerprint,
  }: Pick<InvoiceRecord, 'client' | 'intakeKey' | 'fingerprint'>): Taken | undefined {
    const [first] = this.sqlite.all('SELECT * FROM invoice WHERE intake_key = @intakeKey', { intakeKey });
    if (first) return { taken: true, invoice: SENT.read(first), isNew: false };
    const [holder] = this.sqlite.all(
      'SELECT * FROM invoice WHERE client = @client AND fingerprint = @fingerprint AND holds = 1',
      { client, fingerprint },
    );
    return holder && { taken: false, holder: SENT.read(holder) };
  }
}

function failedInsert(): never {
  throw new Error('insert conflicted, but no conflicting row exists');
}
