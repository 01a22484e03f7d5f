import type { Task } from '../../domain/lifecycle/lanes.ts';
import { WEBHOOK_RECEIVER } from '../../domain/webhooks/delivery.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Tracing } from '../../ports/tracing.ts';

/** Jobs that carry the trace of their request, so that the work continues it. */
export class TracedJobs implements Jobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly tracing: Tracing,
  ) {}

  schedule(task: Task, notBefore: Date): Promise<void> {
    // The job of a receiver serves events of many traces, and asks for itself again: it would never leave the trace that made it.
    const traceParent = task.kind === WEBHOOK_RECEIVER ? undefined : this.tracing.here();
    return this.jobs.schedule(traceParent === undefined ? task : { ...task, traceParent }, notBefore);
  }
}
