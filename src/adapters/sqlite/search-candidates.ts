import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { DAY_MS, dayAt, perDay, type Span, spansToSearch } from '../../domain/lifecycle/day-counts.ts';
import { nameByRailId } from '../../domain/lifecycle/received-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { type Candidate, type CandidateQuery, newestFirst } from '../../ports/search-candidates.ts';
import { json, optional, text, time } from './columns.ts';
import { countsByDay } from './invoice-counts.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

/** A ledger in which a search looks. */
interface SearchedTable {
  readonly name: string;
  readonly counts: string;
  /** Its column with further references; only invoices that were sent have them. */
  readonly alsoSentAs: string;
  /** Its column with the network's number, and how that leads to a record. */
  readonly networkNumber: string;
  /** Its columns that say where a document is that lay ready, and what was answered: of an invoice that was sent others than of one that came. */
  readonly progress: string;
  readonly isNamed: string;
  /** For that; SQLite would read all records of the client, because their index has the order of the list. */
  readonly index: string;
}

export const SEARCHED_INVOICES: SearchedTable = {
  name: 'invoice',
  counts: 'invoice_count',
  alsoSentAs: 'also_sent_as',
  networkNumber: 'legal_id',
  progress: `to_fetch_since, fetched_at, mailed_at, buyer_status,
    NULL AS answer_state, NULL AS answer_status, NULL AS answer_bar, NULL AS present_status`,
  isNamed: 'submission_id IS NOT NULL AND legal_id = @networkNumber',
  index: 'invoice_by_legal_id',
};

export const SEARCHED_RECEIVED: SearchedTable = {
  name: 'received',
  counts: 'received_count',
  alsoSentAs: 'NULL',
  networkNumber: 'rail_id',
  progress: `NULL AS to_fetch_since, NULL AS fetched_at, NULL AS mailed_at, NULL AS buyer_status,
    answer_state, answer_status, answer_bar, present_status`,
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
  const read = (condition: string, { first, last }: Span, index?: string): Promise<readonly Row[]> =>
    sqlite.readAll(
      `SELECT id, client, route, state, created_at, invoice_ref, invoice_number, sealed_summary,
         ${table.alsoSentAs} AS also_sent_as, ${table.networkNumber} AS network_number, ${table.progress}
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
  const candidates = new Map([...named, ...matching].map((row) => [text(row, 'id'), candidateIn(row)]));
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

function candidateIn(row: Row): Candidate {
  const [invoiceNumber, networkNumber, sealedSummary, buyerStatus] = [
    'invoice_number',
    'network_number',
    'sealed_summary',
    'buyer_status',
  ].map((column) => optional(row, column, text));
  const alsoSentAs = optional(row, 'also_sent_as', json<readonly string[]>);
  const [toFetchSince, fetchedAt, mailedAt] = ['to_fetch_since', 'fetched_at', 'mailed_at'].map((column) =>
    optional(row, column, time),
  );
  const answerState = optional(row, 'answer_state', text) as Candidate['answerState'];
  const answerStatus = optional(row, 'answer_status', text) as Candidate['answerStatus'];
  const presentStatus = optional(row, 'present_status', text) as Candidate['presentStatus'];
  const answerBar = optional(row, 'answer_bar', json<Text>);
  return {
    id: text(row, 'id'),
    client: text(row, 'client'),
    route: text(row, 'route') as Route,
    state: text(row, 'state'),
    createdAt: time(row, 'created_at'),
    invoiceRef: text(row, 'invoice_ref'),
    ...(alsoSentAs && { alsoSentAs }),
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...(networkNumber !== undefined && { networkNumber }),
    ...(buyerStatus !== undefined && { buyerStatus }),
    ...(toFetchSince && { toFetchSince }),
    ...(fetchedAt && { fetchedAt }),
    ...(mailedAt && { mailedAt }),
    ...(answerState && { answerState }),
    ...(answerStatus && { answerStatus }),
    ...(presentStatus && { presentStatus }),
    ...(answerBar !== undefined && { answerBar }),
    ...(sealedSummary !== undefined && { sealedSummary }),
  };
}
