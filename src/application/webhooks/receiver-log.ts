import type { Clock } from '../../ports/clock.ts';
import type { Log, LogFields } from '../../ports/log.ts';

/** A receiver has at most one line of a message in this time. */
const PERIOD_MS = 60_000;

interface LastLine {
  readonly at: number;
  /** Events since then, which have no line yet. */
  readonly unlogged: number;
}

/** A receiver that is gone fails dozens of times in seconds. Its first failure has a line at once, the others have one a minute together. */
export class ReceiverLog {
  private readonly last = new Map<string, LastLine>();

  constructor(
    private readonly log: Pick<Log, 'warn'>,
    private readonly clock: Clock,
  ) {}

  /** @param fields of this event; the line adds `count`, the events that it stands for. */
  warn(owner: string, fields: LogFields, message: string): void {
    const key = `${message} ${owner}`;
    const now = this.clock.now().getTime();
    const { at, unlogged } = this.last.get(key) ?? { at: -Infinity, unlogged: 0 };
    // A clock that is set back silences no receiver.
    if (Math.abs(now - at) < PERIOD_MS) {
      this.last.set(key, { at, unlogged: unlogged + 1 });
      return;
    }
    this.last.set(key, { at: now, unlogged: 0 });
    this.log.warn({ ...fields, owner, count: unlogged + 1 }, message);
  }
}
