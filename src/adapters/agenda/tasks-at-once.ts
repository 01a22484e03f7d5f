import type { Lane, Task } from '../../domain/lifecycle/lanes.ts';
import type { TaskRun } from '../../ports/jobs.ts';
import type { ClientSlots } from './client-slots.ts';
import { TasksInLine } from './tasks-in-line.ts';

export type Handler = (task: Task, run: TaskRun) => Promise<unknown>;

interface Surroundings {
  readonly stopping: AbortSignal;
  readonly leaveSlot: (slot: string, lane: Lane) => boolean;
  /** Called if a job may wait for the slot that is free now. */
  readonly onSlotFree: (lane: Lane) => void;
  /** @param tasks that may be due: the run may have failed before or after it went on. */
  readonly onFailed: (tasks: readonly Task[], error: unknown) => void;
  /** Now, in service time. */
  readonly now: () => number;
  /** How long a due task stands in line for a slot. */
  readonly inLineMs: number;
  /** Called with a due task that found no slot. */
  readonly onNoSlot: (task: Task) => void;
}

/** A task that is due within this time waits here; what a crash leaves is found by other means half a minute later. */
const MAX_WAIT_MS = 60_000;
const MAX_WAITING = 10_000;
/** The clock of the service may be moved meanwhile. */
const LOOK_EVERY_MS = 500;

interface Waiting {
  readonly task: Task;
  /** In service time. */
  readonly at: number;
}

/** Longer than the store is asked for jobs that wait. */
const BEHIND_OTHERS_MS = 1_000;

/** Longer than a look for a job in the store takes. */
const AFTER_JOBS_MS = 100;

/**
 * Due tasks that begin without a job in the store, under the slots of their lane and client. One that finds no slot stands in line for a
 * moment. After one that found none by then, others wait in the store, too, so that clients take turns.
 */
export class TasksAtOnce {
  private handler: Handler | undefined;
  /** By lane and id. */
  private readonly begun = new Set<string>();
  /** Tasks that are due soon, by lane and id. */
  private readonly waiting = new Map<string, Waiting>();
  private readonly line: TasksInLine;
  private look: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  /** By lane: until when tasks wait behind others, on the monotonic clock. */
  private readonly behindUntil = new Map<Lane, number>();

  constructor(
    private readonly lanes: ReadonlySet<Lane>,
    private readonly slots: ClientSlots,
    private readonly surroundings: Surroundings,
  ) {
    this.line = new TasksInLine(surroundings.inLineMs, (task) => {
      this.stayBehind(task.lane);
      surroundings.onNoSlot(task);
    });
  }

  /** How many have not ended. */
  get running(): number {
    return this.begun.size;
  }

  start(handler: Handler): void {
    this.handler = handler;
  }

  /**
   * Begins the task at its time.
   * @param at in service time. A second call keeps the earlier one.
   * @returns false if the task needs a job.
   */
  beginAt(task: Task, at: number): boolean {
    const { stopping, now } = this.surroundings;
    const name = nameOf(task);
    const earlier = this.waiting.get(name);
    const hasRoom = earlier !== undefined || this.waiting.size < MAX_WAITING;
    if (!this.handler || !this.lanes.has(task.lane) || stopping.aborted || !hasRoom) return false;
    if (at - now() > MAX_WAIT_MS) return false;
    if (!earlier || at < earlier.at) this.waiting.set(name, { task, at });
    this.lookAt(at);
    return true;
  }

  /** Takes the tasks that wait: they need jobs. */
  takeWaiting(): readonly Waiting[] {
    clearTimeout(this.look?.timer);
    const at = this.surroundings.now();
    const inLine = this.line.takeAll().map((task) => ({ task, at }));
    const waiting = [...inLine, ...this.waiting.values()];
    this.waiting.clear();
    return waiting;
  }

  private lookAt(at: number): void {
    if (this.look && this.look.at <= at) return;
    clearTimeout(this.look?.timer);
    const inMs = Math.max(0, Math.min(at - this.surroundings.now(), LOOK_EVERY_MS));
    this.look = { at, timer: setTimeout(() => this.beginDue(), inMs).unref() };
  }

  private beginDue(): void {
    const now = this.surroundings.now();
    this.look = undefined;
    for (const [name, { task, at }] of this.waiting) {
      if (at > now) continue;
      this.waiting.delete(name);
      if (!this.begin(task)) this.surroundings.onNoSlot(task);
    }
    const next = [...this.waiting.values()].reduce((least, { at }) => Math.min(least, at), Infinity);
    if (this.waiting.size > 0) this.lookAt(next);
  }

  /** @returns false if the task needs a job. */
  begin(task: Task): boolean {
    const { lane } = task;
    const { handler } = this;
    if (!handler || !this.mayRun(task)) return false;
    if (this.line.has(task)) return true;
    const hasFree = this.hasFree(task);
    const isBehind = this.isBehind(lane);
    if (!isBehind && hasFree) return this.launch(task, handler);
    if (!isBehind && this.line.add(task)) {
      this.advance(lane);
      return true;
    }
    // As long as tasks find no slot, the store decides who is next.
    if (!hasFree) this.stayBehind(lane);
    return false;
  }

  private mayRun(task: Task): boolean {
    // A task that is asked for during its run runs again after it.
    return this.lanes.has(task.lane) && !this.surroundings.stopping.aborted && !this.begun.has(nameOf(task));
  }

  private hasFree(task: Task): boolean {
    return !this.line.hasOneOf(task) && this.slots.hasFree(task.lane, task.client);
  }

  private isBehind(lane: Lane): boolean {
    return performance.now() < (this.behindUntil.get(lane) ?? 0);
  }

  /** A job of the lane has ended. Others in the store are next; a slot that none of them takes is for those in line. */
  afterJob(lane: Lane): void {
    if (this.line.firstOfClients(lane).length === 0) return;
    setTimeout(() => this.advance(lane), AFTER_JOBS_MS).unref();
  }

  private stayBehind(lane: Lane): void {
    this.behindUntil.set(lane, performance.now() + BEHIND_OTHERS_MS);
  }

  /** Begins those in line for whom a slot is free, first of the client that has the fewest. */
  private advance(lane: Lane): void {
    const { handler } = this;
    if (!handler || this.surroundings.stopping.aborted) return;
    for (;;) {
      const inTurn = this.line
        .firstOfClients(lane)
        .filter(({ client }) => this.slots.hasFree(lane, client))
        .map((task) => ({ task, taken: this.slots.countOf(lane, task.client) }))
        .sort((one, other) => one.taken - other.taken);
      const next = inTurn[0]?.task;
      if (!next) return;
      this.line.remove(next);
      this.launch(next, handler);
    }
  }

  private launch(task: Task, handler: Handler): true {
    this.takeSlot(task);
    void this.run(task, handler);
    return true;
  }

  private async run(task: Task, handler: Handler): Promise<void> {
    const { stopping, leaveSlot, onFailed } = this.surroundings;
    let current = task;
    const goOnAs = (next: Task): boolean => {
      if (!this.mayRun(next) || this.isBehind(next.lane) || !this.hasFree(next)) return false;
      this.takeSlot(next);
      this.endSlot(current);
      current = next;
      return true;
    };
    try {
      await handler(task, { stopping, leaveSlot: () => leaveSlot(nameOf(current), current.lane), goOnAs });
    } catch (error) {
      onFailed(current === task ? [task] : [task, current], error);
    } finally {
      this.endSlot(current);
    }
  }

  private takeSlot(task: Task): void {
    const slot = nameOf(task);
    this.slots.take(slot, task.lane, task.client);
    this.begun.add(slot);
  }

  private endSlot(task: Task): void {
    const { lane } = task;
    const slot = nameOf(task);
    this.begun.delete(slot);
    const isAtLimit = this.slots.isAtLimit(lane);
    this.slots.release(slot);
    this.advance(lane);
    if (isAtLimit) this.surroundings.onSlotFree(lane);
  }
}

const nameOf = ({ lane, id }: Task): string => `${lane} ${id}`;
