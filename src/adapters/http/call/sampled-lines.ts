import type { Log, LogFields } from '../../../ports/log.ts';

/** Lines of one kind that are written in a period; what goes beyond is counted and told at its end. */
const WRITTEN = 10;
const PERIOD_MS = 60_000;
/** Kinds that are told apart; more share one count. */
const MOST_KINDS = 1_000;

interface Kind {
  readonly fields: LogFields;
  seen: number;
}

/** Keeps repeated lines out of the log: who calls in vain a thousand times a second would write it full. */
export class SampledLines {
  private readonly kinds = new Map<string, Kind>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly log: Pick<Log, 'info'>) {
    this.timer = setInterval(() => this.tell(), PERIOD_MS);
    this.timer.unref();
  }

  /**
   * @param kind whose lines are counted together.
   * @param fields said of those left out.
   * @returns whether this line is to be written.
   */
  admits(kind: string, fields: LogFields): boolean {
    const isApart = this.kinds.has(kind) || this.kinds.size < MOST_KINDS;
    const name = isApart ? kind : '';
    const known = this.kinds.get(name) ?? { fields: isApart ? fields : {}, seen: 0 };
    known.seen += 1;
    this.kinds.set(name, known);
    return known.seen <= WRITTEN;
  }

  /** Says what was left out, and begins again. */
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
