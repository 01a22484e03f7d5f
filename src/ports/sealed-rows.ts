/** The stored rows of sealed content: ciphertext only. */
export interface SealedRows {
  /** Stores a client's wrapped data key unless it has one. Returns the stored one, empty if it was shredded. */
  keepDataKey(client: string, wrapped: string): Promise<string>;
  /** Empty if it was shredded. */
  dataKey(client: string): Promise<string | undefined>;
  /**
   * Data keys that begin with none of these texts, at most `limit`: those that another master key has wrapped, without shredded ones.
   * @param starts of letters, digits, `-`, `_` and `.`.
   */
  dataKeysWithout(starts: readonly string[], limit: number): Promise<readonly WrappedKey[]>;
  /** Replaces a client's wrapped data key; false if the stored one has changed. On disk when it resolves. */
  replaceDataKey(before: WrappedKey, wrapped: string): Promise<boolean>;
  /** Content of the client's invoices; undefined if none has it. */
  content(client: string, sha256: string): Promise<Uint8Array | undefined>;
  /** The same with the data key of the client (see `dataKey`): for a local store one query. */
  contentWithKey(client: string, sha256: string): Promise<ContentWithKey | undefined>;
  /** The same for several files, by their hash; one that no invoice has is left out. */
  contentsWithKey(client: string, hashes: readonly string[]): Promise<ReadonlyMap<string, ContentWithKey>>;
  /** Fingerprint of the master key of this store; the first one given stays until it is replaced. */
  masterKeyFingerprint(first: string): Promise<string>;
  /** Replaces the fingerprint of the store; false if it is not `from`. On disk when it resolves. */
  replaceMasterKeyFingerprint(from: string, to: string): Promise<boolean>;
  /** Whether the store was ever used with a master key. */
  knowsMasterKey(): Promise<boolean>;
}

export interface ContentWithKey {
  readonly sealed: Uint8Array;
  readonly wrapped: string | undefined;
}

export interface WrappedKey {
  readonly client: string;
  readonly wrapped: string;
}
