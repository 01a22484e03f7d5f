import type { Task } from '../domain/lifecycle/lanes.ts';

/** Work, at least once. Each lane has slots of its own, and clients with due work take turns within it. */
export interface Jobs {
  /**
   * Schedules a task; asking twice for the same id in one lane schedules one, at the earlier time.
   * @param notBefore earliest start, UTC; the worker may start later, never earlier.
   * @throws CallFailed `busy`: nothing was scheduled.
   */
  schedule(task: Task, notBefore: Date): Promise<void>;
}
