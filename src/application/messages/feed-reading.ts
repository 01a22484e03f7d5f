import type { RouteMessage } from '../../ports/rail/route-messages.ts';

/** A message that came before the end of its own invoice, or that could not be applied. */
export interface Waiting {
  readonly message: RouteMessage;
  /** The cursor before the page of the message. */
  readonly from: string | null;
}

/** Messages are a few KB. */
const MAX_WAITING_BYTES = 2_000_000;

/**
 * How far this process has read a feed. A message that waits for its invoice blocks only later messages about the same invoice. The stored
 * cursor stays before it, so a process that dies loses no message.
 */
export class FeedReading {
  waiting: readonly Waiting[] = [];
  /** The status of the last failure to fetch; undefined after a page. */
  trouble: string | undefined;
  /** The care row that is open about it. */
  careCode: string | undefined;
  /** The client whose message this reading has left. */
  handsOverTo: string | undefined;
  private seen: { readonly at: string | undefined; readonly since: Date; owner?: string } | undefined;
  /** After an answer of "too many calls": no call before then. */
  pausedUntil: Date | undefined;
  private ahead: string | null = null;
  private turn: Promise<void> = Promise.resolve();

  /** Runs one reading at a time: a hint may come while the feed is being read. */
  runAlone(read: () => Promise<void>): Promise<void> {
    this.turn = this.turn.catch(() => undefined).then(read);
    return this.turn;
  }

  /** Since when this reading has seen the page before a position. */
  seenSince(at: string | undefined, now: Date): Date {
    if (this.seen?.at !== at || !this.seen) this.seen = { at, since: now };
    return this.seen.since;
  }

  /** Leaves the page for another client, if its owner is known. Once for each page: two readings that wait for each other end. */
  leaveFor(owner: string | undefined): void {
    if (!this.seen || owner === undefined || this.seen.owner !== undefined) return;
    this.seen.owner = owner;
    this.handsOverTo = owner;
  }

  /** The cursor of the next page. */
  cursorAfter(stored: string | null): string | null {
    return this.waiting.length > 0 ? this.ahead : stored;
  }

  /** Notes the next page, and the messages of this one that wait. */
  turnPage(next: string, waiting: readonly Waiting[]): void {
    this.ahead = next;
    this.waiting = [...this.waiting, ...waiting];
  }

  /** The cursor to store: every message before it is done. Undefined at the beginning. */
  get settledTo(): string | undefined {
    const [first] = this.waiting;
    return (first ? first.from : this.ahead) ?? undefined;
  }

  /** True if so many messages wait that no more are fetched for now. */
  get isFull(): boolean {
    return this.waiting.reduce((sum, { message }) => sum + message.bytes.length, 0) >= MAX_WAITING_BYTES;
  }
}

/** The name that a message uses for its invoice. */
export const nameIn = ({ about }: RouteMessage): string => {
  if ('submissionId' in about) return about.submissionId;
  if ('namesNothing' in about) return '';
  return 'legalId' in about ? about.legalId : about.invoiceNumber;
};
