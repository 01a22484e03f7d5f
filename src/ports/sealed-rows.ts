/** What the stores keep of sealed content: ciphertext only. */
export interface SealedRows {
  /** Keeps a client's wrapped data key unless it has one; returns the one that is kept. */
  keepDataKey(client: string, wrapped: string): Promise<string>;
  dataKey(client: string): Promise<string | undefined>;
  /** What an invoice of the client brought along; undefined when none did. */
  content(client: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Fingerprint of the master key of this store; the first one given stays. */
  masterKeyFingerprint(first: string): Promise<string>;
  /** Whether the store was ever used with a master key. */
  knowsMasterKey(): Promise<boolean>;
}
