/** Stored sessions: ciphertext, by name. */
export interface SessionRows {
  find(name: string): Promise<SessionRow | undefined>;
  /**
   * Replaces the row whose version is one less; version 1 requires that there is none.
   * @returns false if another version is stored: nothing was written.
   */
  replace(row: SessionRow): Promise<boolean>;
}

export interface SessionRow {
  readonly name: string;
  /** Counts changes from 1: of two changes at one instant one is refused. */
  readonly version: number;
  /** Null before the first session. */
  readonly sealed: string | null;
  /** Until then the process that wrote the row opens a session; null if none does. */
  readonly openingUntil: Date | null;
}
