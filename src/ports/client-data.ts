/** Data of a client beside its record, its invoices and its webhook. */
export const CLIENT_DATA = [
  'keys',
  'credentials',
  'answers',
  'statuses',
  'sales',
  'refusals',
  'shares',
  'registrations',
  'connections',
  'radars',
  'sessions',
  'feeds',
  'counters',
  'content',
] as const;
export type ClientDataKind = (typeof CLIENT_DATA)[number];

/** Removes a client's data for good. Each call is safe to repeat. */
export interface ClientData {
  /** Whether anything is stored under the id: a key, a credential, a data key, an invoice. */
  isKnown(client: string): Promise<boolean>;
  /**
   * Destroys the client's data key. Content under it can never be opened again, and `SealedRows.keepDataKey` stores no other key for this
   * client. Once it returns, no process uses the key any more: a step that is under way seals nothing more.
   */
  shredKey(client: string): Promise<void>;
  /** @returns how many rows were removed. */
  remove(client: string, kind: ClientDataKind): Promise<number>;
}
