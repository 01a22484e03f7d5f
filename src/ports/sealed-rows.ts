/** What the stores keep of sealed content: ciphertext only. */
export interface SealedRows {
  /** Keeps a client's wrapped data key unless it has one; returns the one that is kept. */
  keepDataKey(client: string, wrapped: string): Promise<string>;
  dataKey(client: string): Promise<string | undefined>;
  /** Keeps sealed bytes unless they are held already. */
  keepContent(client: string, sha256: string, sealed: Uint8Array): Promise<void>;
  content(client: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Fingerprint of the master key of this store; the first one given stays. */
  masterKeyFingerprint(first: string): Promise<string>;
}
