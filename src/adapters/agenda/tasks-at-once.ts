import type { Lane, Task } from '../../domain/lifecycle/lanes.ts';
import type { TaskRun } from '../../ports/jobs.ts';
import type { ClientSlots } from './client-slots.ts';

export type Handler = (task: Task, run: TaskRun) => Promise<unknown>;

interface Surroundings {
  readonly stopping: AbortSignal;
  readonly leaveSlot: (slot: string, lane: Lane) => boolean;
  /** Called if a job may wait for the slot that is free now. */
  readonly onSlotFree: (lane: Lane) => void;
  readonly onFailed: (task: Task, error: unknown) => void;
}

/** Longer than the store is asked for jobs that wait. */
const BEHIND_OTHERS_MS = 1_000;

/**
 * Due tasks that begin without a job in the store, under the slots of their lane and client. After one that found no slot, others wait in
 * the store, too, so that clients take turns.
 */
export class TasksAtOnce {
  private handler: Handler | undefined;
  /** By lane and id. */
  private readonly begun = new Set<string>();
  /** By lane: until when tasks wait behind others, on the monotonic clock. */
  private readonly behindUntil = new Map<Lane, number>();

  constructor(
    private readonly lanes: ReadonlySet<Lane>,
    private readonly slots: ClientSlots,
    private readonly surroundings: Surroundings,
  ) {}

  /** How many have not ended. */
  get running(): number {
    return this.begun.size;
  }

  start(handler: Handler): void {
    this.handler = handler;
  }

  /** @returns false if the task needs a job. */
  begin(task: Task): boolean {
    const { lane, id, client } = task;
    const slot = `${lane} ${id}`;
    const { handler } = this;
    // A task that is asked for during its run runs again after it.
    if (!handler || !this.lanes.has(lane) || this.surroundings.stopping.aborted || this.begun.has(slot))
      return false;
    if (performance.now() < (this.behindUntil.get(lane) ?? 0)) return false;
    if (!this.slots.takeFree(slot, lane, client)) {
      this.behindUntil.set(lane, performance.now() + BEHIND_OTHERS_MS);
      return false;
    }
    this.begun.add(slot);
    void this.run(task, slot, handler);
    return true;
  }

  private async run(task: Task, slot: string, handler: Handler): Promise<void> {
    const { lane } = task;
    const { stopping, leaveSlot, onSlotFree, onFailed } = this.surroundings;
    try {
      await handler(task, { stopping, leaveSlot: () => leaveSlot(slot, lane) });
    } catch (error) {
      onFailed(task, error);
    } finally {
      this.begun.delete(slot);
      const isAtLimit = this.slots.isAtLimit(lane);
      this.slots.release(slot);
      if (isAtLimit) onSlotFree(lane);
    }
  }
}
