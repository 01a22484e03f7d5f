import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { DerivedReport } from '../../../ports/rail/report-flows.ts';
import { platformCredential } from './credential.ts';
import { readCdar } from './cdar.ts';
import { readFrr } from './frr.ts';
import { lifecycleMessage } from './lifecycle.ts';
import {
  nextPage,
  type SyncCursor,
  readSyncCursor,
  writeCursor,
  searchAfter,
  timeOf,
  withoutOwed,
  withOwed,
  withTaken,
} from './sync-cursor.ts';
import type { Platform } from './platform.ts';
import { type FlowPage, search } from './search.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

const FETCH_MS = 30_000;
/** A message has a few KB. */
const MAX_BYTES = 1_000_000;
/** A report has some MB if its period has thousands of invoices. */
const MAX_REPORT_BYTES = 10_000_000;
const AT_ONCE = 8;

/**
 * Messages about sales, about invoices that we issue as buyers, and the administration's verdicts on reports. Its copies of messages about
 * invoices repeat them (the note, 2.2).
 */
const IS_LIFECYCLE = /^(?!State(?:Customer|Supplier)Invoice).*LC$/;

/** What the platform has derived from our invoices and sent to the administration. */
const IS_REPORT = /^StateTransactionReport$/;

/** Searches from most to fewest criteria: a platform that does not know one value refuses the whole search (the note, 2.3). */
const MIN_CRITERIA = 2;
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** A message that did not arrive completely. Later messages wait for it. */
const TRIES_AT_ONCE = 3;

/**
 * Why there is no message: the platform does not give this one, or not with this log-in; it gave something else, broke off, or
 * gives nothing now.
 */
type Missed = 'refused' | 'forbidden' | 'broken' | 'lost' | 'stopped';
/** A message; undefined if it is not about an invoice, or not readable. */
type Fetched =
  | {
      readonly message?: RouteMessage;
      readonly report?: DerivedReport | undefined;
      readonly isUnreadable?: boolean;
    }
  | Missed;

/** Lifecycle messages of a client's platform, page by page. */
export class PlatformMessages {
  constructor(
    private readonly platform: Platform,
    private readonly clock: Clock,
    private readonly log?: Pick<Log, 'warn'>,
  ) {}

  /** @returns a status mapping if nothing could be fetched. */
  async fetch(credential: OpenedCredential, after: string | null): Promise<MessagePage | RailAnswer> {
    const before = readSyncCursor(after);
    const matchingPage = await this.searchWithLess(credential, before);
    if ('mapping' in matchingPage) return startOver(before, matchingPage);
    const { page, syncCursor } = matchingPage;
    const isKnown = new Set(syncCursor.known.map(([id]) => id));
    const fresh = page.flows
      .filter(({ id, type, direction }) => !isKnown.has(id) && isComing(type, direction))
      .sort((a, b) => timeOf(a) - timeOf(b));
    const now = this.clock.now().getTime();
    const due = syncCursor.owed.filter(({ nextAt }) => nextAt <= now).map(({ flow }) => flow);
    const first = await this.fetchAll(credential, due, { isOwed: true });
    const then = first.isStopped
      ? NONE
      : await this.fetchAll(
          credential,
          fresh.map(({ id }) => id),
          { large: new Set(fresh.filter(({ type }) => IS_REPORT.test(type ?? '')).map(({ id }) => id)) },
        );
    const settled = withoutOwed(syncCursor, first.fetched);
    const failed = [...first.failed, ...then.failed];
    const owing = withOwed(settled, failed, now);
    const givenUp = failed.filter((id) => owing.owed.every(({ flow }) => flow !== id));
    const unreadable = first.unreadable + then.unreadable + givenUp.length;
    const reports = [...first.reports, ...then.reports];
    const handled = new Set([...then.fetched, ...then.failed]);
    const isWhole = !first.isStopped && !then.isStopped;
    const taken = withTaken(
      owing,
      fresh.filter(({ id }) => handled.has(id)),
      { others: isWhole ? page.flows : [], now },
    );
    const next = isWhole ? turn(taken, syncCursor, page) : taken;
    return {
      messages: [...first.messages, ...then.messages],
      ...(reports.length > 0 && { reports }),
      next: writeCursor(next),
      isLast: !isWhole || next.search === undefined,
      ...((!isWhole || next.owed.length > 0) && { isPartial: true }),
      ...(unreadable > 0 && { unreadable }),
    };
  }

  /** A refused search is repeated with fewer criteria. The accepted ones are stored with the position. */
  private async searchWithLess(
    credential: OpenedCredential,
    syncCursor: SyncCursor,
  ): Promise<{ readonly page: FlowPage; readonly syncCursor: SyncCursor } | RailAnswer> {
    // The cursor may be the refused part: with one, the search begins again.
    const most = syncCursor.search?.cursor === undefined ? MIN_CRITERIA : (syncCursor.less ?? 0);
    for (let less = syncCursor.less ?? 0; ; less += 1) {
      const page = await this.search(credential, syncCursor, less);
      if (!('mapping' in page)) return { page, syncCursor: less > 0 ? { ...syncCursor, less } : syncCursor };
      if (page.mapping !== statuses.searchRefused || less >= most) return page;
      this.log?.warn({ route: 'FR-PA', credential_id: credential.id, less: less + 1 }, 'a search is refused');
    }
  }

  /** @param less without types; in the next step also without direction. */
  private search(
    credential: OpenedCredential,
    syncCursor: SyncCursor,
    less: number,
  ): Promise<FlowPage | RailAnswer> {
    const after = searchAfter(syncCursor);
    const { searchFlowTypes: types = [], searchDirections: directions = [] } =
      platformCredential(credential.value) ?? {};
    const filter = {
      ...(after !== undefined && { updatedAfter: new Date(after).toISOString() }),
      ...(less < 2 && directions.length > 0 && { flowDirection: directions }),
      ...(less < 1 && types.length > 0 && { flowType: types }),
    };
    const where = Object.keys(filter).length > 0 ? filter : { updatedAfter: BEGINNING };
    const cursor = syncCursor.search?.cursor;
    return search(this.platform, credential, { where, ...(cursor !== undefined && { cursor }) });
  }

  /**
   * In their order, until the platform limits calls.
   * @param large flows that may be as large as a report; of owed ones the kind is not known any more.
   */
  private async fetchAll(
    credential: OpenedCredential,
    flows: readonly string[],
    { isOwed = false, large = new Set(flows) }: { isOwed?: boolean; large?: ReadonlySet<string> },
  ): Promise<Harvest> {
    const fetched: string[] = [];
    const failed: string[] = [];
    const messages: RouteMessage[] = [];
    const reports: DerivedReport[] = [];
    let unreadable = 0;
    for (let from = 0; from < flows.length; from += AT_ONCE) {
      const some = flows.slice(from, from + AT_ONCE);
      const results = await Promise.all(
        some.map((flow) => this.fetchOne(credential, flow, large.has(flow) ? MAX_REPORT_BYTES : MAX_BYTES)),
      );
      // If other messages can be fetched, 403 is about this message and not about the log-in.
      const isOnlyOne = isOwed || results.some((result) => typeof result === 'object');
      for (const [n, result] of results.entries()) {
        if (result === 'stopped' || (result === 'forbidden' && !isOnlyOne))
          return { fetched, failed, messages, reports, unreadable, isStopped: true };
        if (typeof result === 'object') {
          fetched.push(some[n]!);
          if (result.message) messages.push(result.message);
          if (result.report) reports.push(result.report);
          if (result.isUnreadable) unreadable += 1;
        } else failed.push(some[n]!);
        // A message that never arrives completely, too large or cut, becomes owed like others. Otherwise it would block all
        // later ones for good.
        if (result === 'lost') return { fetched, failed, messages, reports, unreadable, isStopped: true };
      }
    }
    return { fetched, failed, messages, reports, unreadable, isStopped: false };
  }

  private async fetchOne(credential: OpenedCredential, flow: string, maxBytes: number): Promise<Fetched> {
    for (let tries = 1; ; tries += 1) {
      const result = await this.tryOne(credential, flow, maxBytes);
      const mayComeWhole = result === 'broken' || result === 'lost';
      if (!mayComeWhole || tries === TRIES_AT_ONCE) return result;
    }
  }

  private async tryOne(credential: OpenedCredential, flow: string, maxBytes: number): Promise<Fetched> {
    const response = await this.platform.call(credential, {
      method: 'GET',
      service: 'flow',
      path: `/flows/${encodeURIComponent(flow)}?docType=Original`,
      accept: 'application/octet-stream',
      timeoutMs: FETCH_MS,
      maxBytes,
    });
    if ('failure' in response) return MISSED.get(response.failure.mapping.networkStatus) ?? 'stopped';
    if (response.status !== 200) return 'refused';
    const message = lifecycleMessage(response.body);
    if (message) return { message };
    const report = readFrr(response.body);
    if (report) return { report };
    return isCut(response.body) ? 'broken' : { isUnreadable: !readCdar(response.body) };
  }
}

/** By the network status of the failure. */
const MISSED: ReadonlyMap<string, Missed> = new Map<string, Missed>([
  [statuses.outOfOrder.networkStatus, 'broken'],
  [statuses.answerLost.networkStatus, 'lost'],
  [statuses.credentialRefused.networkStatus, 'forbidden'],
]);

interface Harvest {
  readonly fetched: readonly string[];
  readonly failed: readonly string[];
  readonly messages: readonly RouteMessage[];
  readonly reports: readonly DerivedReport[];
  readonly unreadable: number;
  readonly isStopped: boolean;
}
const NONE: Harvest = { fetched: [], failed: [], messages: [], reports: [], unreadable: 0, isStopped: false };

const isComing = (type: string | undefined, direction: string | undefined): boolean =>
  direction !== 'Out' && (IS_LIFECYCLE.test(type ?? '') || IS_REPORT.test(type ?? ''));

/** Text without an end, or an error page of a server, may be complete the next time. */
const isCut = (body: Uint8Array): boolean => {
  const text = Buffer.from(body).toString('utf8').trim();
  return (
    !/(?:CrossDomainAcknowledgementAndResponse|Report)>$/.test(text) && !/<!DOCTYPE(?! html)/i.test(text)
  );
};

/** The position for the next call: another page of this search, or a new search. */
function turn(syncCursor: SyncCursor, before: SyncCursor, { flows, next, isFull }: FlowPage): SyncCursor {
  const { search: _over, ...rest } = syncCursor;
  const after = searchAfter(before);
  if (next !== undefined) {
    const search = nextPage(before.search ?? { ...(after !== undefined && { after }) }, next);
    return { ...rest, ...(search && { search }) };
  }
  if (!isFull) return rest;
  // Without a cursor a full page continues at its last time (before version 1.3).
  const last = Math.max(0, ...flows.map(timeOf));
  return { ...rest, search: { after: last - 1 === after ? last : last - 1 } };
}

/** The platform no longer accepts the cursor: the search begins again. */
function startOver(syncCursor: SyncCursor, answer: RailAnswer): MessagePage | RailAnswer {
  const { cursor, after } = syncCursor.search ?? {};
  const search = after === undefined ? {} : { after };
  const isRefused = answer.mapping === statuses.notUnderstood || answer.mapping === statuses.searchRefused;
  return cursor !== undefined && isRefused
    ? { messages: [], next: writeCursor({ ...syncCursor, search }), isLast: false }
    : answer;
}
