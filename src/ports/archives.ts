/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly at: Date;
}

/** Makes zip archives. */
export interface Archives {
  /**
   * The bytes of an archive, made as they are asked for: of the entries one is open at a time. A reader that stops asking ends it. What an
   * entry throws is thrown.
   */
  zip(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array>;
}
