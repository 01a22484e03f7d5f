import type { Task } from '../../domain/lifecycle/lanes.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Tracing } from '../../ports/tracing.ts';

/** Jobs that know in which trace they were asked for, so that the work goes on in it. */
export class TracedJobs implements Jobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly tracing: Tracing,
  ) {}

  schedule(task: Task, notBefore: Date): Promise<void> {
    const traceParent = this.tracing.here();
    return this.jobs.schedule(traceParent === undefined ? task : { ...task, traceParent }, notBefore);
  }
}
