import Database from 'libsql';
import { DAY_MS } from '../../src/domain/lifecycle/day-counts.ts';

interface Generated {
  readonly path: string;
  /** How many invoices the store has in the end. */
  readonly invoices: number;
  /** From the oldest to the newest. */
  readonly spanMs: number;
  /** The copies have as many buyers, each with one word; if left out, those of the few. */
  readonly buyers?: number;
}

interface Made {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Invoices of one transaction. */
const AT_ONCE = 50_000;

/**
 * Copies the few invoices of a store until it has many, in the order of their times: through the port a million would take an hour. The
 * copies keep state, route and client, and have an identity, a number and a time of their own. Copies do not wait for work: a store that has
 * grown has more invoices that have ended, not more that wait. No one else may have the file open.
 */
export function growStore({ path, invoices, spanMs, buyers }: Generated): void {
  const db = new Database(path);
  try {
    for (const pragma of ['synchronous = OFF', 'cache_size = -400000', 'temp_store = MEMORY'])
      db.exec(`PRAGMA ${pragma}`);
    const few = numberOf(db, 'SELECT count(*) AS n FROM invoice');
    const copies = Math.floor(invoices / few) - 1;
    const made = db
      .prepare(
        `SELECT type, name, sql FROM sqlite_master
         WHERE tbl_name IN ('invoice', 'event') AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
      )
      .all() as Made[];
    for (const { type, name } of made) db.exec(`DROP ${type} ${name}`);
    db.exec(
      'CREATE TEMP TABLE few AS SELECT row_number() OVER (ORDER BY created_at) - 1 AS place, * FROM invoice',
    );
    insertCopies(db, { few, copies, stepMs: Math.floor(spanMs / few / (copies + 1)), buyers });
    countAgain(db);
    db.exec('DROP TABLE few');
    // Triggers last: making an index fires none.
    for (const type of ['index', 'trigger'])
      for (const each of made) if (each.type === type) db.exec(each.sql);
  } finally {
    db.close();
  }
}

interface Copies {
  readonly few: number;
  readonly copies: number;
  readonly stepMs: number;
  readonly buyers: number | undefined;
}

function insertCopies(db: Database.Database, { few, copies, stepMs, buyers }: Copies): void {
  const columns = (db.prepare('PRAGMA table_info(invoice)').all() as { name: string }[]).map(
    ({ name }) => name,
  );
  const own: Readonly<Record<string, string>> = {
    id: `'inv_' || printf('%012x%06x', f.created_at + n.value * ${stepMs}, n.value) || substr(f.id, -14)`,
    created_at: `f.created_at + n.value * ${stepMs}`,
    updated_at: `f.updated_at + n.value * ${stepMs}`,
    intake_key: `printf('%012x-%06x', f.place, n.value)`,
    fingerprint: `printf('%06x', n.value) || substr(f.fingerprint, 7)`,
    invoice_ref: `f.invoice_ref || '-' || n.value`,
    invoice_number: `f.invoice_number || '-' || n.value`,
    search: `f.search || '-' || n.value`,
    submission_id: `f.submission_id || '-' || n.value`,
    ...(buyers !== undefined && {
      buyer_words: `json_array(printf('%016x', (f.place + n.value) % ${buyers}))`,
    }),
    state: `CASE WHEN f.due_at IS NULL THEN f.state ELSE 'delivered' END`,
    due_at: 'NULL',
    // A row of the care list that has been handled, unless it is one of the few.
    care: `CASE WHEN f.newest_open_care IS NULL THEN f.care ELSE '[]' END`,
    newest_open_care: 'NULL',
    open_care_since: 'NULL',
    newest_handled_care: `f.newest_handled_care + n.value * ${stepMs}`,
  };
  const values = columns.map((name) => own[name] ?? `f.${name}`).join(', ');
  const numbers = `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${copies})`;
  const each = Math.max(1, Math.floor(AT_ONCE / copies));
  for (let from = 0; from < few; from += each)
    db.exec(`INSERT INTO invoice (${columns.join(', ')}) ${numbers}
      SELECT ${values} FROM few AS f CROSS JOIN n WHERE f.place >= ${from} AND f.place < ${from + each}`);
  db.exec(`INSERT INTO event (event_id, invoice_id, client, sequence, occurred_at, text)
    SELECT 'evt_' || substr(id, 5), id, client, 1, created_at, '{}' FROM invoice WHERE id NOT IN (SELECT id FROM few)`);
  db.exec(`INSERT OR IGNORE INTO invoice_buyer_word
    SELECT invoice.client, word.value, invoice.created_at, invoice.id FROM invoice, json_each(invoice.buyer_words) AS word`);
}

/** As the triggers count. */
function countAgain(db: Database.Database): void {
  const whose = `json_each(json_array('', client)) AS whose`;
  db.exec(`DELETE FROM invoice_count;
    INSERT INTO invoice_count
      SELECT whose.value, created_at / ${DAY_MS}, route, state, count(*) FROM invoice, ${whose} GROUP BY 1, 2, 3, 4;
    DELETE FROM rejected_count;
    INSERT INTO rejected_count
      SELECT whose.value, updated_at / ${DAY_MS}, route, count(*) FROM invoice, ${whose}
      WHERE state = 'rejected' GROUP BY 1, 2, 3;`);
}

const numberOf = (db: Database.Database, sql: string): number => (db.prepare(sql).get() as { n: number }).n;
