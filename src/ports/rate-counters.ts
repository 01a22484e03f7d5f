import type { RateWindow } from '../domain/failures.ts';
import type { AuditEntry } from './audit-log.ts';

export type { RateWindow };

/** Request counters kept in the store, so that processes share them (contract part 8). They need not survive a power cut. */
export interface RateCounters {
  /**
   * Counts one request in every window, or in none if one is full. Windows begin at whole multiples of their length, so all processes have
   * the same ones.
   * @param bucket client and scope, `acme/submit`.
   * @param audit is written with it, whether the request was counted or not.
   * @returns seconds until the request can be repeated, at least 1; 0 if it was counted.
   */
  take(bucket: string, windows: readonly RateWindow[], now: Date, audit?: AuditEntry): Promise<number>;
}
