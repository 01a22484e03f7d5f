import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import {
  type ReceivedRecord,
  nameByRailId,
  RECEIVED_STATES,
  receivedNames,
  type ReceivedState,
} from '../../domain/lifecycle/received-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import type { CameIn, InvoicePage, OrderQuery } from '../../ports/invoice-reads.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import type { SealedSummary } from '../../ports/sealed-summaries.ts';
import type { Candidate, CandidateQuery } from '../../ports/search-candidates.ts';
import type {
  NumberedQuery,
  ReceivedIntake,
  ReceivedQuery,
  ReceivedStore,
  ReceivedTally,
  TakenReceived,
} from '../../ports/received-store.ts';
import { careItems } from './care-lists.ts';
import { integer, text } from './columns.ts';
import { writeFiles } from './contents.ts';
import { insertInto } from './field-columns.ts';
import { ALL_CLIENTS } from './invoice-counts.ts';
import { countInvoices, invoicesInOrder, listInvoices } from './invoice-lists.ts';
import { removeRecords } from './removal.ts';
import { RECEIVED } from './received-rows.ts';
import { writeEvents } from './sqlite-event-feed.ts';
import { writeAnswer } from './sqlite-idempotency-store.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { SEARCHED_RECEIVED, searchCandidates } from './search-candidates.ts';
import { readSummaries } from './summaries.ts';
import type { Sqlite } from './sqlite.ts';

const INSERT = insertInto(RECEIVED.name, RECEIVED.columns);
const CLAIM = `INSERT INTO received_claim (client, name, received_id) VALUES (@client, @name, @id) ON CONFLICT DO NOTHING`;

const LISTED = { name: RECEIVED.name, counts: 'received_count', hasSearchIndex: false, read: RECEIVED.read };

/** The ledger of received invoices, with everything that only they have. */
export class SqliteReceivedStore extends SqliteLedger<ReceivedRecord> implements ReceivedStore {
  constructor(sqlite: Sqlite, keys: LeasedKeys) {
    super(sqlite, RECEIVED, keys);
  }

  async takeIn({ record, events, files, answer }: ReceivedIntake): Promise<TakenReceived> {
    const { sqlite } = this;
    return sqlite.writeToDisk(() => {
      const known = this.findKnown(record);
      if (known) return known;
      sqlite.run(INSERT, RECEIVED.write(record));
      this.claim(record, record.id);
      writeEvents(sqlite, record, events);
      writeFiles(sqlite, record, files);
      if (answer) writeAnswer(sqlite, answer);
      return { outcome: 'taken', received: record };
    });
  }

  async holds(client: string, route: Route, railId: string): Promise<boolean> {
    const name = nameByRailId(route, railId);
    return this.sqlite.read(() => this.holder(client, name) !== undefined);
  }

  async findNumbered(query: NumberedQuery): Promise<readonly ReceivedRecord[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM received INDEXED BY received_numbered WHERE client = @client AND invoice_number = @invoiceNumber
       ${query.route === undefined ? '' : 'AND route = @route'} ORDER BY created_at DESC, id DESC LIMIT @limit`,
      { ...query },
    );
    return rows.map(RECEIVED.read);
  }

  async list(query: ReceivedQuery): Promise<InvoicePage<ReceivedRecord>> {
    return listInvoices(this.sqlite, LISTED, query);
  }

  async countByState(query: OrderQuery): Promise<InvoicePage['countsByState']> {
    return countInvoices(this.sqlite, LISTED, query);
  }

  async summaries(ids: readonly string[]): Promise<readonly SealedSummary[]> {
    return readSummaries(this.sqlite, 'received', ids);
  }

  async candidates(query: CandidateQuery): Promise<readonly Candidate[]> {
    return searchCandidates(this.sqlite, SEARCHED_RECEIVED, query);
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return careItems(this.sqlite, 'received', query);
  }

  async tally(): Promise<ReceivedTally> {
    return this.sqlite.read(() => {
      const states = this.sqlite.all(
        `SELECT state, sum(invoices) AS invoices FROM received_count WHERE client = '${ALL_CLIENTS}'
         GROUP BY state HAVING sum(invoices) > 0`,
      );
      const care = this.sqlite.one(
        `SELECT count(*) AS open FROM received, json_each(received.care) AS row
         WHERE newest_open_care IS NOT NULL AND row.value ->> 'handledAt' IS NULL`,
      )!;
      return {
        byState: Object.fromEntries(
          states.map((row) => [text(row, 'state') as ReceivedState, integer(row, 'invoices')]),
        ),
        openCare: integer(care, 'open'),
      };
    });
  }

  /** Triggers update the counts. */
  async tidyUp(): Promise<void> {}

  async inOrder(
    query: OrderQuery,
    after: CameIn | undefined,
    limit: number,
  ): Promise<readonly ReceivedRecord[]> {
    return this.sqlite.read(() => invoicesInOrder(this.sqlite, LISTED, query, after, limit));
  }

  async remove(query: RemovalQuery, limit: number): Promise<number> {
    const from = { table: 'received', ended: RECEIVED_STATES, claims: 'received_claim' };
    return removeRecords(this.sqlite, from, query, limit);
  }

  /** The record that blocks a document. */
  private findKnown(record: ReceivedRecord): TakenReceived | undefined {
    const { byRailId, byBytes } = receivedNames(record);
    const sameId = byRailId === undefined ? undefined : this.holder(record.client, byRailId);
    const sameBytes = this.holder(record.client, byBytes);
    // Equal bytes under different route ids are two documents of the route.
    const isSame = !record.railId || sameBytes?.railId === undefined;
    const holder = sameId ?? (isSame ? sameBytes : undefined);
    if (!holder) return undefined;
    if (holder.intakeKey === record.intakeKey) return { outcome: 'taken', received: holder };
    const outcome = holder.documentSha256 === record.documentSha256 ? 'held' : 'conflict';
    if (outcome === 'held') this.claim(record, holder.id);
    return { outcome, received: holder };
  }

  private holder(client: string, name: string): ReceivedRecord | undefined {
    const row = this.sqlite.one(
      `SELECT received.* FROM received_claim JOIN received ON received.id = received_id
       WHERE received_claim.client = @client AND name = @name`,
      { client, name },
    );
    return row && this.table.read(row);
  }

  /** From now on each of its names finds the document, unless another document has that name. */
  private claim(record: ReceivedRecord, id: string): void {
    for (const name of Object.values(receivedNames(record)))
      this.sqlite.run(CLAIM, { client: record.client, name, id });
  }
}
