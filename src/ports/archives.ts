/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** At once, or in pieces if it is made meanwhile. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  readonly at: Date;
}

/** Small records in the order in which they were added, kept compressed until they are read. */
export interface KeptBytes {
  add(bytes: Uint8Array): void;
  chunks(): Iterable<Uint8Array>;
}

/** Makes zip archives. */
export interface Archives {
  /** Of what an archive will hold, what grows with its files. */
  keep(): KeptBytes;
  /**
   * The bytes of an archive, made on demand; one entry is open at a time. A reader that stops ends it. An error of an entry is passed on.
   */
  zip(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array>;
}
