import assert from 'node:assert/strict';
import Database from 'libsql';
import { addColumns, columnOf, fromRow, toColumns } from '../../../src/adapters/sqlite/field-columns.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import {
  count,
  type FieldsOf,
  flag,
  listOf,
  map,
  nullable,
  objectOf,
  optional,
  text,
  time,
} from '../../../src/domain/vocabulary/fields.ts';
import { emptyFolder } from '../../support/folder.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';

interface Visit {
  readonly at: Date;
  readonly said?: string;
}

interface Guest {
  readonly id: string;
  readonly firstVisit: Visit;
  readonly visits: readonly Visit[];
  readonly leftAt: Date | null;
  readonly room?: string;
  readonly likes: Readonly<Record<string, string>>;
  readonly isKnown: boolean;
  readonly nights: number;
}

type Later = Pick<Guest, 'id' | 'nights' | 'leftAt' | 'room'>;

const VISIT: FieldsOf<Visit> = { at: time, said: optional(text) };

const GUEST: FieldsOf<Guest> = {
  id: text,
  firstVisit: objectOf(VISIT),
  visits: listOf(VISIT),
  leftAt: nullable(time),
  room: optional(text),
  likes: map,
  isKnown: flag,
  nights: count,
};

describe('columns made from a table of fields', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let sqlite: Sqlite;
  beforeEach(() => {
    folder = emptyFolder();
    sqlite = openSqlite(`${folder.path}/ids.db`, 'sandbox');
    sqlite.run(`CREATE TABLE guest (id TEXT PRIMARY KEY, first_visit TEXT NOT NULL, visits TEXT NOT NULL,
      likes TEXT NOT NULL, is_known INTEGER NOT NULL, nights INTEGER NOT NULL) STRICT`);
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });

  const write = (guest: Guest) => {
    const columns = toColumns(GUEST, guest);
    const names = Object.keys(columns);
    sqlite.run(
      `INSERT INTO guest (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
      columns,
    );
  };
  const read = (id: string) =>
    fromRow<Guest>(GUEST, sqlite.one('SELECT * FROM guest WHERE id = @id', { id })!);

  const at = new Date('2026-03-04T05:06:07.890Z');
  const bare: Guest = {
    id: 'a',
    firstVisit: { at },
    visits: [],
    leftAt: null,
    likes: {},
    isKnown: false,
    nights: 0,
  };
  const full: Guest = {
    id: 'b',
    firstVisit: { at, said: "it's late" },
    visits: [{ at, said: '' }, { at }],
    leftAt: at,
    room: '',
    likes: { tea: 'at five', 'Kaffee & "Kuchen"': '' },
    isKnown: true,
    nights: 3,
  };

  it('return a record as it was written, with the times in its lists', () => {
    addColumns(sqlite, 'guest', GUEST);
    for (const guest of [bare, full]) {
      write(guest);
      assert.deepEqual(read(guest.id), guest);
    }
  });

  it('are added to a table once', () => {
    addColumns(sqlite, 'guest', GUEST);
    addColumns(sqlite, 'guest', GUEST);
    assert.equal(sqlite.all('PRAGMA table_info(guest)').length, Object.keys(GUEST).length);
  });

  it('leave a field without a value in older rows, so one that is always present needs a migration', () => {
    sqlite.run("INSERT INTO guest VALUES ('old', '{}', '[]', '{}', 1, 7)");
    const later: FieldsOf<Later> = { id: text, nights: count, leftAt: nullable(time), room: optional(text) };
    addColumns(sqlite, 'guest', later);
    const row = sqlite.one('SELECT * FROM guest')!;
    assert.deepEqual(fromRow<Later>(later, row), { id: 'old', nights: 7, leftAt: null });
    assert.throws(() => addColumns(sqlite, 'guest', { ...later, diet: text }), {
      message: 'guest has no column diet: a field that is always present needs a migration',
    });
  });

  it('have the names of the tables', () => {
    assert.equal(columnOf('invoiceRef'), 'invoice_ref');
    assert.equal(columnOf('documentSha256'), 'document_sha256');
    assert.equal(columnOf('token', 'lease'), 'lease_token');
  });

  it('belong to a newer program if this one has no such field', () => {
    const path = `${folder.path}/newer.db`;
    openSqlite(path, 'sandbox').close();
    const db = new Database(path);
    db.exec('ALTER TABLE invoice ADD COLUMN sent_at INTEGER');
    db.close();
    assert.throws(() => openSqlite(path, 'sandbox'), {
      reason: 'newer-store',
      message: /sent_at of each invoice/,
    });
  });
});
