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
import { dueOf, MAX_OWED, owedAfter, type OwedWaits } from '../owed.ts';
import { searchOn, startOver, turn } from './flow-list.ts';
import type { Platform } from './platform.ts';
import { readSyncCursor, timeOf, withTaken, writeCursor } from './sync-cursor.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

const FETCH_MS = 30_000;
/** A message has a few KB. */
const MAX_BYTES = 1_000_000;
/** A report has some MB if its period has thousands of invoices. */
const MAX_REPORT_BYTES = 10_000_000;
const AT_ONCE = 8;

/**
 * Messages about sales, about invoices that we issue as buyers, and the administration's verdicts on reports. Its copies of messages about
 * invoices repeat them (XP Z12-013, annex A).
 */
const IS_LIFECYCLE = /^(?!State(?:Customer|Supplier)Invoice).*LC$/;

/** What the platform has derived from our invoices and sent to the administration. */
const IS_REPORT = /^StateTransactionReport$/;

/** Some three days. */
const OWED_WAITS: OwedWaits = { firstMs: 60_000, maxMs: 6 * 3_600_000, maxTries: 20 };

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
    const { platform, log } = this;
    const before = readSyncCursor(after);
    const { searchFlowTypes: types = [], searchDirections: directions = [] } =
      platformCredential(credential.value) ?? {};
    const matchingPage = await searchOn(credential, before, { types, directions }, { platform, log });
    if ('mapping' in matchingPage) {
      const again = startOver(before, matchingPage);
      return again ? { messages: [], ...again } : matchingPage;
    }
    const { page, syncCursor } = matchingPage;
    const isKnown = new Set(syncCursor.known.map(([id]) => id));
    const fresh = page.flows
      .filter(({ id, type, direction }) => !isKnown.has(id) && isComing(type, direction))
      .sort((a, b) => timeOf(a) - timeOf(b));
    const now = this.clock.now().getTime();
    const first = await this.fetchAll(credential, dueOf(syncCursor.owed, now), { isOwed: true });
    const then = first.isStopped
      ? NONE
      : await this.fetchAll(
          credential,
          fresh.map(({ id }) => id),
          { large: new Set(fresh.filter(({ type }) => IS_REPORT.test(type ?? '')).map(({ id }) => id)) },
        );
    const failed = [...first.failed, ...then.failed];
    const all = owedAfter(syncCursor.owed, { came: first.fetched, failed }, OWED_WAITS, now);
    const owed = all.slice(-MAX_OWED);
    const givenUp = failed.filter((id) => owed.every((one) => one.id !== id));
    const unreadable = first.unreadable + then.unreadable + givenUp.length;
    const reports = [...first.reports, ...then.reports];
    const handled = new Set([...then.fetched, ...then.failed]);
    const isWhole = !first.isStopped && !then.isStopped;
    const taken = withTaken(
      { ...syncCursor, owed },
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
