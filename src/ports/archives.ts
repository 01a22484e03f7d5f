/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly at: Date;
}

/** Makes zip archives. */
export interface Archives {
  /**
   * The bytes of an archive, made on demand; one entry is open at a time. A reader that stops ends it. An error of an entry is passed on.
   */
  zip(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array>;
}
