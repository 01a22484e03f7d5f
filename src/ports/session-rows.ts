/** What the stores keep of sessions: ciphertext, by name. */
export interface SessionRows {
  find(name: string): Promise<SessionRow | undefined>;
  /**
   * Puts a row in the place of the one whose version is one less; of version 1, where there is none.
   * @returns false when another is there: nothing was written.
   */
  replace(row: SessionRow): Promise<boolean>;
}

export interface SessionRow {
  readonly name: string;
  /** Counts changes from 1, so that of two at one instant one is refused. */
  readonly version: number;
  /** Null before the first one was opened. */
  readonly sealed: string | null;
  /** Until then the process that wrote the row opens a session; null when none does. */
  readonly openingUntil: Date | null;
}
