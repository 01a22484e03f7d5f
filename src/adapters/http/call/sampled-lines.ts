import type { Log, LogFields } from '../../../ports/log.ts';

/** Lines of one kind that are written in a period. Further ones are counted, and the count is logged at its end. */
const WRITTEN = 10;
const PERIOD_MS = 60_000;
/** Kinds with counts of their own. Further kinds share one. */
const MAX_KINDS = 1_000;

interface Kind {
  readonly fields: LogFields;
  seen: number;
}

/** Limits repeated lines in the log: a caller who is refused a thousand times a second would fill it. */
export class SampledLines {
  private readonly kinds = new Map<string, Kind>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly log: Pick<Log, 'info'>) {
    this.timer = setInterval(() => this.tell(), PERIOD_MS);
    this.timer.unref();
  }

  /**
   * @param kind lines of one kind are counted together.
   * @param fields logged with the count of those left out.
   * @returns whether to write this line.
   */
  admits(kind: string, fields: LogFields): boolean {
    const isApart = this.kinds.has(kind) || this.kinds.size < MAX_KINDS;
    const name = isApart ? kind : '';
    const line = this.kinds.get(name) ?? { fields: isApart ? fields : {}, seen: 0 };
    line.seen += 1;
    this.kinds.set(name, line);
    return line.seen <= WRITTEN;
  }

  /** Logs the counts, and begins a new period. */
  tell(): void {
    for (const { fields, seen } of this.kinds.values())
      if (seen > WRITTEN) this.log.info({ ...fields, left_out: seen - WRITTEN }, 'more were answered');
    this.kinds.clear();
  }

  close(): void {
    clearInterval(this.timer);
    this.tell();
  }
}
