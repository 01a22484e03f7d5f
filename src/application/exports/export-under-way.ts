import { LEASE_MS } from '../../domain/lifecycle/due.ts';
import type { AuditEntry, AuditLog, OpenEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';

const EXPORT_BEGUN = 'export_started';
export const EXPORT_ENDED = 'data_exported';

interface Ports {
  readonly audit: Pick<AuditLog, 'begin' | 'keepOpen' | 'end'>;
  readonly digests: Pick<Digests, 'newSecret'>;
  readonly clock: Clock;
  readonly realClock: Clock;
}

/** Keeps the audit row of an export open while its process lives, as a lease is kept. */
export class ExportUnderWay {
  private readonly name: string;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly ports: Ports) {
    this.name = `export ${ports.digests.newSecret()}`;
  }

  async begin(about: Omit<OpenEntry, 'at' | 'action' | 'openUntil'>): Promise<void> {
    const { audit, clock } = this.ports;
    const entry = { at: clock.now(), action: EXPORT_BEGUN, ...about, openUntil: this.until() };
    await audit.begin(this.name, entry);
    // A store that cannot be reached is met by the export itself.
    const keepOpen = (): void => void audit.keepOpen(this.name, this.until()).catch(() => undefined);
    this.timer = setInterval(keepOpen, LEASE_MS / 3);
    this.timer.unref();
  }

  /** @returns false if its end was recorded before. */
  end(entry: AuditEntry): Promise<boolean> {
    clearInterval(this.timer);
    return this.ports.audit.end(this.name, entry);
  }

  private until(): Date {
    return new Date(this.ports.realClock.now().getTime() + LEASE_MS);
  }
}
