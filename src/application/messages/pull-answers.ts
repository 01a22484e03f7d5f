import { pauseMs } from '../../domain/sending/retry.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import { feedName, type Feeds, type KnownFeed } from '../../ports/feeds.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Log } from '../../ports/log.ts';
import type { MessagePage, RouteMessage } from '../../ports/rail/route-messages.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { MessageResult, Telemetry } from '../../ports/telemetry.ts';
import type { SentDocumentPorts } from '../sending/sent-document.ts';
import { closeFeedCare, type FeedCarePorts, openFeedCare } from './feed-care.ts';
import { leavingOf } from './leave-message.ts';
import { FeedReading, nameIn, type Waiting } from './feed-reading.ts';
import { type CountedCallPorts, makeCounted } from '../operation/counted-call.ts';
import { SentFacts } from './sent-facts.ts';
import type { Source } from './about-invoice.ts';
import {
  takeMessage,
  type TakesCollected,
  type TakesDerivedReports,
  type MessagePorts,
} from './take-message.ts';

interface Ports extends Omit<MessagePorts, 'facts'>, Omit<SentDocumentPorts, 'content'> {
  readonly invoices: MessagePorts['invoices'] &
    FeedCarePorts['invoices'] &
    Pick<InvoiceReads, 'submitterOf' | 'inOrder'>;
  readonly feeds: Feeds;
  readonly credentials: {
    open(feed: KnownFeed): Promise<OpenedCredential | undefined>;
    /** All credentials that the client has now. */
    live(client: string, route: Route): Promise<readonly OpenedCredential[]>;
  };
  readonly telemetry: Pick<Telemetry, 'invoiceMoved' | 'careOpened' | 'routeCalled' | 'messageProcessed'>;
  readonly log: Pick<Log, 'warn'>;
  readonly recorder: CountedCallPorts['recorder'];
  readonly takeDerivedReport: TakesDerivedReports;
  readonly takeCollected: TakesCollected;
}

/** A feed, or a callback in place of it. */
type NamedSource = Source & Pick<KnownFeed, 'name'>;

/** An access point that does not answer delays the others once, not once each. */
const AT_ONCE = 20;
/** A feed that always names a next page must not block the others. */
const MAX_PAGES = 20;

/** Results worth a log line. */
const TROUBLES: Readonly<Partial<Record<MessageResult, string>>> = {
  unknown: 'an answer is about nothing that was sent',
  unmatched: 'an answer fits none or several of the invoices; it is stored, and a care row is open',
  unreadable: 'an answer cannot be read; it is passed over',
  failed: 'an answer could not be taken in; it is tried again',
};

/** Applies the messages of receivers and buyers, feed by feed. Applying a message again changes nothing. */
export class PullAnswers {
  private readonly facts: SentFacts;
  private readonly readings = new Map<string, FeedReading>();
  /** Clients whose answers are being fetched because of a hint. */
  private readonly hinted = new Map<string, 'once' | 'again'>();

  constructor(private readonly ports: Ports) {
    this.facts = new SentFacts(ports);
  }

  async run(): Promise<void> {
    const { feeds } = this.ports;
    for (let after: string | undefined; ;) {
      const listed = await feeds.list(after, AT_ONCE);
      await Promise.all(listed.map((feed) => this.tryPull(feed)));
      after = listed.at(-1)?.name;
      if (listed.length < AT_ONCE) return;
    }
  }

  /** Fetches at once for one client. A call during a fetch leads to one more fetch. */
  async runFor({ client, route }: Pick<KnownFeed, 'client' | 'route'>): Promise<void> {
    const prefix = `${route} ${client} `;
    if (this.hinted.has(prefix)) return void this.hinted.set(prefix, 'again');
    try {
      do {
        this.hinted.set(prefix, 'once');
        const listed = await this.ports.feeds.list(prefix, AT_ONCE);
        const own = listed.filter((feed) => feed.client === client && feed.route === route);
        await Promise.all(own.map((feed) => this.tryPull(feed)));
      } while (this.hinted.get(prefix) === 'again');
    } finally {
      this.hinted.delete(prefix);
    }
  }

  /**
   * Applies the messages of a callback under a credential; they are stored when this ends. Messages after an early one wait, too.
   * @returns whether all are done; if not, they may come again.
   */
  async takePushed(source: Source, messages: readonly RouteMessage[]): Promise<boolean> {
    const named = { ...source, name: feedName(source) };
    const some = messages.map((message) => ({ message, from: null }));
    return (await this.takeAll(named, some, [])).length === 0;
  }

  /** A feed that fails blocks no other. */
  private async tryPull(feed: KnownFeed): Promise<void> {
    const { log } = this.ports;
    const reading = this.readings.get(feed.name) ?? new FeedReading();
    this.readings.set(feed.name, reading);
    await reading
      .runAlone(() => this.pull(feed, reading))
      .then(() => this.handOver(feed, reading))
      .catch((err: unknown) => log.warn({ feed: feed.name, err }, 'answers were not taken in'));
  }

  /** It comes after the own reading: two clients may leave a message for each other at once. */
  private async handOver({ route }: KnownFeed, reading: FeedReading): Promise<void> {
    const { handsOverTo } = reading;
    reading.handsOverTo = undefined;
    if (handsOverTo !== undefined) await this.runFor({ client: handsOverTo, route });
  }

  private async pull(feed: KnownFeed, reading: FeedReading): Promise<void> {
    const { rails, credentials, clock } = this.ports;
    let cursor = reading.cursorAfter(feed.cursor);
    const rail = rails.get(feed.route);
    const credential = rail?.fetchMessages && (await credentials.open(feed));
    const source = { ...feed, account: credential && rail?.accountOf?.(credential) };
    let stored = feed.cursor;
    if (reading.waiting.length > 0) {
      reading.waiting = await this.takeAll(source, reading.waiting, []);
      stored = await this.advance(feed.name, stored, reading);
    }
    if (rail?.fetchMessages && !credential) return this.passOn(feed);
    if (!rail || !credential || (reading.pausedUntil && clock.now() < reading.pausedUntil)) return;
    for (let pages = 0; pages < MAX_PAGES && !reading.isFull; pages += 1) {
      const page = await this.fetchPage(rail, credential, cursor, { feed, reading });
      if (!page) return;
      const leaving = await leavingOf(page, feed, reading.seenSince(page.next, clock.now()), this.ports);
      if (leaving) return reading.leaveFor(leaving.owner);
      // If one cannot be taken, the page is fetched again.
      for (const report of page.reports ?? []) await this.ports.takeDerivedReport.run(report, feed);
      if (page.received) await this.ports.takeCollected.withMessages(feed, page.received);
      const from = cursor;
      const fresh = page.messages.map((message) => ({ message, from }));
      const waiting = await this.takeAll(source, fresh, reading.waiting);
      // Without a new cursor the feed is read from here next time, with its waiting messages; a queue still has them.
      if (page.next === undefined || page.next === cursor || (page.isQueue && waiting.length > 0)) return;
      reading.turnPage(page.next, waiting);
      stored = await this.advance(feed.name, stored, reading);
      if (page.isLast) return;
      cursor = page.next;
    }
  }

  /** Messages of a revoked or expired credential arrive under the client's present ones. */
  private async passOn({ client, route, company }: KnownFeed): Promise<void> {
    const { credentials, feeds } = this.ports;
    for (const { id } of await credentials.live(client, route))
      await feeds.begin({ client, route, credentialId: id, ...(company !== undefined && { company }) });
  }

  /** @returns undefined if there is no room for messages, or if nothing could be fetched now. */
  private async fetchPage(
    rail: Rail,
    credential: OpenedCredential,
    after: string | null,
    { feed, reading }: { readonly feed: KnownFeed; readonly reading: FeedReading },
  ): Promise<MessagePage | undefined> {
    const { client, route, company } = feed;
    const { value: page } = await makeCounted(
      { client, route, call: 'answers', isFetch: true },
      async (calls) =>
        this.ofClient(feed, await rail.fetchMessages?.({ ...credential, calls }, after, company)),
      this.ports,
    );
    if (!page) return undefined;
    const { clock, log } = this.ports;
    const failure = 'mapping' in page ? page.mapping.networkStatus : undefined;
    if (failure !== undefined && failure !== reading.trouble)
      log.warn({ feed: feed.name, sign: failure }, 'answers cannot be fetched; it is tried again');
    reading.trouble = failure;
    await this.updateCare(feed, reading, 'mapping' in page ? page.mapping : undefined);
    if ('mapping' in page) {
      const isAskedToWait = page.mapping.meaning === 'later';
      if (isAskedToWait)
        reading.pausedUntil = new Date(clock.now().getTime() + pauseMs(page.retryAfterSeconds));
      return undefined;
    }
    for (let n = 0; n < (page.unreadable ?? 0); n += 1) this.reportResult(feed, 'unreadable');
    return page;
  }

  /** A page for another client is not taken: it stays where it is. */
  private async ofClient<T extends MessagePage | RailAnswer | undefined>(
    { client, route }: KnownFeed,
    page: T,
  ): Promise<T | RailAnswer> {
    if (!page || 'mapping' in page || !page.owner) return page;
    const { is, otherwise } = page.owner;
    const live = await this.ports.credentials.live(client, route);
    return live.some(is) ? page : { mapping: otherwise };
  }

  /** A failure that blocks all answers of a credential has a care row until an answer comes. */
  private async updateCare(
    feed: KnownFeed,
    reading: FeedReading,
    mapping: StatusMapping | undefined,
  ): Promise<void> {
    const { code, owner, opensCareAtOnce } = mapping ?? {};
    // A trouble with a credential is reported on each invoice that waits for it.
    const isOurs = opensCareAtOnce === true && owner === 'us';
    if (mapping && isOurs && code !== undefined && reading.careCode !== code) {
      await openFeedCare(feed, mapping, this.ports);
      reading.careCode = code;
    } else if (!mapping && reading.careCode !== undefined) {
      await closeFeedCare(feed, reading.careCode, this.ports);
      reading.careCode = undefined;
    }
  }

  /** Stores the cursor once all messages before it are done. */
  private async advance(
    name: string,
    stored: string | null,
    { settledTo }: FeedReading,
  ): Promise<string | null> {
    if (settledTo === undefined || settledTo === stored) return stored;
    await this.ports.feeds.advance(name, settledTo);
    return settledTo;
  }

  /** @returns the early messages. A later message about the same invoice is early, too: otherwise it would be applied out of order. */
  private async takeAll(
    feed: NamedSource,
    some: readonly Waiting[],
    before: readonly Waiting[],
  ): Promise<readonly Waiting[]> {
    const early = new Set(before.map(({ message }) => nameIn(message)));
    const waiting: Waiting[] = [];
    for (const one of some) {
      const name = nameIn(one.message);
      if (!early.has(name) && (await this.settle(feed, one))) continue;
      early.add(name);
      waiting.push(one);
    }
    return waiting;
  }

  /**
   * A message that cannot be applied waits like an early one: it is not lost and blocks no other invoice.
   * @returns whether the message is done.
   */
  private async settle(feed: NamedSource, { message }: Waiting): Promise<boolean> {
    try {
      const result = await takeMessage(message, feed, { ...this.ports, facts: this.facts });
      if (result === 'retry-later') return false;
      this.reportResult(feed, result, message.kind);
      return true;
    } catch (error) {
      // Such a failure meets the other messages, too.
      if (error instanceof CallFailed) throw error;
      this.reportResult(feed, 'failed', message.kind, error);
      return false;
    }
  }

  private reportResult(
    { name, route }: NamedSource,
    result: MessageResult,
    kind?: DocumentKind,
    err?: unknown,
  ): void {
    const { telemetry, log } = this.ports;
    telemetry.messageProcessed(route, result);
    const trouble = TROUBLES[result];
    if (trouble !== undefined) log.warn({ feed: name, kind, err }, trouble);
  }
}
