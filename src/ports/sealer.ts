/** Encryption under a client's data key, itself wrapped by the master key. */
export interface Sealer {
  /** A new data key, wrapped. @throws CallFailed `no-master-key` */
  newDataKey(): Promise<string>;
  /** @returns ASCII (JWE in compact form). @throws CallFailed `no-master-key` */
  seal(wrappedKey: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** @throws CallFailed `no-master-key`; Error if the bytes were changed, or the key is another one. */
  open(wrappedKey: string, sealed: Uint8Array): Promise<Uint8Array>;
  /** Keyed hashes of texts, 16 hex digits each, under a key that is derived from the data key. @throws CallFailed `no-master-key` */
  hashes(wrappedKey: string, texts: readonly string[]): Promise<readonly string[]>;
}
