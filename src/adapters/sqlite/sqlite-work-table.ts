import { instantsAt } from '../../domain/lifecycle/due.ts';
import { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { AheadLease } from '../../ports/due-work.ts';
import type { Change } from '../../ports/ledger.ts';
import type { Lease, WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Bound } from './bind.ts';
import { optional, text, time } from './columns.ts';
import { instants, IS_AHEAD, IS_DUE, IS_FREE, isKept } from './due.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

/** A table of records that wait for work: a column for every field, and three for the lease. */
export interface WorkTable<R> {
  readonly name: string;
  readonly columns: readonly string[];
  readonly write: (record: R) => Record<string, Bound>;
  readonly read: (row: Row) => R;
  /** Shares, each with a limit of its own in the search for lost records; one share if left out. */
  readonly shares?: readonly string[];
}

type Outcome = 'committed' | 'conflict';

/** The columns of a record that this process has leased, as they stand in the store. */
interface LeasedRow {
  readonly version: number;
  readonly columns: Row;
}

// What a change sets of the lease. Its time is left out where it stays, since an index has it.
const UNTOUCHED: readonly string[] = [];
const KEPT = ['lease_holders = 1'];
const HANDED_BACK = ['lease_token = NULL', 'lease_until = NULL', 'lease_holders = NULL'];

/** More rows than one process leases at once. */
const MAX_LEASED_ROWS = 1000;

/** The parts that all waiting records share: finding, leasing, and changing under a lease. */
export class SqliteWorkTable<R extends WorkRecord> {
  /**
   * By id. A change writes only the columns that differ from them, because SQLite writes every index that has a column of an
   * update, whether its value differs or not. A version is written once, so equal versions mean equal columns.
   */
  private readonly leased = new Map<string, LeasedRow>();

  constructor(
    protected readonly sqlite: Sqlite,
    protected readonly table: WorkTable<R>,
    private readonly keys = new LeasedKeys(),
  ) {}

  async find(id: string): Promise<R | undefined> {
    const row = await this.sqlite.readOne(`SELECT * FROM ${this.table.name} WHERE id = @id`, { id });
    return row && this.table.read(row);
  }

  async lease(id: string, lease: Lease, now: Date, works?: readonly string[]): Promise<R | undefined> {
    if (!works) return this.leaseWhere(IS_DUE, id, lease, now);
    const isWanted = `${IS_DUE} AND work IN (SELECT value FROM json_each(@works))`;
    return this.leaseWhere(isWanted, id, lease, now, { works: JSON.stringify(works) });
  }

  async renewLease(id: string, lease: Lease): Promise<boolean> {
    const renewed = await this.sqlite.execute(
      `UPDATE ${this.table.name} SET lease_until = @until
         WHERE id = @id AND lease_token = @token AND ${isKept(this.table.name)}`,
      { id, token: lease.token, until: lease.until.getTime() },
    );
    return renewed === 1;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    this.leased.delete(id);
    this.keys.release(token);
    await this.sqlite.execute(
      `UPDATE ${this.table.name} SET lease_token = NULL, lease_until = NULL, lease_holders = NULL
         WHERE id = @id AND lease_token = @token`,
      { id, token },
    );
  }

  async listNeglected(before: Date, now: Date, limit: number, from?: Date): Promise<readonly string[]> {
    const { name, shares = ['due_at IS NOT NULL'] } = this.table;
    const isOverdue = from ? 'due_at >= @from AND due_at < @before' : 'due_at < @before';
    const selectFree = (share: string, when: string, index = '') =>
      this.sqlite.all(
        `SELECT id FROM ${name} ${index} WHERE ${share} AND ${when} AND ${IS_FREE} ORDER BY due_at LIMIT @limit`,
        { before: before.getTime(), ...instants(now), limit, ...(from && { from: from.getTime() }) },
      );
    return this.sqlite.read(() =>
      shares.flatMap((share) => {
        const overdue = selectFree(share, isOverdue);
        const ahead = selectFree(share, IS_AHEAD, `INDEXED BY ${name}_changed`);
        return [...overdue, ...ahead].slice(0, limit).map((row) => text(row, 'id'));
      }),
    );
  }

  async listLeasedAhead(at: Date, limit: number): Promise<readonly AheadLease[]> {
    const latestLease = instantsAt(at).latestLease.getTime();
    const rows = await this.sqlite.readAll(
      `SELECT id, lease_token, lease_until FROM ${this.table.name} WHERE lease_until > @latestLease LIMIT @limit`,
      { latestLease, limit },
    );
    return rows.map((row) => ({
      id: text(row, 'id'),
      token: text(row, 'lease_token'),
      until: time(row, 'lease_until'),
    }));
  }

  async expireLease({ id, token, until }: AheadLease, now: Date): Promise<boolean> {
    const expired = await this.sqlite.execute(
      `UPDATE ${this.table.name} SET lease_until = @now
         WHERE id = @id AND lease_token = @token AND lease_until = @until`,
      { id, token, until: until.getTime(), now: now.getTime() },
    );
    return expired === 1;
  }

  /** A record whose change is all in its row. A power cut may undo it: the step is then taken again. */
  commit(change: Pick<Change<R>, 'record' | 'lease'>): Promise<Outcome> {
    return this.replacing(change, (replace) =>
      this.sqlite.write(() => (replace() ? 'committed' : 'conflict')),
    );
  }

  protected async leaseWhere(
    isWanted: string,
    id: string,
    { token, until }: Lease,
    now: Date,
    own: Parameters = {},
  ): Promise<R | undefined> {
    const { name } = this.table;
    const row = await this.sqlite.write(() =>
      this.sqlite.one(
        `UPDATE ${name} SET lease_token = @token, lease_until = @until,
           lease_holders = CASE WHEN lease_token IS NULL THEN 1 ELSE lease_holders + 1 END
         WHERE id = @id AND ${IS_FREE} AND ${isWanted} AND ${isKept(name)}
         RETURNING *, (SELECT wrapped FROM data_key WHERE client = ${name}.client) AS data_key`,
        { id, ...instants(now), token, until: until.getTime(), ...own },
      ),
    );
    if (!row) return undefined;
    const record = this.table.read(row);
    const dataKey = optional(row, 'data_key', text);
    if (dataKey !== undefined && record.client !== undefined) this.keys.hold(token, record.client, dataKey);
    this.remember(id, { version: record.version, columns: row });
    return record;
  }

  /**
   * Replaces a record by its next version.
   * @param write runs a transaction; in it `replace` returns whether version and lease were still those named.
   */
  protected async replacing(
    { record, lease }: Pick<Change<R>, 'record' | 'lease'>,
    write: (replace: () => boolean) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { id, version } = record;
    const columns = this.table.write(record);
    const before = this.leased.get(id);
    const changed =
      before?.version === version - 1
        ? this.table.columns.filter((name) => columns[name] !== before.columns[name])
        : this.table.columns;
    const ofLease = lease === undefined ? UNTOUCHED : record.lease === null ? HANDED_BACK : KEPT;
    const values = { ...columns, lease: lease ?? null };
    // Nothing is remembered before the commit: a transaction that fails is undone.
    this.leased.delete(id);
    const outcome = await write(() => this.sqlite.run(this.update(changed, ofLease), values) > 0);
    if (outcome !== 'committed') return outcome;
    if (record.lease !== null) this.remember(id, { version, columns });
    else if (lease !== undefined) this.keys.release(lease);
    return outcome;
  }

  private update(columns: readonly string[], ofLease: readonly string[]): string {
    return `UPDATE ${this.table.name} SET ${[...columns.map((name) => `${name} = @${name}`), ...ofLease].join(', ')}
      WHERE id = @id AND version = @version - 1
        AND (@lease IS NULL OR (lease_token = @lease AND ${isKept(this.table.name)}))`;
  }

  private remember(id: string, row: LeasedRow): void {
    this.leased.delete(id);
    this.leased.set(id, row);
    if (this.leased.size > MAX_LEASED_ROWS) this.leased.delete(this.leased.keys().next().value!);
  }
}
