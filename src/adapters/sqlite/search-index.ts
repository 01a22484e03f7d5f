import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, MAX_SEARCHED, perDay, spansToSearch } from '../../domain/lifecycle/day-counts.ts';
import { integer, text } from './columns.ts';
import { countsByDay } from './invoice-counts.ts';
import type { Row, Sqlite } from './sqlite.ts';

// A part of a reference or a number is looked for in every invoice of a client. Where these are many, an index tells which ones may have
// it: it has the invoices in blocks, and for each block where four characters in a row occur. It is written by the sweep, not by
// intakes, and only for clients in whose lists a part was searched. Triggers keep apart what it does not know.

/** Invoices of a block. Writing a block keeps others waiting for 10 to 15 ms; a search reads up to three rows of each block. */
export const MAX_IN_BLOCK = 2_000;

/** Blocks that one sweep writes for a client. */
const MAX_BLOCKS_AT_ONCE = 10;

/** Blocks removed in one transaction. */
const MAX_REMOVED_AT_ONCE = 10;

/** Fewer would occur in many invoices: the end of a number has nothing but digits. */
const CHARACTERS = 4;

/** Four characters in a row, each four once. */
export function foursIn(searched: string): ReadonlySet<string> {
  const characters = Array.from(searched);
  const fours = new Set<string>();
  for (let n = CHARACTERS; n <= characters.length; n += 1)
    fours.add(characters.slice(n - CHARACTERS, n).join(''));
  return fours;
}

/** The next sweeps index the invoices of a client. */
export async function askForIndex(sqlite: Sqlite, client: string): Promise<void> {
  await sqlite.write(() => {
    const from = firstSearched(sqlite, client);
    return sqlite.run(
      `INSERT INTO search_index (client, indexed_from, indexed_until) VALUES (@client, @from, @from) ON CONFLICT DO NOTHING`,
      { client, from },
    );
  });
}

/** Writes blocks of what has come since the last sweep, and removes blocks of what is no longer there or no longer searched. */
export async function indexSearches(sqlite: Sqlite): Promise<void> {
  const clients = await sqlite.readAll('SELECT client FROM search_index');
  for (const client of clients.map((row) => text(row, 'client'))) {
    await removeBlocks(sqlite, client);
    for (let blocks = 0; blocks < MAX_BLOCKS_AT_ONCE; blocks += 1) {
      if (!(await addBlock(sqlite, client))) break;
      await nextTurn();
    }
    await nextTurn();
  }
}

/** The newest invoices, as many as are searched, came in from this time on. */
function firstSearched(sqlite: Sqlite, client: string): number {
  const counts = countsByDay(sqlite, 'invoice_count', { client });
  return (spansToSearch(perDay(counts)).at(-1)?.first ?? 0) * DAY_MS;
}

/** Invoices that are in no block, in the order of their times. */
interface Unindexed {
  /** When the last one for a full block came in. Parameters: `@client`, `@until` (the end of the index), `@before`. */
  readonly last: string;
  /** Those up to `@last`, with their texts. */
  readonly texts: string;
  /** They are in a block from now on. */
  readonly done: string;
}

const LATE: Unindexed = {
  last: 'SELECT created_at AS last FROM search_late WHERE client = @client ORDER BY created_at LIMIT 1 OFFSET @before',
  texts: `SELECT late.created_at AS at, search FROM search_late AS late CROSS JOIN invoice ON id = late.invoice_id
    WHERE late.client = @client AND late.created_at <= @last ORDER BY 1`,
  done: 'DELETE FROM search_late WHERE client = @client AND created_at <= @last',
};
const NEW: Unindexed = {
  last: `SELECT created_at AS last FROM invoice WHERE client = @client AND created_at >= @until
    ORDER BY created_at LIMIT 1 OFFSET @before`,
  texts: `SELECT created_at AS at, search FROM invoice
    WHERE client = @client AND created_at >= @until AND created_at <= @last ORDER BY 1`,
  done: 'UPDATE search_index SET indexed_until = @last + 1 WHERE client = @client',
};

/** @returns false if there are too few for a block. */
async function addBlock(sqlite: Sqlite, client: string): Promise<boolean> {
  const findNext = (): { readonly unindexed: Unindexed; until: number; last: number } | undefined => {
    const index = sqlite.one('SELECT indexed_until FROM search_index WHERE client = @client', { client });
    if (!index) return undefined;
    const until = integer(index, 'indexed_until');
    for (const unindexed of [LATE, NEW]) {
      const row = sqlite.one(unindexed.last, { client, until, before: MAX_IN_BLOCK - 1 });
      if (row) return { unindexed, until, last: integer(row, 'last') };
    }
    return undefined;
  };
  // Most sweeps find too few, and take no lock for it.
  if (!(await sqlite.read(findNext))) return false;
  return sqlite.write(() => {
    const next = findNext();
    if (!next) return false;
    const { unindexed, until, last } = next;
    writeBlock(sqlite, client, sqlite.all(unindexed.texts, { client, until, last }));
    sqlite.run(unindexed.done, { client, last });
    return true;
  });
}

function writeBlock(sqlite: Sqlite, client: string, rows: readonly Row[]): void {
  const first = integer(rows[0]!, 'at');
  const last = integer(rows.at(-1)!, 'at');
  const all: number[] = [];
  const having = new Map<string, number[]>();
  for (const row of rows) {
    const offset = integer(row, 'at') - first;
    if (all.at(-1) !== offset) all.push(offset);
    for (const four of foursIn(text(row, 'search'))) {
      const offsets = having.get(four);
      if (!offsets) having.set(four, [offset]);
      else if (offsets.at(-1) !== offset) offsets.push(offset);
    }
  }
  const { block } = sqlite.one(
    'INSERT INTO search_block (client, first_at, last_at, offsets) VALUES (@client, @first, @last, @offsets) RETURNING block',
    { client, first, last, offsets: JSON.stringify(all) },
  ) as { block: number };
  for (const [characters, offsets] of having)
    sqlite.run(
      'INSERT INTO search_part (block, characters, offsets) VALUES (@block, @characters, @offsets)',
      {
        block,
        characters,
        offsets: offsets.length === all.length ? null : JSON.stringify(offsets),
      },
    );
}

/** Removes blocks that are older than the client's oldest invoice, or than the newest ones, which alone are searched. */
async function removeBlocks(sqlite: Sqlite, client: string): Promise<void> {
  const first = await sqlite.read(() => firstNeeded(sqlite, client));
  for (;;) {
    const blocks = await sqlite.readAll(
      'SELECT block FROM search_block WHERE client = @client AND last_at < @first ORDER BY last_at LIMIT @limit',
      { client, first, limit: MAX_REMOVED_AT_ONCE },
    );
    if (blocks.length === 0) return;
    await sqlite.write(() => {
      sqlite.run('UPDATE search_index SET indexed_from = max(indexed_from, @first) WHERE client = @client', {
        client,
        first,
      });
      // Another process may have removed a block meanwhile, and its number may have gone to a new one.
      for (const block of blocks)
        sqlite.run(
          'DELETE FROM search_block WHERE block = @block AND client = @client AND last_at < @first',
          {
            block: integer(block, 'block'),
            client,
            first,
          },
        );
    });
    await nextTurn();
  }
}

function firstNeeded(sqlite: Sqlite, client: string): number {
  const row = sqlite.one(
    `SELECT coalesce((SELECT min(created_at) FROM invoice WHERE client = @client), indexed_until) AS oldest,
       (SELECT count(*) FROM search_block WHERE client = @client) AS blocks FROM search_index WHERE client = @client`,
    { client },
  );
  if (!row) return 0;
  const oldest = integer(row, 'oldest');
  return integer(row, 'blocks') * MAX_IN_BLOCK > MAX_SEARCHED
    ? Math.max(oldest, firstSearched(sqlite, client))
    : oldest;
}
