/** Tells whether the store would take an invoice now. */
export interface StoreCheck {
  /**
   * Writes a row of its own as safely as an invoice's and reads here and there; cheap, however much the store holds.
   * @throws what would be in the way: no room, no right to write, damaged pages, a lock, no connection.
   */
  tryOut(now: Date): Promise<void>;
}
