import { SKEW_MS } from '../../domain/lifecycle/due.ts';
import type { AuditEntry, AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { bringOn } from '../each-apart.ts';
import { EXPORT_ENDED } from './export-under-way.ts';

const AT_ONCE = 100;

/** Records exports as broken off whose process has died; how much of them left is unknown. */
export class EndLostExports {
  constructor(
    private readonly ports: {
      readonly audit: Pick<AuditLog, 'leftOpen' | 'end'>;
      readonly clock: Clock;
      readonly realClock: Clock;
    },
  ) {}

  async run(): Promise<void> {
    const before = new Date(this.ports.realClock.now().getTime() - SKEW_MS);
    const { audit } = this.ports;
    const list = (limit: number) => audit.leftOpen(before, limit);
    await bringOn({ list, nameOf: ({ name }) => name, atOnce: AT_ONCE }, async ({ name, entry }) => {
      await audit.end(name, this.endOf(entry));
      return true;
    });
  }

  private endOf({ openUntil: _, details, ...begun }: AuditEntry): AuditEntry {
    const reason = 'the process that sent it ended';
    return {
      ...begun,
      at: this.ports.clock.now(),
      action: EXPORT_ENDED,
      details: { ...details, broken_off: true, reason },
    };
  }
}
