/** The state of this process's log. Nothing waits for a log that cannot be written: its lines are lost, and counted. */
export interface LogWatch {
  stats(): LogStats;
}

export interface LogStats {
  /** Lines lost since the start. */
  readonly dropped: number;
  /** False from a lost line until a line is written again. */
  readonly isWritten: boolean;
}
