import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { DAY_MS, dayAt, perDay, type Span, spansToSearch } from '../../domain/lifecycle/day-counts.ts';
import { nameByRailId } from '../../domain/lifecycle/received-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import { type Candidate, type CandidateQuery, newestFirst } from '../../ports/search-candidates.ts';
import { json, optional, text, time } from './columns.ts';
import { countsByDay } from './invoice-counts.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

/** The columns of a candidate's members. */
type Columns = Readonly<
  Partial<
    Record<
      keyof Candidate,
      readonly [column: string, valueIn: (row: Row, column: string) => Candidate[keyof Candidate]]
    >
  >
>;

/** A ledger in which a search looks. */
interface SearchedTable {
  readonly name: string;
  readonly counts: string;
  readonly columns: Columns;
  /** How the network's number leads to a record. */
  readonly isNamed: string;
  /** For that; SQLite would read all records of the client, because their index has the order of the list. */
  readonly index: string;
}

const OF_BOTH = {
  id: ['id', text],
  client: ['client', text],
  route: ['route', text],
  state: ['state', text],
  createdAt: ['created_at', time],
  invoiceRef: ['invoice_ref', text],
  invoiceNumber: ['invoice_number', text],
  sealedSummary: ['sealed_summary', text],
} as const satisfies Columns;

export const SEARCHED_INVOICES: SearchedTable = {
  name: 'invoice',
  counts: 'invoice_count',
  columns: {
    ...OF_BOTH,
    alsoSentAs: ['also_sent_as', json<readonly string[]>],
    networkNumber: ['legal_id', text],
    buyerWords: ['buyer_words', json<readonly string[]>],
    toFetchSince: ['to_fetch_since', time],
    fetchedAt: ['fetched_at', time],
    mailedAt: ['mailed_at', time],
    buyerStatus: ['buyer_status', text],
  },
  isNamed: 'submission_id IS NOT NULL AND legal_id = @networkNumber',
  index: 'invoice_by_legal_id',
};

export const SEARCHED_RECEIVED: SearchedTable = {
  name: 'received',
  counts: 'received_count',
  columns: {
    ...OF_BOTH,
    networkNumber: ['rail_id', text],
    answerState: ['answer_state', text],
    answerStatus: ['answer_status', text],
    answerBar: ['answer_bar', json<Text>],
    presentStatus: ['present_status', text],
  },
  isNamed: `id IN (SELECT received_id FROM received_claim
     WHERE client = @client AND name IN (SELECT value FROM json_each(@names)))`,
  index: 'sqlite_autoindex_received_1',
};

/** Some days at a time, newest first: other work goes on between them. */
export async function searchCandidates(
  sqlite: Sqlite,
  table: SearchedTable,
  query: CandidateQuery,
): Promise<readonly Candidate[]> {
  const { client, after, ways, limit } = query;
  // No stored text has a NUL character, and none can be bound.
  if (query.text.includes('\0')) return [];
  const parameters = parametersOf(query);
  const columns = Object.values(table.columns)
    .map(([column]) => column)
    .join(', ');
  const read = (condition: string, { first, last }: Span, index?: string): Promise<readonly Row[]> =>
    sqlite.readAll(
      `SELECT ${columns}
       FROM ${table.name} ${index === undefined ? '' : `INDEXED BY ${index}`}
       WHERE ${client === undefined ? '' : 'client = @client AND'} ${after ? '(created_at, id) < (@at, @id) AND' : ''}
         created_at >= @since AND created_at < @until AND (${condition})
       ORDER BY created_at DESC, id DESC LIMIT @limit`,
      { ...parameters, since: first * DAY_MS, until: (last + 1) * DAY_MS },
    );
  const days = countsByDay(sqlite, table.counts, query);
  const [oldest, newest] = [days[0], days.at(-1)];
  if (!oldest || !newest) return [];
  const whole = { first: oldest.day, last: newest.day };
  const named = client === undefined ? [] : await read(table.isNamed, whole, table.index);
  const lastDay = after ? dayAt(after.createdAt) : newest.day;
  const condition = ['instr(search, @text) > 0', ...ways.map(hasTerms)].join(' OR ');
  const matching: Row[] = [];
  for (const span of spansToSearch(perDay(days.filter(({ day }) => day <= lastDay)))) {
    matching.push(...(await read(condition, span)));
    if (matching.length >= limit) break;
    await nextTurn();
  }
  const candidates = new Map(
    [...named, ...matching].map((row) => [text(row, 'id'), candidateIn(row, table)]),
  );
  return [...candidates.values()].sort(newestFirst).slice(0, limit);
}

/** Parameters without a value find nothing: so there are few texts of statements, which are kept. */
const MAX_WORDS_OF_TERM = 3;
const WORDS = Array.from({ length: MAX_WORDS_OF_TERM }, (_, n) => n);

const hasTerms = (terms: readonly unknown[], way: number): string =>
  terms
    .map((_, n) => `(${WORDS.map((word) => `instr(search_words, @w${way}_${n}_${word}) > 0`).join(' OR ')})`)
    .join(' AND ');

function parametersOf({
  client,
  after,
  text: searched,
  networkNumber,
  ways,
  limit,
}: CandidateQuery): Parameters {
  const words = ways.flatMap((terms, way) =>
    terms.flatMap((term, n) => WORDS.map((word) => [`w${way}_${n}_${word}`, term[word] ?? null] as const)),
  );
  return {
    client: client ?? null,
    at: after?.createdAt.getTime() ?? null,
    id: after?.id ?? null,
    text: foldedCase(searched),
    networkNumber,
    names: JSON.stringify(ROUTES.map((route) => nameByRailId(route, networkNumber))),
    limit,
    ...Object.fromEntries(words),
  };
}

/** Without the members whose columns are NULL. */
function candidateIn(row: Row, { columns }: SearchedTable): Candidate {
  const members = Object.entries(columns).flatMap(([member, [column, valueIn]]) => {
    const value = optional(row, column, valueIn);
    return value === undefined ? [] : [[member, value] as const];
  });
  return Object.fromEntries(members) as unknown as Candidate;
}
