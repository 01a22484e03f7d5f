import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { AheadLeases } from './ahead-leases.ts';
import { throwFirst, tryEach } from '../each-apart.ts';
import type { RecordKind } from './record-kind.ts';

/** Longer than a job normally waits for a free worker, so that the sweep seldom schedules a record that has a job. */
export const NEGLECT_GRACE_MS = 30_000;

/** Of each route; keeps one sweep short, and the next one finds the rest. */
const MAX_AT_ONCE = 500;

/** Every sweep looks at these: the records of a dead worker are among those that have waited longest. */
const OLDEST = 50;

/** What the sweep needs of a kind of record. */
export type SweptKind<R extends WorkRecord> = Pick<RecordKind<R>, 'taskOf' | 'shareOf' | 'tidyUp'> & {
  readonly store: Pick<RecordKind<R>['store'], 'listNeglected' | 'find' | 'listLeasedAhead' | 'expireLease'>;
};

/**
 * Schedules records of one kind that are due and that no worker holds (the process died between the commit and its job), and maintains
 * their store.
 */
export class SweepNeglected<R extends WorkRecord> {
  private readonly aheadLeases: AheadLeases;
  /** Where the next sweep goes on: records that were due earlier have a job now. */
  private from: Date | undefined;

  /** @param monotonicMs milliseconds of the monotonic clock. */
  constructor(
    private readonly kind: SweptKind<R>,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    monotonicMs = () => performance.now(),
    private readonly maxAtOnce = MAX_AT_ONCE,
  ) {
    this.aheadLeases = new AheadLeases(kind.store, monotonicMs);
  }

  /**
   * @returns how many were scheduled.
   * @throws what the first record that could not be scheduled threw, after the others.
   */
  async run(): Promise<number> {
    const { store, taskOf, shareOf, tidyUp } = this.kind;
    const now = this.clock.now();
    const overdue = new Date(now.getTime() - NEGLECT_GRACE_MS);
    const { freed, failures } = await this.aheadLeases.expireDead(now);
    const oldest = this.from ? await store.listNeglected(overdue, now, OLDEST) : [];
    const next = new Set(await store.listNeglected(overdue, now, this.maxAtOnce, this.from));
    const ids = new Set([...freed, ...oldest, ...next]);
    const passed: Passed[] = [];
    const schedule = async (id: string): Promise<void> => {
      const record = await store.find(id);
      if (!record?.dueAt) return;
      await this.jobs.schedule(taskOf(record), now);
      if (next.has(id) && record.dueAt < overdue)
        passed.push({ share: shareOf?.(record) ?? '', due: record.dueAt.getTime() });
    };
    // A damaged record hides none behind it.
    const unscheduled = await tryEach(ids, schedule, () => store.listNeglected(overdue, now, 1));
    this.from = this.nextStart(next.size, passed);
    await tidyUp?.();
    throwFirst([...unscheduled, ...failures]);
    return ids.size;
  }

  /**
   * The sweep has seen all records that are due up to here: a share with more records has shown none later. A record that changed meanwhile
   * may belong to any share.
   * @param count how many; those of them that have not changed are `passed`.
   * @returns undefined if no share has more: the next sweep begins with the oldest.
   */
  private nextStart(count: number, passed: readonly Passed[]): Date | undefined {
    const lastShown = this.maxAtOnce - 1 - (count - passed.length);
    const lastOf = (name: string): number => {
      const times = passed.filter(({ share }) => share === name).map(({ due }) => due);
      return times.sort((one, other) => one - other)[lastShown] ?? Infinity;
    };
    const last = Math.min(...[...new Set(passed.map(({ share }) => share))].map(lastOf));
    if (last === Infinity) return undefined;
    // As many records as the limit are due at one instant: the sweep skips that instant, or it would never get beyond it.
    return new Date(last === this.from?.getTime() ? last + 1 : last);
  }
}

/** Records that have a job now. */
interface Passed {
  readonly share: string;
  readonly due: number;
}
