import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;
/** Keeps one run short; what is left goes with the next. */
const MOST_TURNS = 20;

/** Removes received invoices with the client's retention (contract 4.11). A run that ends anywhere is continued by the next. */
export class ForgetReceived {
  constructor(
    private readonly received: Pick<ReceivedStore, 'forget'>,
    private readonly clients: Pick<ClientStore, 'retaining'>,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were removed. */
  async run(): Promise<number> {
    let removed = 0;
    for (const { client, retentionDays } of await this.clients.retaining()) {
      if (retentionDays === undefined) continue;
      const before = new Date(this.clock.now().getTime() - retentionDays * DAY_MS);
      for (let turns = 0; turns < MOST_TURNS; turns += 1) {
        const some = await this.received.forget(client, before, AT_ONCE);
        removed += some;
        if (some < AT_ONCE) break;
      }
    }
    return removed;
  }
}
