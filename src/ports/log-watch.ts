/** How the log of this process stands. Nothing waits for a log that cannot be written: its lines are lost, and counted. */
export interface LogWatch {
  stats(): LogStats;
}

export interface LogStats {
  /** Lines lost since the start. */
  readonly dropped: number;
  /** False from a line that was lost until one is written again. */
  readonly isWritten: boolean;
}
