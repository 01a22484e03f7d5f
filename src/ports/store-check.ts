/** Whether the store would take an invoice now. */
export interface StoreCheck {
  /** What the store works without, for `/health` and the log: `validators`. */
  readonly lacks?: string | undefined;
  /**
   * Writes a row of its own as durably as an invoice's and reads a few samples; cheap, however much the store holds.
   * @throws the obstacle: no room, no right to write, damaged pages, a lock, no connection.
   */
  tryOut(now: Date): Promise<void>;
}
