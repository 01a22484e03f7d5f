import { largeSlots, type Size } from '../../domain/lifecycle/sizes.ts';

/** All threads are busy and the caller does not wait longer. */
export class GateFull extends Error {}

export interface Visitor {
  /** Clients take turns by this. */
  readonly client: string;
  readonly size: Size;
  /** Waits without a limit. Others are refused if the queue is full. */
  readonly waits: boolean;
}

interface Waiting extends Visitor {
  readonly enter: () => void;
  readonly turnAway: (error: GateFull) => void;
}

/**
 * Admits as many visitors as there are threads. Clients take turns, and each client's visitors go in the order of arrival.
 * Large documents leave one thread to the others, unless it is said that there are no others. Piscina has a queue of its own, but a document's time limit would already run
 * in it, and it knows no clients.
 */
export class Gate {
  /** By client, in order of turns: an admitted client goes to the end. */
  private readonly queues = new Map<string, Waiting[]>();
  private readonly insideBySize: Record<Size, number> = { usual: 0, large: 0 };
  private waitingCount = 0;

  constructor(
    private readonly slots: number,
    private readonly queueLimit: number,
    private readonly slotsForLarge = largeSlots(slots),
  ) {}

  get inside(): number {
    return this.insideBySize.usual + this.insideBySize.large;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /**
   * Runs the work when its turn comes.
   * @throws GateFull if all threads and the queue are full and the visitor does not wait beyond its limit: at once, or later
   * for the last visitor of the client that fills the queue, which gives way to a client with fewer.
   */
  async pass<T>(visitor: Visitor, work: () => Promise<T>): Promise<T> {
    // A waiting document does not fit: it would have been admitted before.
    if (this.fits(visitor)) this.insideBySize[visitor.size] += 1;
    else await this.turn(visitor);
    try {
      return await work();
    } finally {
      this.insideBySize[visitor.size] -= 1;
      this.letIn();
    }
  }

  private fits({ size }: Visitor): boolean {
    return this.inside < this.slots && (size === 'usual' || this.insideBySize.large < this.slotsForLarge);
  }

  private turn(visitor: Visitor): Promise<void> {
    if (!visitor.waits && this.waitingCount >= this.queueLimit && !this.makeRoomFor(visitor.client))
      throw new GateFull();
    return new Promise((enter, turnAway) => {
      const queue = this.queues.get(visitor.client) ?? [];
      this.queues.set(visitor.client, queue);
      queue.push({ ...visitor, enter, turnAway });
      this.waitingCount += 1;
    });
  }

  /** Admits the next visitors while they fit. The thread is taken before another caller can come. */
  private letIn(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.insideBySize[next.size] += 1;
      next.enter();
    }
  }

  private next(): Waiting | undefined {
    for (const [client, queue] of this.queues) {
      const next = queue.find((waiting) => this.fits(waiting));
      if (!next) continue;
      this.remove(client, next);
      const rest = this.queues.get(client);
      if (rest) {
        this.queues.delete(client);
        this.queues.set(client, rest);
      }
      return next;
    }
    return undefined;
  }

  /** @returns whether a visitor of a client with more of the queue was refused. */
  private makeRoomFor(client: string): boolean {
    const impatient = (queue: readonly Waiting[] = []): Waiting[] => queue.filter(({ waits }) => !waits);
    const most = [...this.queues.values()].map(impatient).reduce((a, b) => (b.length > a.length ? b : a), []);
    const last = most.at(-1);
    // With a difference of one they would replace each other without end.
    if (!last || most.length < impatient(this.queues.get(client)).length + 2) return false;
    this.remove(last.client, last);
    last.turnAway(new GateFull());
    return true;
  }

  private remove(client: string, gone: Waiting): void {
    const queue = this.queues.get(client)!;
    queue.splice(queue.indexOf(gone), 1);
    if (queue.length === 0) this.queues.delete(client);
    this.waitingCount -= 1;
  }
}
