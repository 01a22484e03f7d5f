/** All places are taken and the caller does not want to wait longer. */
export class GateFull extends Error {}

/**
 * Lets as many in as there are threads, in order of arrival. Piscina has a queue of its own, but a document's time would
 * already run in it, and nobody could wait beyond its length.
 */
export class Gate {
  readonly #places: number;
  readonly #queueLimit: number;
  readonly #queue: (() => void)[] = [];
  #inside = 0;

  constructor(places: number, queueLimit: number) {
    this.#places = places;
    this.#queueLimit = queueLimit;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs the work when its turn comes.
   * @throws GateFull at once, when all places and the queue are full and the caller does not `wait` beyond its limit.
   */
  async pass<T>(wait: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#places) this.#inside += 1;
    else if (wait || this.#queue.length < this.#queueLimit)
      await new Promise<void>((turn) => this.#queue.push(turn));
    else throw new GateFull();
    try {
      return await work();
    } finally {
      // The place is handed on, so nobody who comes now can take it before those who waited.
      const next = this.#queue.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }
}
