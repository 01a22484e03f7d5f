import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Feeds, KnownFeed } from '../../ports/feeds.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Log } from '../../ports/log.ts';
import type { OpenedCredential, RouteMessage } from '../../ports/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { openedSince } from '../lifecycle/move.ts';
import { meantBy, weighed } from './about-invoice.ts';
import { applied, isAnswer } from './apply-message.ts';
import type { ReadingTools } from './consign.ts';
import type { AnswerTools } from './delivery-tools.ts';

interface Tools extends AnswerTools, ReadingTools {
  readonly feeds: Feeds;
  readonly credentials: { open(feed: KnownFeed): Promise<OpenedCredential | undefined> };
  readonly invoices: Pick<InvoiceStore, 'sent' | 'commit'>;
  readonly telemetry: Pick<Telemetry, 'invoiceMoved' | 'careOpened'>;
  readonly log: Pick<Log, 'warn'>;
}

/** An access point that does not answer costs its neighbours one wait, not each of them one. */
const AT_ONCE = 20;
/** A feed that always names a next page must not hold up the others. */
const MOST_PAGES = 20;
/** A worker may commit between a read and a commit. */
const MOST_TRIES = 5;

type Taken = 'taken' | 'unknown' | 'early';

/** Takes in what receivers and buyers have said, feed by feed. Taking the same in again changes nothing. */
export class PullAnswers {
  readonly #tools: Tools;
  /** Clients whose answers are being fetched because of a hint. */
  readonly #hinted = new Map<string, 'once' | 'again'>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async run(): Promise<void> {
    const { feeds } = this.#tools;
    for (let after: string | undefined; ;) {
      const known = await feeds.list(after, AT_ONCE);
      await Promise.all(known.map((feed) => this.#tryPull(feed)));
      after = known.at(-1)?.name;
      if (known.length < AT_ONCE) return;
    }
  }

  /** At once, of one client. Asked again while that is under way, it is done once more. */
  async runFor({ client, route }: Pick<KnownFeed, 'client' | 'route'>): Promise<void> {
    const whose = `${route} ${client} `;
    if (this.#hinted.has(whose)) return void this.#hinted.set(whose, 'again');
    try {
      do {
        this.#hinted.set(whose, 'once');
        const known = await this.#tools.feeds.list(whose, AT_ONCE);
        const own = known.filter((feed) => feed.client === client && feed.route === route);
        await Promise.all(own.map((feed) => this.#tryPull(feed)));
      } while (this.#hinted.get(whose) === 'again');
    } finally {
      this.#hinted.delete(whose);
    }
  }

  /** One feed that fails holds up no other. */
  async #tryPull(feed: KnownFeed): Promise<void> {
    const { log } = this.#tools;
    await this.#pull(feed).catch((err: unknown) =>
      log.warn({ feed: feed.name, err }, 'answers were not taken in'),
    );
  }

  async #pull(feed: KnownFeed): Promise<void> {
    const { rails, credentials, feeds } = this.#tools;
    const rail = rails.get(feed.route);
    const credential = rail?.answers && (await credentials.open(feed));
    if (!rail?.answers || !credential) return;
    for (let pages = 0, { cursor } = feed; pages < MOST_PAGES; pages += 1) {
      const page = await rail.answers(credential, cursor);
      if (!page) return;
      const isEarly = await this.#takeAll(feed, page.answers);
      // What came before its invoice was settled is read again.
      if (isEarly || page.next === undefined || page.next === cursor) return;
      await feeds.advance(feed.name, page.next);
      if (page.isLast) return;
      cursor = page.next;
    }
  }

  /** @returns whether some came too early: then so did what follows about the same invoice, or it would be told out of order. */
  async #takeAll(feed: KnownFeed, messages: readonly RouteMessage[]): Promise<boolean> {
    const early = new Set<string>();
    for (const message of messages) {
      const { about } = message;
      const named = 'submissionId' in about ? about.submissionId : about.invoiceNumber;
      if (!early.has(named) && (await this.#take(feed, message)) === 'early') early.add(named);
    }
    return early.size > 0;
  }

  async #take(feed: KnownFeed, message: RouteMessage): Promise<Taken> {
    const { invoices, telemetry, log } = this.#tools;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { client, route } = feed;
      const found = await this.#meantBy(message, { client, route });
      const record = found.find(isHeld) ?? found.find(isOpen) ?? found[0];
      if (!record) {
        log.warn({ feed: feed.name, kind: message.kind }, 'an answer is about nothing that was sent');
        return 'unknown';
      }
      if (isOpen(record) && !this.#mayTake(record, message)) return 'early';
      const step = await applied(record, await weighed(message, record, this.#tools), this.#tools);
      if (!step) return 'taken';
      if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') continue;
      if (step.record.state !== record.state) telemetry.invoiceMoved(route, step.record.state);
      for (const { code, whoActs } of openedSince(record.care, step.record.care))
        telemetry.careOpened(code, whoActs);
      return 'taken';
    }
    return 'early';
  }

  /** What the route holds need not wait for its end when a message is that, or all ends come by messages. */
  #mayTake({ state, route }: InvoiceRecord, message: RouteMessage): boolean {
    const endsByMessages = this.#tools.rails.get(route)?.endsByMessages === true;
    return state === 'submitted' && (isAnswer(message) || endsByMessages);
  }

  async #meantBy(message: RouteMessage, of: Pick<KnownFeed, 'client' | 'route'>) {
    const { about } = message;
    const query =
      'submissionId' in about ? { submissionId: about.submissionId } : { invoiceNumber: about.invoiceNumber };
    return meantBy(message, await this.#tools.invoices.sent({ ...of, ...query }), this.#tools);
  }
}

const isHeld = ({ state }: InvoiceRecord): boolean => state === 'delivered' || state === 'accepted';
/** Its own answer is still to come. */
const isOpen = ({ state }: InvoiceRecord): boolean =>
  state === 'submitting' || state === 'submitted' || state === 'queued';
