/** What is held cannot be opened: its bytes are not those that were put there, or its client's key is another or gone. */
export class ContentUnreadable extends Error {
  constructor(client: string, sha256: string, cause?: unknown) {
    super(`content ${sha256} of client ${client} cannot be opened`, { cause });
    this.name = 'ContentUnreadable';
  }
}

/** A file as the stores keep it: ciphertext under the hash of what it holds. */
export interface SealedFile {
  /** SHA-256 of the plain bytes, 64 lowercase hex. */
  readonly sha256: string;
  readonly sealed: Uint8Array;
}

/** A short text of a client's that is kept elsewhere, sealed under the client's data key. */
export interface TextSealer {
  /** @throws CallFailed `no-master-key` */
  sealText(client: string, text: string): Promise<string>;
  /** @throws CallFailed `no-master-key`; Error when it was changed, or is another client's. */
  openText(client: string, sealed: string): Promise<string>;
}

/** Files of invoices, sealed under their client's data key and addressed by the SHA-256 of the plain bytes. */
export interface ContentStore {
  /**
   * Seals a file. It is held from the write on that takes it along: an invoice's intake or change.
   * @throws CallFailed `no-master-key`
   */
  seal(client: string, bytes: Uint8Array): Promise<SealedFile>;
  /**
   * The plain bytes, checked against their hash; undefined when they are not held.
   * @throws CallFailed `no-master-key`; ContentUnreadable
   */
  get(client: string, sha256: string): Promise<Uint8Array | undefined>;
  /** The same of several files, by their hash; one that is not held is left out. */
  several(client: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}
