import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';

const AT_ONCE = 500;
/** The next run removes the rest. */
const MAX_ROUNDS = 40;
const DAY_MS = 86_400_000;

/** Removes audit rows past their retention. */
export class SweepAudit {
  constructor(
    private readonly ports: {
      readonly audit: Pick<AuditLog, 'forget'>;
      readonly clock: Clock;
      readonly auditDays: number;
    },
  ) {}

  /** In portions. @returns how many were removed. */
  async run(): Promise<number> {
    const before = new Date(this.ports.clock.now().getTime() - this.ports.auditDays * DAY_MS);
    let removed = 0;
    for (let times = 0; times < MAX_ROUNDS; times += 1) {
      const now = await this.ports.audit.forget(before, AT_ONCE);
      removed += now;
      if (now < AT_ONCE) break;
    }
    return removed;
  }
}
