import { EVENT_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { InvoiceRecord, Lease } from '../../domain/lifecycle/invoice-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import { type Work, WORKS } from '../../domain/lifecycle/work.ts';
import { ROUTES } from '../../domain/vocabulary/route.ts';
import {
  type Attempt,
  type CareQuery,
  type Intake,
  type InvoiceChange,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceRef,
  type InvoiceStore,
  type InvoiceTally,
  type OutboxEntry,
  type SentQuery,
  type SeriesCount,
  type SeriesQuery,
  type Taken,
  MOST_ATTEMPTS,
} from '../../ports/invoice-store.ts';
import { integer, text, time } from './columns.ts';
import { changeFiles, namedBy, sweepFiles, writeFiles } from './contents.ts';
import { instants, IS_DUE, IS_FREE } from './due.ts';
import { columnsOf, toColumns } from './field-columns.ts';
import { eventFromRow, INVOICE_COLUMNS, invoiceColumns, invoiceFromRow } from './invoice-rows.ts';
import { listInvoices } from './invoice-lists.ts';
import { careItems, neglectedOn, seriesCounts, tallyInvoices } from './invoice-queries.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import { writeAnswer } from './sqlite-idempotency-store.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

const INSERT_UNLESS_KNOWN = `INSERT INTO invoice (${INVOICE_COLUMNS.join(', ')})
  VALUES (${INVOICE_COLUMNS.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`;
const UPDATE = `UPDATE invoice SET ${INVOICE_COLUMNS.map((name) => `${name} = @${name}`).join(', ')},
  lease_token = CASE WHEN @hands_back = 1 THEN NULL ELSE lease_token END,
  lease_until = CASE WHEN @hands_back = 1 THEN NULL ELSE lease_until END,
  lease_holders = CASE WHEN @hands_back = 1 THEN NULL ELSE lease_holders END
  WHERE id = @id AND version = @version - 1 AND (@lease IS NULL OR lease_token = @lease)`;

const EVENT_COLUMNS = ['invoice_id', 'client', ...columnsOf(EVENT_FIELDS)];
const INSERT_EVENT = `INSERT INTO event (${EVENT_COLUMNS.join(', ')})
  VALUES (${EVENT_COLUMNS.map((name) => `@${name}`).join(', ')})`;

export class SqliteInvoiceStore implements InvoiceStore {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  async takeIn({ record, events, audit, files, answer }: Intake): Promise<Taken> {
    return this.#sqlite.writeToDisk(() => {
      if (this.#sqlite.run(INSERT_UNLESS_KNOWN, invoiceColumns(record)) === 0) return this.#known(record);
      this.#append(record, events);
      for (const entry of audit) writeAudit(this.#sqlite, entry);
      writeFiles(this.#sqlite, record, files);
      if (answer) writeAnswer(this.#sqlite, answer);
      return { taken: true, invoice: record };
    });
  }

  async find(id: string): Promise<InvoiceRecord | undefined> {
    const [row] = await this.#read('SELECT * FROM invoice WHERE id = @id', { id });
    return row && invoiceFromRow(row);
  }

  async sent({ client, route, submissionId, invoiceNumber }: SentQuery): Promise<readonly InvoiceRecord[]> {
    // Else all of a client's would be gone through, because they lie in the order that is asked for.
    const [index, named] =
      submissionId === undefined
        ? ['invoice_numbered', 'invoice_number = @invoiceNumber']
        : ['invoice_submission', 'submission_id = @submissionId'];
    const rows = await this.#read(
      `SELECT * FROM invoice INDEXED BY ${index}
       WHERE submission_id IS NOT NULL AND ${named} AND client = @client AND route = @route
       ORDER BY created_at DESC, id DESC LIMIT 20`,
      { client, route, submissionId: submissionId ?? null, invoiceNumber: invoiceNumber ?? null },
    );
    return rows.map(invoiceFromRow);
  }

  async events(id: string): Promise<readonly StoredEvent[]> {
    const rows = await this.#read('SELECT * FROM event WHERE invoice_id = @id ORDER BY sequence', { id });
    return rows.map(eventFromRow);
  }

  async commit({ record, events, audit, files, lease }: InvoiceChange): Promise<'committed' | 'conflict'> {
    return this.#sqlite.writeToDisk(() => {
      const handsBack = lease !== undefined && record.lease === null ? 1 : 0;
      const before = namedBy(this.#sqlite, record.id);
      const changed = this.#sqlite.run(UPDATE, {
        hands_back: handsBack,
        lease: lease ?? null,
        ...invoiceColumns(record),
      });
      if (changed === 0) return 'conflict';
      this.#append(record, events);
      for (const entry of audit) writeAudit(this.#sqlite, entry);
      changeFiles(this.#sqlite, record, before, files);
      return 'committed';
    });
  }

  async lease(
    id: string,
    lease: Lease,
    now: Date,
    works: readonly Work[] = WORKS,
  ): Promise<InvoiceRecord | undefined> {
    const row = await this.#sqlite.write(() =>
      this.#sqlite.one(
        `UPDATE invoice SET lease_token = @token, lease_until = @until,
           lease_holders = CASE WHEN lease_token IS NULL THEN 1 ELSE coalesce(lease_holders, 1) + 1 END
         WHERE id = @id AND ${IS_DUE} AND ${IS_FREE} AND work IN (SELECT value FROM json_each(@works)) RETURNING *`,
        {
          id,
          ...instants(now),
          token: lease.token,
          until: lease.until.getTime(),
          works: JSON.stringify(works),
        },
      ),
    );
    return row && invoiceFromRow(row);
  }

  async renewLease(id: string, lease: Lease): Promise<boolean> {
    const renewed = await this.#sqlite.write(() =>
      this.#sqlite.run('UPDATE invoice SET lease_until = @until WHERE id = @id AND lease_token = @token', {
        id,
        token: lease.token,
        until: lease.until.getTime(),
      }),
    );
    return renewed === 1;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    await this.#sqlite.write(() =>
      this.#sqlite.run(
        `UPDATE invoice SET lease_token = NULL, lease_until = NULL, lease_holders = NULL
         WHERE id = @id AND lease_token = @token`,
        { id, token },
      ),
    );
  }

  async neglected(before: Date, now: Date, limit: number): Promise<readonly string[]> {
    return this.#sqlite.read(() =>
      ROUTES.flatMap((route) => neglectedOn(this.#sqlite, route, { before, now, limit })),
    );
  }

  async nearDeadline(now: Date, limit: number): Promise<readonly InvoiceRecord[]> {
    const rows = await this.#read(
      `SELECT * FROM invoice WHERE warn_at <= @now AND ${IS_FREE} ORDER BY warn_at LIMIT @limit`,
      { ...instants(now), limit },
    );
    return rows.map(invoiceFromRow);
  }

  async list(query: InvoiceQuery): Promise<InvoicePage> {
    return listInvoices(this.#sqlite, query);
  }

  async attempts(refs: readonly InvoiceRef[]): Promise<readonly (readonly Attempt[])[]> {
    const found = refs.map((): Attempt[] => []);
    const rows = await this.#read(
      `SELECT asked.key AS place, i.id, i.state, i.created_at FROM json_each(@refs) AS asked
       JOIN invoice AS i ON i.id IN (
         SELECT id FROM invoice WHERE client = asked.value ->> 0 AND invoice_ref = asked.value ->> 1
         ORDER BY created_at DESC, id DESC LIMIT @most)
       ORDER BY i.created_at, i.id`,
      {
        refs: JSON.stringify(refs.map(({ client, invoiceRef }) => [client, invoiceRef])),
        most: MOST_ATTEMPTS,
      },
    );
    for (const row of rows)
      found[integer(row, 'place')]!.push({
        id: text(row, 'id'),
        state: text(row, 'state') as Attempt['state'],
        createdAt: time(row, 'created_at'),
      });
    return found;
  }

  async series(query: SeriesQuery): Promise<readonly SeriesCount[]> {
    return this.#sqlite.read(() => seriesCounts(this.#sqlite, query));
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return this.#sqlite.read(() => careItems(this.#sqlite, query));
  }

  /** Each transaction wrote events and audit rows to their places. */
  async settle(): Promise<void> {
    await sweepFiles(this.#sqlite);
  }

  async tally(now: Date): Promise<InvoiceTally> {
    return this.#sqlite.read(() => tallyInvoices(this.#sqlite, now));
  }

  async outbox(after: string | undefined, limit: number): Promise<readonly OutboxEntry[]> {
    const rows = await this.#read(
      'SELECT * FROM event WHERE position > @after ORDER BY position LIMIT @limit',
      {
        after: Number(after ?? 0),
        limit,
      },
    );
    return rows.map((row) => ({
      position: String(integer(row, 'position')).padStart(16, '0'),
      invoiceId: text(row, 'invoice_id'),
      client: text(row, 'client'),
      event: eventFromRow(row),
    }));
  }

  #read(sql: string, parameters: Parameters): Promise<readonly Row[]> {
    return this.#sqlite.read(() => this.#sqlite.all(sql, parameters));
  }

  /** What keeps a record out: the invoice of its own first try, or the holder of its document. */
  #known({ intakeKey, client, fingerprint }: InvoiceRecord): Taken {
    const [first] = this.#sqlite.all('SELECT * FROM invoice WHERE intake_key = @intakeKey', { intakeKey });
    if (first) return { taken: true, invoice: invoiceFromRow(first) };
    const [holder] = this.#sqlite.all(
      'SELECT * FROM invoice WHERE client = @client AND fingerprint = @fingerprint AND holds = 1',
      { client, fingerprint },
    );
    if (!holder) throw new Error('an invoice was refused that nothing keeps out');
    return { taken: false, holder: invoiceFromRow(holder) };
  }

  #append({ id, client }: InvoiceRecord, events: readonly StoredEvent[]): void {
    for (const event of events)
      this.#sqlite.run(INSERT_EVENT, { invoice_id: id, client, ...toColumns(EVENT_FIELDS, event) });
  }
}
