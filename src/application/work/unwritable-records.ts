import { repeatedWait, shareOf } from '../../domain/sending/retry.ts';
import { MAX_CRASHES, type RetryTiming } from './own-failures.ts';

/**
 * Records of which the store refuses every change: not even the failure of a run can be stored, so it is counted in memory. Each waits on
 * the schedule, so that it does not occupy its lane, and is given up after as many failures as any other.
 */
export class UnwritableRecords {
  private readonly records = new Map<string, { readonly failures: number; readonly until: Date }>();

  constructor(private readonly ports: RetryTiming) {}

  isWaiting(id: string): boolean {
    const { until } = this.records.get(id) ?? {};
    return until !== undefined && until > this.ports.clock.now();
  }

  isExhausted(id: string): boolean {
    return (this.records.get(id)?.failures ?? 0) >= MAX_CRASHES;
  }

  note(id: string): void {
    const failures = (this.records.get(id)?.failures ?? 0) + 1;
    const { clock, retryScale } = this.ports;
    this.records.set(id, { failures, until: repeatedWait(failures, clock.now(), retryScale, shareOf(id)) });
  }

  forget(id: string): void {
    this.records.delete(id);
  }
}
