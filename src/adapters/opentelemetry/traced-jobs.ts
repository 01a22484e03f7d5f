import type { Task } from '../../domain/lifecycle/lanes.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Tracing } from '../../ports/tracing.ts';

/** Jobs that carry the trace of their request, so that the work continues it. */
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
