/** Stored content cannot be opened: its bytes have changed, or its client's key is another one or gone. */
export class ContentUnreadable extends Error {
  /** @param sha256 undefined for a text that is stored with its record. */
  constructor(client: string, sha256: string | undefined, cause?: unknown) {
    const what = sha256 === undefined ? 'a sealed text' : `content ${sha256}`;
    super(`${what} of client ${client} cannot be opened`, { cause });
    this.name = 'ContentUnreadable';
  }
}

/** Content that a record names is not stored: its client or its record was deleted meanwhile, or the store is damaged. */
export class ContentGone extends Error {
  constructor(record: string, kind: string) {
    super(`the content of ${record} ${kind} is not held`);
    this.name = 'ContentGone';
  }
}

/** A stored file: ciphertext under the hash of the plain bytes. */
export interface SealedFile {
  /** SHA-256 of the plain bytes, 64 lowercase hex. */
  readonly sha256: string;
  readonly sealed: Uint8Array;
}

/** Seals a client's short texts, which are stored elsewhere, under the client's data key. */
export interface TextSealer {
  /** @throws CallFailed `no-master-key` */
  sealText(client: string, text: string): Promise<string>;
  /** @throws CallFailed `no-master-key`; ContentUnreadable if the text was changed, or belongs to another client. */
  openText(client: string, sealed: string): Promise<string>;
}

/** Files of invoices, sealed under their client's data key and addressed by the SHA-256 of the plain bytes. */
export interface ContentStore {
  /**
   * Seals a file. It is stored by the write that names it: an invoice's intake or change.
   * @param text sealed with it under one read of the data key.
   * @param words hashed under the same, as by a `BlindIndex`.
   * @throws CallFailed `no-master-key`
   */
  seal(
    client: string,
    bytes: Uint8Array,
    text?: string,
    words?: readonly string[],
  ): Promise<SealedFile & { readonly sealedText?: string; readonly hashes?: readonly string[] }>;
  /**
   * The plain bytes, checked against their hash; undefined if they are not stored.
   * @throws CallFailed `no-master-key`; ContentUnreadable
   */
  get(client: string, sha256: string): Promise<Uint8Array | undefined>;
  /** The same for several files, by their hash; one that is not stored is left out. */
  several(client: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * Texts that a `TextSealer` has sealed, under one read of the data key; undefined if the client was deleted.
   * @throws as `openText`
   */
  openTexts(client: string, sealed: readonly string[]): Promise<readonly string[] | undefined>;
  /** The plain bytes of a file that is stored elsewhere. @throws as `get` */
  open(client: string, file: SealedFile): Promise<Uint8Array>;
}
