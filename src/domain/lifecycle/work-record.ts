/**
 * What the worker needs of a record, whatever the record is about: an invoice that goes out or came in, a delivery to a webhook.
 */
export interface WorkRecord {
  readonly id: string;
  /** Clients take turns. */
  readonly client: string;
  readonly state: string;
  /** Counts changes from 1; every commit names the version it read. */
  readonly version: number;
  /** Transient failures in a row at the present step: what the other side did. */
  readonly failures: number;
  /**
   * How often a run of ours came to nothing: a process died over the record, or the code threw. Absent: never since it last got
   * on.
   */
  readonly crashes?: number;
  /** When a worker should next take it up; null if there is nothing left to do. */
  readonly dueAt: Date | null;
  /** What it is taken up for then. */
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
   * How many have held the record since a commit under a lease, or since it was handed back: 1, and one more for each holder
   * before whose process died over it.
   */
  readonly holders: number;
}
