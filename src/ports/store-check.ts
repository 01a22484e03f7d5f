/** The condition of the store: whether it would take an invoice now, what room it has, and when it was backed up. */
export interface StoreCheck {
  /** What the store works without, for `/health` and the log: `validators`. */
  readonly lacks?: string | undefined;
  /**
   * Writes a row of its own as durably as an invoice's and reads a few samples; cheap, however much the store holds.
   * @throws the obstacle: no room, no right to write, damaged pages, a lock, no connection.
   */
  tryOut(now: Date): Promise<void>;
  /** The disk with the data; undefined if the file system, or the server, does not report it. */
  disk(): Promise<Disk | undefined>;
  /** Notes a backup that is complete. The newest one counts, in whatever order they are noted. */
  noteBackup(takenAt: Date): Promise<void>;
  /** When the newest backup was taken; undefined if none was ever noted. */
  backedUpAt(): Promise<Date | undefined>;
}

export interface Disk {
  readonly sizeBytes: number;
  readonly freeBytes: number;
}
