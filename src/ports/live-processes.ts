/** A process of this service, by its last sign of life. */
export interface LiveProcess {
  readonly id: string;
  readonly role: 'all' | 'api' | 'worker';
  /** Whose due work it takes; none in an API process. */
  readonly lanes: readonly string[];
  readonly version: string;
  /** Fingerprints of the master keys that it was given. */
  readonly masterKeys: readonly string[];
  readonly startedAt: Date;
  /** By the machine's clock: a test that moves the service's clock makes no process look dead. */
  readonly seenAt: Date;
}

/** The processes on one store. Each renews its row. */
export interface LiveProcesses {
  /** Writes or replaces the row of a process. @param before forgets the rows of processes that were last seen before. */
  renew(process: LiveProcess, before: Date): Promise<void>;
  /** Removes the row of a process that ends in good order. */
  leave(id: string): Promise<void>;
  /** The processes seen since then, in the order of their starts. */
  seenSince(since: Date): Promise<readonly LiveProcess[]>;
}
