import type { Task } from '../../src/domain/lifecycle/lanes.ts';
import type { Jobs } from '../../src/ports/jobs.ts';

/** Scheduled jobs in memory; `runDue` acts as the worker. */
export class FakeJobs implements Jobs {
  private readonly tasks = new Map<string, { readonly task: Task; readonly at: Date }>();

  /** The due time of each job, by id. */
  get waiting(): ReadonlyMap<string, Date> {
    return new Map([...this.tasks.values()].map(({ task, at }) => [task.id, at]));
  }

  /** Removes all jobs, as a power cut does. */
  forget(): void {
    this.tasks.clear();
  }

  async schedule(task: Task, notBefore: Date): Promise<void> {
    const key = `${task.lane} ${task.id}`;
    const known = this.tasks.get(key);
    if (!known || notBefore < known.at) this.tasks.set(key, { task, at: notBefore });
  }

  /** Passes every job due by `now` to the handler, earliest first. Each is removed before its run, so that it can be scheduled again. */
  async runDue(now: Date, handler: (task: Task) => Promise<unknown>): Promise<number> {
    const due = [...this.tasks].filter(([, { at }]) => at <= now);
    for (const [key, { task }] of due.sort(([, a], [, b]) => Number(a.at) - Number(b.at))) {
      this.tasks.delete(key);
      await handler(task);
    }
    return due.length;
  }
}
