import type { Caller } from '../../domain/access/caller.ts';
import {
  matchedFields,
  OPEN_FIELDS,
  SEARCHED_FIELDS,
  type SearchedField,
  type SearchedText,
  searchedText,
  searchWordOf,
  tokenOf,
} from '../../domain/lifecycle/summary-search.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import { type Answered, answerOf } from '../../domain/statuses/answer.ts';
import type { Attempt, InvoiceReads } from '../../ports/invoice-reads.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import {
  type Candidate,
  type CandidateQuery,
  newestFirst,
  type SearchCandidates,
} from '../../ports/search-candidates.ts';
import { listedClient } from '../access/tenancy.ts';
import { cursorAt } from '../../ports/page.ts';
import { positionAfter } from '../requests/list-position.ts';
import { aroundOf } from './find-invoice.ts';
import { buyerWordsIn } from './list-invoices.ts';
import { noteSummariesRead } from './note-summaries-read.ts';
import { openSummaries } from './open-summaries.ts';

const SEARCHED_KINDS = ['sent', 'not_taken', 'received'] as const;
type SearchedKind = (typeof SEARCHED_KINDS)[number];

export interface SearchQuery {
  readonly q: string;
  readonly client?: string | undefined;
  readonly kinds?: readonly SearchedKind[] | undefined;
  /** `YYYY-MM-DD`, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What the days are of. */
  readonly by: 'intake' | 'issue_date';
  readonly after?: string | undefined;
}

export interface FoundRow extends Omit<Candidate, 'route' | 'state' | 'sealedSummary' | 'buyerWords'> {
  readonly kind: SearchedKind;
  readonly route?: Route;
  /** None of what was not taken. */
  readonly state?: string;
  readonly summary: InvoiceSummary;
  readonly matchedIn: readonly SearchedField[];
  /** Of a sent one: whether the list with these words has it, too. */
  readonly isInList?: boolean;
  /** Of a sent one, as in its list. */
  readonly sentAgainAs?: Attempt | undefined;
  /** Of a received one, as in its list. */
  readonly answer?: Answered | undefined;
}

interface SearchPage {
  readonly rows: readonly FoundRow[];
  readonly next?: string;
  readonly lookedIn: readonly SearchedField[];
}

interface Ports {
  readonly invoices: SearchCandidates & Pick<InvoiceReads, 'attempts'>;
  readonly received: SearchCandidates;
  readonly refusals: Pick<RefusalStore, 'list'>;
  readonly content: Pick<ContentStore, 'openTexts'>;
  /** Absent if summaries are not searched. */
  readonly buyerIndex?: BlindIndex | undefined;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** Rows of one answer. */
const PAGE = 100;
/** Read at once. */
const BATCH = 200;
/** Summaries opened for one answer; after these it has what was found, and the cursor with which the search goes on. */
const MAX_OPENED = 2_000;

interface Row
  extends Omit<Candidate, 'route' | 'state'>, Pick<FoundRow, 'kind' | 'route' | 'state' | 'answer'> {
  /** Of a refused submission. */
  readonly expiresAt?: Date;
}
type OpenedRow = Omit<Row, 'sealedSummary'> & Pick<FoundRow, 'summary'>;
type MatchedRow = OpenedRow & Pick<FoundRow, 'matchedIn'>;
type Position = Pick<Row, 'createdAt' | 'id'>;
type Asked = Omit<CandidateQuery, 'after' | 'limit'>;

/** One search over what was sent, what was not taken and what was received. */
export class SearchInvoices {
  constructor(private readonly ports: Ports) {}

  /** Newest first. @throws CallFailed `not-found` if a client key names another client; `bad-request`; `no-master-key` */
  async run(caller: Caller, query: SearchQuery, requestId: string): Promise<SearchPage> {
    const client = listedClient(caller, query.client);
    const searched = searchedText(query.q);
    const lookedIn = this.fieldsFor(client);
    const request = await this.ask(
      client,
      isOfDay(searched, lookedIn) ? { ...searched, text: '' } : searched,
      query,
    );
    const rows: MatchedRow[] = [];
    let position = positionIn(query.after);
    let isMore = searched.text !== '';
    let opened = 0;
    while (isMore && opened < MAX_OPENED && rows.length < PAGE) {
      const batch = await this.nextRows(request, query, position);
      for (const row of await this.open(batch.slice(0, BATCH))) {
        if (rows.length === PAGE) break;
        position = row;
        const isMeant = this.isThere(row) && isWithinDays(row, query);
        const matchedIn = isMeant ? matchedFields(searched, asSearched(row), lookedIn) : [];
        if (matchedIn.length > 0) rows.push({ ...row, matchedIn });
      }
      opened += Math.min(batch.length, BATCH);
      isMore = batch.length > BATCH || (rows.length === PAGE && position?.id !== batch.at(-1)?.id);
      if (rows.length < PAGE && isMore) position = batch[BATCH - 1];
    }
    await noteSummariesRead({ caller, client, count: rows.length, requestId }, this.ports);
    return {
      rows: await this.asListed(rows, client, query),
      lookedIn,
      ...(isMore && position && { next: cursorOf(position) }),
    };
  }

  /** What was sent has what its list says of it. */
  private async asListed(
    rows: readonly MatchedRow[],
    client: string | undefined,
    { q }: SearchQuery,
  ): Promise<readonly FoundRow[]> {
    const sent = rows.filter(({ kind }) => kind === 'sent');
    if (sent.length === 0) return rows;
    const { invoices, buyerIndex } = this.ports;
    const [attempts, buyers] = await Promise.all([
      invoices.attempts(sent),
      buyerWordsIn(buyerIndex, client, q),
    ]);
    const later = new Map(sent.map(({ id }, n) => [id, aroundOf(id, attempts[n]!).sentAgainAs]));
    return rows.map((row) => ({
      ...row,
      ...(row.kind === 'sent' && { isInList: isInList(row, q, buyers), sentAgainAs: later.get(row.id) }),
    }));
  }

  /** Each client has hashes of its own, so words are searched for one client only. */
  private fieldsFor(client: string | undefined): readonly SearchedField[] {
    if (client === undefined) return OPEN_FIELDS.filter((field) => field !== 'network_number');
    return this.ports.buyerIndex ? SEARCHED_FIELDS : OPEN_FIELDS;
  }

  private async ask(
    client: string | undefined,
    { text, ways }: SearchedText,
    query: SearchQuery,
  ): Promise<Asked> {
    const { from, to, by } = query;
    return {
      client,
      text,
      networkNumber: text,
      ways: client === undefined ? [] : await this.hashed(client, ways),
      ...(by === 'intake' && from !== undefined && { receivedFrom: from }),
      ...(by === 'intake' && to !== undefined && { receivedTo: to }),
    };
  }

  private async hashed(client: string, ways: SearchedText['ways']): Promise<CandidateQuery['ways']> {
    const words = ways.flat(2);
    const hashes = (await this.ports.buyerIndex?.hashes(client, words.map(tokenOf))) ?? [];
    if (hashes.length === 0) return [];
    const byWord = new Map(words.map((word, n) => [word, searchWordOf(hashes[n]!)]));
    return ways.map((way) => way.map((term) => term.map((word) => byWord.get(word)!)));
  }

  /** Of every kind, in the order of the list: one more than a batch if there are more. */
  private async nextRows(
    request: Asked,
    { kinds = SEARCHED_KINDS }: SearchQuery,
    after: Position | undefined,
  ) {
    const page = { ...request, after, limit: BATCH + 1 };
    const { invoices, received } = this.ports;
    const reads = {
      sent: () => invoices.candidates(page),
      received: async () =>
        (await received.candidates(page)).map((row) => ({ ...row, answer: answerOf(row) })),
      not_taken: () => this.refused(page),
    };
    const results = await Promise.all(
      [...new Set(kinds)].map(async (kind) => (await reads[kind]()).map((row): Row => ({ ...row, kind }))),
    );
    return results
      .flat()
      .sort(newestFirst)
      .slice(0, BATCH + 1);
  }

  /** A client has a thousand at most, so each is opened. */
  private async refused({ client, after, limit }: CandidateQuery) {
    const last = after && { at: after.createdAt, id: after.id };
    const refusals = await this.ports.refusals.list({ client, after: last, limit });
    return refusals.map(({ id, client: owner, route, at, expiresAt, invoiceRef = '', sealedSummary }) => ({
      id,
      client: owner,
      createdAt: at,
      expiresAt,
      invoiceRef,
      ...(route && { route }),
      ...(sealedSummary !== undefined && { sealedSummary }),
    }));
  }

  private isThere({ expiresAt }: OpenedRow): boolean {
    return expiresAt === undefined || expiresAt > this.ports.clock.now();
  }

  /** Nothing is found of a deleted client. */
  private async open(rows: readonly Row[]): Promise<readonly OpenedRow[]> {
    const summaries = await openSummaries(rows, this.ports);
    return rows.flatMap((row) => {
      const { sealedSummary: _sealed, ...shown } = row;
      const summary = summaries.get(row);
      return summary ? [{ ...shown, summary }] : [];
    });
  }
}

/** As the stores find what `GET /invoices` lists. @param buyers hashes, all of one of which lead to the buyer. */
function isInList(
  { invoiceRef, alsoSentAs = [], invoiceNumber = '', buyerWords = [] }: OpenedRow,
  q: string,
  buyers: Awaited<ReturnType<typeof buyerWordsIn>> = [],
): boolean {
  const text = foldedCase(q);
  const names = [invoiceRef, ...alsoSentAs, invoiceNumber];
  return (
    names.some((name) => foldedCase(name).includes(text)) ||
    buyers.some((hashes) => hashes.every((hash) => buyerWords.includes(hash)))
  );
}

/** No word is hashed for the date of an invoice: each may be the one, and the empty text is in each. */
const isOfDay = ({ day }: SearchedText, fields: readonly SearchedField[]): boolean =>
  day !== undefined && fields.includes('issue_date');

const asSearched = ({ invoiceRef, alsoSentAs = [], invoiceNumber, networkNumber, summary }: OpenedRow) => ({
  references: [invoiceRef, ...alsoSentAs],
  number: invoiceNumber,
  networkNumber,
  summary,
});

function isWithinDays({ createdAt, summary }: OpenedRow, { by, from, to }: SearchQuery): boolean {
  if ((from ?? to) === undefined) return true;
  const day = by === 'intake' ? createdAt.toISOString().slice(0, 10) : summary.issueDate;
  return day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to);
}

const IDS = /^(?:inv|rcv|rfs)_[A-Za-z0-9]{16,40}$/;

const cursorOf = ({ createdAt: at, id }: Position): string => cursorAt({ at, id });

function positionIn(after: string | undefined): Position | undefined {
  const position = positionAfter(after, IDS);
  return position && { createdAt: position.at, id: position.id };
}
