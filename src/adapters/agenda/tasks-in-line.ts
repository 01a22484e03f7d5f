import type { Lane, Task } from '../../domain/lifecycle/lanes.ts';

/** Of each lane. */
const MAX_IN_LINE = 100;

interface Standing {
  readonly task: Task;
  readonly timer: NodeJS.Timeout;
}

interface Line {
  readonly tasks: Standing[];
  /** On the monotonic clock: since when it has not been empty. */
  readonly since: number;
}

/**
 * Due tasks that wait for a slot without a job: most slots are free again soon, and a job costs the store four writes or more. None stands
 * here longer than the given time, and no line lasts longer before it is closed, so that jobs in the store get their turns.
 */
export class TasksInLine {
  /** By lane; the first that came first. */
  private readonly lines = new Map<Lane, Line>();

  /** @param onOver called with a task whose time is over: it needs a job. */
  constructor(
    private readonly waitMs: number,
    private readonly onOver: (task: Task) => void,
  ) {}

  has({ lane, id }: Task): boolean {
    return this.tasksIn(lane).some(({ task }) => task.id === id);
  }

  /** Who came first of a client begins first. */
  hasOneOf({ lane, client }: Task): boolean {
    return this.tasksIn(lane).some(({ task }) => task.client === client);
  }

  /** @returns false if the line is closed: the task needs a job. */
  add(task: Task): boolean {
    const now = performance.now();
    const { tasks, since } = this.lines.get(task.lane) ?? { tasks: [], since: now };
    if (tasks.length >= MAX_IN_LINE || now - since >= this.waitMs) return false;
    const timer = setTimeout(() => {
      this.remove(task);
      this.onOver(task);
    }, this.waitMs).unref();
    this.lines.set(task.lane, { tasks: [...tasks, { task, timer }], since });
    return true;
  }

  /** The first of each client. */
  firstOfClients(lane: Lane): readonly Task[] {
    const first = new Map<string, Task>();
    for (const { task } of this.tasksIn(lane)) if (!first.has(task.client)) first.set(task.client, task);
    return [...first.values()];
  }

  remove({ lane, id }: Task): void {
    const line = this.lines.get(lane);
    if (!line) return;
    const tasks: Standing[] = [];
    for (const standing of line.tasks)
      if (standing.task.id === id) clearTimeout(standing.timer);
      else tasks.push(standing);
    if (tasks.length > 0) this.lines.set(lane, { ...line, tasks });
    else this.lines.delete(lane);
  }

  takeAll(): readonly Task[] {
    const all = [...this.lines.values()].flatMap(({ tasks }) => tasks);
    for (const { timer } of all) clearTimeout(timer);
    this.lines.clear();
    return all.map(({ task }) => task);
  }

  private tasksIn(lane: Lane): readonly Standing[] {
    return this.lines.get(lane)?.tasks ?? [];
  }
}
