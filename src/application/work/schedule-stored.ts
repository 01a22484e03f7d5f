import type { Task } from '../../domain/lifecycle/lanes.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';

export interface SchedulingPorts {
  readonly jobs: Jobs;
  readonly log: Pick<Log, 'warn'>;
}

/** Not awaited: the record is stored. If this fails, also by a crash, the sweep finds it. */
export function scheduleStored(
  { jobs, log }: SchedulingPorts,
  task: Task,
  at: Date | null | undefined,
  names: Readonly<Record<string, string>>,
): void {
  if (at)
    jobs.schedule(task, at).catch((cause: unknown) => log.warn({ ...names, cause }, 'left to the sweep'));
}
