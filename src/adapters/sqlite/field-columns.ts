import type { Fields, FieldsOf, Kind } from '../../domain/vocabulary/fields.ts';
import { snakeCase } from '../../domain/vocabulary/snake-case.ts';
import type { Bound } from './bind.ts';
import { blob, integer, json, text, time } from './columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

// A table of fields becomes columns: names in snake_case, times in milliseconds since 1970, flags as 0 and 1, groups of fields
// as JSON.

/** @param prefix of fields that share a table with others: `lease` of `token` gives `lease_token`. */
export const columnOf = (field: string, prefix = ''): string =>
  snakeCase(prefix ? `${prefix}_${field}` : field);

export const columnsOf = (fields: Fields, prefix = ''): readonly string[] =>
  Object.keys(fields).map((field) => columnOf(field, prefix));

const TYPES: Readonly<Record<Kind['is'], 'TEXT' | 'INTEGER' | 'BLOB'>> = {
  text: 'TEXT',
  number: 'INTEGER',
  flag: 'INTEGER',
  time: 'INTEGER',
  words: 'TEXT',
  bytes: 'BLOB',
  map: 'TEXT',
  object: 'TEXT',
  list: 'TEXT',
};

const WRITE: { readonly [K in Kind['is']]: (value: never) => Bound } = {
  text: (value: string) => value,
  number: (value: number) => value,
  flag: (value: boolean) => (value ? 1 : 0),
  time: (value: Date) => value.getTime(),
  words: (value: string | object) => JSON.stringify(value),
  bytes: (value: Uint8Array) => Buffer.from(value),
  map: (value: object) => JSON.stringify(value),
  object: (value: object) => JSON.stringify(value),
  list: (value: readonly unknown[]) => JSON.stringify(value),
};

const READ: { readonly [K in Kind['is']]: (row: Row, column: string, kind: Kind) => unknown } = {
  text,
  number: integer,
  flag: (row, column) => integer(row, column) === 1,
  time,
  words: json,
  bytes: blob,
  map: json,
  object: (row, column, kind) => revive(json(row, column), kind),
  list: (row, column, kind) => revive(json(row, column), kind),
};

/** Every column bound by its name. */
export const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`;

interface Written {
  readonly name: string;
  readonly column: string;
  readonly write: (value: unknown) => Bound;
}

/** By table of fields: an intake writes eighty fields, and finding their columns took longer than their values. */
const WRITTEN = new WeakMap<Fields, readonly Written[]>();

function writersOf(fields: Fields): readonly Written[] {
  const cached = WRITTEN.get(fields);
  if (cached) return cached;
  const written = Object.entries(fields).map(([name, { kind }]) => ({
    name,
    column: columnOf(name),
    write: WRITE[kind.is] as (value: unknown) => Bound,
  }));
  WRITTEN.set(fields, written);
  return written;
}

/** The value of one field. */
export const toColumn = (fields: Fields, name: string, value: unknown): Bound =>
  value === undefined || value === null
    ? null
    : (WRITE[fields[name]!.kind.is] as (value: unknown) => Bound)(value);

/** Bound by column name. */
export function toColumns(fields: Fields, record: object): Record<string, Bound> {
  const values = record as Readonly<Record<string, unknown>>;
  const columns: Record<string, Bound> = {};
  for (const { name, column, write } of writersOf(fields)) {
    const value = values[name];
    columns[column] = value === undefined || value === null ? null : write(value);
  }
  return columns;
}

/** A record that is read equals the one that was written. */
export function fromRow<T extends object>(fields: FieldsOf<T>, row: Row, prefix = ''): T {
  const members: [string, unknown][] = [];
  for (const [name, { kind, presence }] of Object.entries(fields as Fields)) {
    const column = columnOf(name, prefix);
    if (presence === 'always' || row[column] !== null) members.push([name, READ[kind.is](row, column, kind)]);
    else if (presence === 'nullable') members.push([name, null]);
  }
  return Object.fromEntries(members) as T;
}

/** JSON has no times. */
function revive(value: unknown, kind: Kind): unknown {
  if (kind.is === 'time') return new Date(value as string);
  if (kind.is === 'list') return (value as readonly unknown[]).map((each) => revive(each, kind.of));
  if (kind.is !== 'object') return value;
  const members = Object.entries(value as object).map(([name, member]) => {
    const field = kind.fields[name];
    return [name, field ? revive(member, field.kind) : member];
  });
  return Object.fromEntries(members);
}

/**
 * Adds the columns of fields that were added since the table was made.
 * @param present the columns that the table has.
 * @throws Error for a field that is always present: older rows have no value for it.
 */
export function addColumns(
  sqlite: Sqlite,
  table: string,
  fields: Fields,
  present = columnsIn(sqlite).get(table),
): void {
  for (const [name, { kind, presence }] of Object.entries(fields)) {
    const column = columnOf(name);
    if (present?.has(column)) continue;
    if (presence === 'always')
      throw new Error(`${table} has no column ${column}: a field that is always present needs a migration`);
    sqlite.run(`ALTER TABLE ${table} ADD COLUMN ${column} ${TYPES[kind.is]}`);
  }
}

/** The columns of each table, by one statement: most of the time to open a store went into one or two for each of twenty tables. */
export function columnsIn(sqlite: Sqlite): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = sqlite.all(
    `SELECT name, (SELECT group_concat(name) FROM pragma_table_info(sqlite_schema.name)) AS columns
     FROM sqlite_schema WHERE type = 'table'`,
  );
  return new Map(tables.map((row) => [text(row, 'name'), new Set(text(row, 'columns').split(','))]));
}
