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

/** The run of a task, as its worker sees it. */
export interface TaskRun {
  /** Aborted once the process stops: a worker that takes up one piece of work after another takes up no more. */
  readonly stopping: AbortSignal;
  /**
   * Gives the slot in the lane to another task, while this run only waits. The run goes on; it may be asked for twice.
   * @returns false if the run keeps the slot: too many run beside the lane already.
   */
  leaveSlot(): boolean;
  /**
   * Takes a slot for the next task of the same record, and gives back the one that the run has: it goes on as the run of that task.
   * @returns false if the run keeps its slot: that lane has none for the task now, or the process stops.
   */
  goOnAs(next: Task): boolean;
}
