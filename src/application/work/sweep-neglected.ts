import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { AheadLeases } from './ahead-leases.ts';
import type { RecordKind } from './record-kind.ts';

/** Longer than a job normally waits for a free worker, so that the sweep seldom asks for what is on its way. */
export const NEGLECT_GRACE_MS = 30_000;

/** Of each route; keeps one sweep short, and what is left is found by the next. */
const MOST_AT_ONCE = 500;

/** What the sweep needs of a kind of record. */
export type SweptKind<R extends WorkRecord> = Pick<RecordKind<R>, 'taskOf' | 'tidyUp'> & {
  readonly store: Pick<RecordKind<R>['store'], 'neglected' | 'find' | 'leasedAhead' | 'expireLease'>;
};

/**
 * Schedules records of one kind that are due but that no worker holds (the process died between the commit and its job), and tidies
 * up their store.
 */
export class SweepNeglected<R extends WorkRecord> {
  private readonly aheadLeases: AheadLeases;

  /** @param monotonicMs milliseconds of the monotonic clock. */
  constructor(
    private readonly kind: SweptKind<R>,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    monotonicMs = () => performance.now(),
  ) {
    this.aheadLeases = new AheadLeases(kind.store, monotonicMs);
  }

  /** @returns how many were scheduled. */
  async run(): Promise<number> {
    const { store, taskOf, tidyUp } = this.kind;
    const now = this.clock.now();
    const overdue = new Date(now.getTime() - NEGLECT_GRACE_MS);
    const freed = await this.aheadLeases.expireDead(now);
    const neglected = await store.neglected(overdue, now, MOST_AT_ONCE);
    const ids = new Set([...freed, ...neglected]);
    for (const id of ids) {
      const record = await store.find(id);
      if (record?.dueAt) await this.jobs.schedule(taskOf(record), now);
    }
    await tidyUp?.();
    return ids.size;
  }
}
