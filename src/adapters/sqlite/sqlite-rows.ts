import { type RowName, type RowOf, ROWS } from '../../application/stores/rows.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import {
  type Change,
  fieldsOf,
  type Page,
  type Rows,
  type RowTable,
  type Search,
  type Sign,
  Test,
  type Where,
} from '../../ports/rows.ts';
import { columnOf, columnsOf, fromRow, insertInto, toColumn, toColumns } from './field-columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Parameters as Bound, Sqlite } from './sqlite.ts';

const CONDITIONS: Readonly<Record<Sign, (column: string, value: string) => string>> = {
  '<': (column, value) => `${column} < ${value}`,
  '<=': (column, value) => `${column} <= ${value}`,
  '>': (column, value) => `${column} > ${value}`,
  '>=': (column, value) => `${column} >= ${value}`,
  'not >': (column, value) => `(${column} > ${value}) IS NOT TRUE`,
  'not >=': (column, value) => `(${column} >= ${value}) IS NOT TRUE`,
  in: (column, value) => `${column} IN (SELECT value FROM json_each(${value}))`,
  has: (column, value) => `${value} IN (SELECT value FROM json_each(${column}))`,
  absent: (column) => `${column} IS NULL`,
  present: (column) => `${column} IS NOT NULL`,
};

/** The rows of a small store in their table. */
export class SqliteRows<N extends RowName, T extends RowOf<N> & object> implements Rows<T> {
  private readonly of: RowTable<T>;
  private readonly isOnDisk: boolean;
  private readonly insert: string;
  private readonly replace: string;

  constructor(
    private readonly sqlite: Sqlite,
    name: N,
  ) {
    this.of = ROWS[name] as unknown as RowTable<T>;
    const { table, key, fields, outlives } = this.of;
    const columns = columnsOf(fields);
    this.isOnDisk = outlives === 'power-cut' || outlives === 'election';
    this.insert = insertInto(table, columns);
    this.replace = `${this.insert} ON CONFLICT (${columnOf(key)}) DO UPDATE
      SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  }

  async find(where: Where<T>): Promise<T | undefined> {
    return (await this.list(where, { order: [] }))[0];
  }

  async list(
    search: Search<T>,
    { order, isNewestFirst, after, limit, members }: Page<T>,
  ): Promise<readonly T[]> {
    const { condition, values } = this.conditionOf(search);
    const columns = order.map((name) => columnOf(name));
    const beyond = after && {
      condition: ` AND (${columns.join(', ')}) ${isNewestFirst ? '<' : '>'} (${columns.map((name) => `@after_${name}`).join(', ')})`,
      values: order.map((name) => [`after_${columnOf(name)}`, toColumn(this.of.fields, name, after[name])]),
    };
    const by = columns.map((column) => `${column}${isNewestFirst ? ' DESC' : ''}`).join(', ');
    const rows = await this.sqlite.readAll(
      `SELECT ${members?.map((name) => columnOf(name)).join(', ') ?? '*'} FROM ${this.of.table} WHERE ${condition}${beyond?.condition ?? ''}
       ${by && `ORDER BY ${by}`} ${limit === undefined ? '' : 'LIMIT @limit'}`,
      { ...values, ...Object.fromEntries(beyond?.values ?? []), limit: limit ?? null },
    );
    const fields = fieldsOf(this.of, members);
    return rows.map((row) => fromRow(fields, row));
  }

  add(row: T, audit?: AuditEntry): Promise<boolean> {
    return this.write(`${this.insert} ON CONFLICT DO NOTHING`, toColumns(this.of.fields, row), audit);
  }

  async put(row: T, forgotten?: Where<T>): Promise<void> {
    await this.durably(() => {
      if (forgotten) this.delete(forgotten);
      this.sqlite.run(this.replace, toColumns(this.of.fields, row));
    });
  }

  change(where: Where<T>, change: Change<T>, audit?: AuditEntry): Promise<boolean> {
    return this.write(...this.update(where, change), audit);
  }

  async note(where: Where<T>, change: Change<T>): Promise<boolean> {
    return (await this.sqlite.execute(...this.update(where, change))) > 0;
  }

  remove(where: Where<T>): Promise<number> {
    return this.durably(() => this.delete(where));
  }

  private delete(where: Where<T>): number {
    const { condition, values } = this.conditionOf(where);
    return this.sqlite.run(`DELETE FROM ${this.of.table} WHERE ${condition}`, values);
  }

  private update(where: Where<T>, change: Change<T>): [sql: string, values: Bound] {
    const { condition, values } = this.conditionOf(where);
    const names = Object.keys(change) as (keyof T & string)[];
    const set = names.map((name) => `${columnOf(name)} = @${columnOf(name)}`).join(', ');
    const changed = names.map((name) => [columnOf(name), toColumn(this.of.fields, name, change[name])]);
    return [
      `UPDATE ${this.of.table} SET ${set} WHERE ${condition}`,
      { ...values, ...(Object.fromEntries(changed) as Bound) },
    ];
  }

  private write(sql: string, values: Bound, audit: AuditEntry | undefined): Promise<boolean> {
    return this.durably(() => {
      const isWritten = this.sqlite.run(sql, values) > 0;
      if (isWritten && audit) writeAudit(this.sqlite, audit);
      return isWritten;
    });
  }

  private durably<R>(work: () => R): Promise<R> {
    return this.isOnDisk ? this.sqlite.writeToDisk(work) : this.sqlite.write(work);
  }

  private conditionOf(search: Search<T>): { readonly condition: string; readonly values: Bound } {
    const conditions: string[] = [];
    const values: Record<string, Bound[string]> = {};
    for (const [name, condition] of Object.entries(search)) {
      if (condition === undefined) continue;
      const column = columnOf(name);
      const bound = (value: unknown) => toColumn(this.of.fields, name, value);
      if (!(condition instanceof Test)) {
        conditions.push(`${column} = @where_${column}`);
        values[`where_${column}`] = bound(condition);
        continue;
      }
      for (const [n, [sign, value]] of condition.signs.entries()) {
        conditions.push(CONDITIONS[sign](column, `@where_${column}_${n}`));
        values[`where_${column}_${n}`] =
          sign === 'has' ? String(value) : sign === 'in' ? JSON.stringify(value) : bound(value);
      }
    }
    return { condition: conditions.join(' AND ') || 'TRUE', values };
  }
}
