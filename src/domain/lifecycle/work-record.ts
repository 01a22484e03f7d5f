/**
 * What the worker needs of a record, whatever the record is about: an invoice that goes out or came in, a delivery to a webhook.
 */
export interface WorkRecord {
  readonly id: string;
  /** Clients take turns. Absent: of no client alone. */
  readonly client?: string;
  readonly state: string;
  /** Counts changes from 1; every commit names the version it read. */
  readonly version: number;
  /** Transient failures of the other side in a row, at the present step. */
  readonly failures: number;
  /** Failed runs of our own in a row: a process died over the record, or the code threw. Absent: none since its last progress. */
  readonly crashes?: number;
  /** When a worker takes it up next; null if nothing is left to do. */
  readonly dueAt: Date | null;
  /** The work that is due then. */
  readonly work: string;
  /** The worker that holds the record now. */
  readonly lease: HeldLease | null;
  readonly updatedAt: Date;
}

/** Fences a worker: a commit under a lease that was taken over is refused. */
export interface Lease {
  /** New with every taking. */
  readonly token: string;
  readonly until: Date;
}

export interface HeldLease extends Lease {
  /**
   * Holders of the record since the last commit under a lease or the last release: 1, and one more for each earlier holder whose process
   * died.
   */
  readonly holders: number;
}
