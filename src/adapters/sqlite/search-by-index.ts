import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { InvoiceQuery } from '../../ports/invoice-reads.ts';
import { havingAll } from './buyer-words.ts';
import { integer, json, optional, text } from './columns.ts';
import { askForIndex, foursIn, MAX_IN_BLOCK } from './search-index.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

/** Milliseconds since 1970; the end is not part of it. */
export type Edges = Readonly<Record<'since' | 'until', number>>;

export interface FoundInvoice {
  /** When it came in. */
  readonly at: number;
  readonly id: string;
}

/** A text that more invoices have is looked for without the index. */
const MAX_FOUND = 5_000;

/** Invoices that the index does not know yet; while it is built they are more. */
const MAX_UNINDEXED = 5 * MAX_IN_BLOCK;

/** No stored text has a NUL character or half an emoji. */
const NOT_STORED = /[\0\p{Surrogate}]/u;

/** With so few left, reading them takes less time than another four. */
const FEW = 200;

/**
 * The invoices of a client that have a text or words of the buyer.
 * @returns undefined without an index, which is then built, or if the index does not help: a text of fewer than four characters, one that very many
 *   invoices have, or days before the index.
 */
export async function findByIndex(
  sqlite: Sqlite,
  { client, q, buyerWords = [] }: Pick<InvoiceQuery, 'client' | 'q' | 'buyerWords'>,
  edges: Edges,
): Promise<readonly FoundInvoice[] | undefined> {
  if (client === undefined || q === undefined || NOT_STORED.test(q)) return undefined;
  const searched = foldedCase(q);
  const fours = [...foursIn(searched)];
  if (fours.length === 0) return undefined;
  const index = await sqlite.readOne(
    'SELECT indexed_from, indexed_until FROM search_index WHERE client = @client',
    { client },
  );
  if (!index) {
    // A full disk refuses writes only.
    await askForIndex(sqlite, client).catch(() => undefined);
    return undefined;
  }
  if (edges.since < integer(index, 'indexed_from')) return undefined;
  return sqlite.read(() =>
    find(sqlite, { client, searched, fours, buyerWords, end: integer(index, 'indexed_until'), ...edges }),
  );
}

interface Search extends Edges {
  readonly client: string;
  readonly searched: string;
  readonly fours: readonly string[];
  readonly buyerWords: readonly (readonly string[])[];
  /** Of the index. */
  readonly end: number;
}

/** First what is in no block: meanwhile another process may put it into one. */
function find(sqlite: Sqlite, search: Search): readonly FoundInvoice[] | undefined {
  const matches = new Map<string, FoundInvoice>();
  const add = (sql: string, more: Parameters = {}): void => {
    const { client, searched, since, until } = search;
    const rows = sqlite.all(`${sql} LIMIT ${MAX_FOUND + 1}`, { client, searched, since, until, ...more });
    for (const row of rows) matches.set(text(row, 'id'), { at: integer(row, 'at'), id: text(row, 'id') });
  };
  if (sqlite.one(UNINDEXED, { client: search.client, end: search.end })) return undefined;
  add(
    `SELECT created_at AS at, id FROM invoice
     WHERE client = @client AND created_at >= @newSince AND created_at < @until AND ${HAS_TEXT}`,
    { newSince: Math.max(search.since, search.end) },
  );
  add(`SELECT invoice.created_at AS at, id FROM search_late AS late CROSS JOIN invoice ON id = late.invoice_id
    WHERE late.client = @client AND late.created_at >= @since AND late.created_at < @until AND ${HAS_TEXT}`);
  for (const words of search.buyerWords)
    add(`SELECT created_at AS at, invoice_id AS id ${havingAll('@words')}`, { words: JSON.stringify(words) });
  const times = timesInBlocks(sqlite, search);
  if (!times) return undefined;
  add(
    `SELECT created_at AS at, id FROM invoice
     WHERE client = @client AND created_at IN (SELECT value FROM json_each(@times)) AND ${WITHIN_TIMES} AND ${HAS_TEXT}`,
    { times: JSON.stringify(times) },
  );
  return matches.size > MAX_FOUND ? undefined : [...matches.values()];
}

const UNINDEXED = `SELECT 1 FROM invoice WHERE client = @client AND created_at >= @end LIMIT 1 OFFSET ${MAX_UNINDEXED}`;
const HAS_TEXT = 'instr(search, @searched) > 0';
/** So that SQLite looks for the times. */
const WITHIN_TIMES = '+created_at >= @since AND +created_at < @until';

/** By the number of a block: which of its invoices have all fours so far; undefined for all of them. */
type Blocks = ReadonlyMap<number, readonly number[] | undefined>;

/** @returns times at which invoices with all fours may have come in; undefined if these are too many. */
function timesInBlocks(sqlite: Sqlite, search: Search): readonly number[] | undefined {
  const { client, since, until } = search;
  const rows = sqlite.all(
    `SELECT block, first_at FROM search_block WHERE client = @client AND last_at >= @since AND first_at < @until
     ORDER BY last_at`,
    { client, since, until },
  );
  const firstOf = new Map(rows.map((row) => [integer(row, 'block'), integer(row, 'first_at')]));
  let blocks: Blocks = new Map([...firstOf.keys()].map((block) => [block, undefined]));
  for (const four of rarestFirst(sqlite, search.fours, [...blocks.keys()].at(-1))) {
    if (invoicesIn(blocks) <= FEW) break;
    blocks = withFour(sqlite, blocks, four);
  }
  if (invoicesIn(blocks) > MAX_FOUND) return undefined;
  return [...blocks].flatMap(([block, offsets]) =>
    (offsets ?? allOf(sqlite, block)).map((offset) => firstOf.get(block)! + offset),
  );
}

const invoicesIn = (blocks: Blocks): number =>
  [...blocks.values()].reduce((sum, offsets) => sum + (offsets?.length ?? MAX_IN_BLOCK), 0);

/** By their number in the newest block, which is like the others: those that it lacks first, those of all its invoices last. */
function rarestFirst(
  sqlite: Sqlite,
  fours: readonly string[],
  newest: number | undefined,
): readonly string[] {
  if (newest === undefined) return fours;
  const rows = sqlite.all(
    `SELECT characters, length(offsets) AS size FROM search_part
     WHERE block = @newest AND characters IN (SELECT value FROM json_each(@fours))`,
    { newest, fours: JSON.stringify(fours) },
  );
  const sizes = new Map(
    rows.map((row) => [text(row, 'characters'), optional(row, 'size', integer) ?? Infinity]),
  );
  const sizeOf = (four: string): number => sizes.get(four) ?? 0;
  return [...fours].sort(
    (one, other) => Number(sizeOf(one) > sizeOf(other)) - Number(sizeOf(one) < sizeOf(other)),
  );
}

function withFour(sqlite: Sqlite, blocks: Blocks, four: string): Blocks {
  const rows = sqlite.all(
    `SELECT part.block, part.offsets FROM json_each(@blocks) AS listed CROSS JOIN search_part AS part
     WHERE part.block = listed.value AND part.characters = @four`,
    { blocks: JSON.stringify([...blocks.keys()]), four },
  );
  return new Map(rows.map((row) => withBoth(row, blocks)));
}

function withBoth(row: Row, blocks: Blocks): readonly [number, readonly number[] | undefined] {
  const block = integer(row, 'block');
  const before = blocks.get(block);
  const offsets = optional(row, 'offsets', json<readonly number[]>);
  if (!before || !offsets) return [block, before ?? offsets];
  const allowed = new Set(offsets);
  return [block, before.filter((offset) => allowed.has(offset))];
}

function allOf(sqlite: Sqlite, block: number): readonly number[] {
  const row = sqlite.one('SELECT offsets FROM search_block WHERE block = @block', { block });
  return row ? json<readonly number[]>(row, 'offsets') : [];
}
