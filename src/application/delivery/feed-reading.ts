import type { RouteMessage } from '../../ports/rail.ts';

/** A message that came before its invoice was settled, or that could not be taken in. */
export interface Waiting {
  readonly message: RouteMessage;
  /** The place before the page that it came with. */
  readonly from: string | null;
}

/** Messages are a few KB. */
const MOST_WAITING_BYTES = 2_000_000;

/**
 * How far a feed is read in this process. What waits for its invoice holds up nothing but what follows about the same invoice; the
 * place on the store stays before it, so that a process that dies loses none.
 */
export class FeedReading {
  waiting: readonly Waiting[] = [];
  /** The sign of the last failure to fetch; undefined after a page. */
  trouble: string | undefined;
  /** Of the care row that was opened over it. */
  careCode: string | undefined;
  /** Too many calls: not before. */
  pausedUntil: Date | undefined;
  private ahead: string | null = null;
  private turn: Promise<void> = Promise.resolve();

  /** One after the other: a hint may come while the feed is being read. */
  inTurn(read: () => Promise<void>): Promise<void> {
    this.turn = this.turn.catch(() => undefined).then(read);
    return this.turn;
  }

  /** Where the next page begins. */
  placeAfter(stored: string | null): string | null {
    return this.waiting.length > 0 ? this.ahead : stored;
  }

  /** With the messages of the page that wait. */
  turnedTo(next: string, waiting: readonly Waiting[]): void {
    this.ahead = next;
    this.waiting = [...this.waiting, ...waiting];
  }

  /** What all that came before is settled: the place worth storing, undefined where that is the beginning. */
  get settledTo(): string | undefined {
    const [first] = this.waiting;
    return (first ? first.from : this.ahead) ?? undefined;
  }

  /** So much waits that nothing more is fetched for now. */
  get isFull(): boolean {
    return this.waiting.reduce((sum, { message }) => sum + message.bytes.length, 0) >= MOST_WAITING_BYTES;
  }
}

/** What a message is about, by the name that it uses. */
export const nameIn = ({ about }: RouteMessage): string =>
  'submissionId' in about ? about.submissionId : about.invoiceNumber;
