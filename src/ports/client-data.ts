/** What is kept of a client beside its record, its invoices and its webhook. */
export const CLIENT_DATA = [
  'keys',
  'credentials',
  'answers',
  'statuses',
  'sessions',
  'feeds',
  'counters',
  'content',
] as const;
export type ClientDataKind = (typeof CLIENT_DATA)[number];

/** Removes for good what is kept of a client. Each call is safe to repeat. */
export interface ClientData {
  /** Whether anything at all is kept under the id: a key, a credential, a data key, an invoice. */
  isKnown(client: string): Promise<boolean>;
  /**
   * Destroys the client's data key. What is sealed under it can never be opened again, and `SealedRows.keepDataKey` keeps no other for
   * this client: a step that is under way seals nothing more.
   */
  shredKey(client: string): Promise<void>;
  /** @returns how many rows were removed. */
  remove(client: string, kind: ClientDataKind): Promise<number>;
}
