/** The present state of the validator pool. */
export interface PoolWatch {
  stats(): PoolStats;
}

export interface PoolStats {
  readonly threads: number;
  readonly busyThreads: number;
  /** Documents that wait for a thread; those of queued invoices may wait beyond the limit. */
  readonly waiting: number;
  /** `POOL_QUEUE`. */
  readonly waitingLimit: number;
  /** Documents that have come since the start, without those of work that gives way. */
  readonly arrivals: number;
  /** Since the start, by cause: `refused` a full queue, `died`, `timed-out`, `out-of-memory` a lost thread. */
  readonly failures: Readonly<Record<PoolFailure, number>>;
}

export const POOL_FAILURES = ['refused', 'died', 'timed-out', 'out-of-memory'] as const;
export type PoolFailure = (typeof POOL_FAILURES)[number];
