import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { taskOf } from '../../domain/lifecycle/lanes.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Callback, CallbackHint, OpenedCredential, Rails } from '../../ports/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { rescheduleSilently } from '../lifecycle/move.ts';
import { WindowCounter } from '../access/window-counter.ts';
import type { PullAnswers } from './pull-answers.ts';

/** Decisions, "POST /callbacks/fr-pa/{client}"; one platform posts for many clients from one address. */
const OF_A_CLIENT = [{ seconds: 60, limit: 60 }];
const OF_AN_ADDRESS = [{ seconds: 60, limit: 600 }];

export interface Called {
  readonly route: Route;
  readonly client: string;
  /** The address that it came from, or a network of them. */
  readonly address: string;
}

interface Tools {
  readonly rails: Rails;
  readonly credentials: { live(client: string, route: Route): Promise<readonly OpenedCredential[]> };
  readonly invoices: Pick<InvoiceStore, 'sent' | 'commit'>;
  readonly answers: Pick<PullAnswers, 'runFor'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'calledBack'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Takes a call in a route's name for what it is: a hint that there is something to ask for. Nothing that it says is believed, and
 * what does not verify is dropped.
 */
export class HearCallback {
  private readonly clients = new WindowCounter(OF_A_CLIENT);
  private readonly addresses = new WindowCounter(OF_AN_ADDRESS);

  constructor(private readonly tools: Tools) {}

  /** @returns seconds to wait when this was one too many; 0 when its body is worth reading. */
  admit({ route, client, address }: Called): number {
    const { clock, telemetry } = this.tools;
    const now = clock.now();
    const wait = this.addresses.take(address, now) || this.clients.take(client, now);
    if (wait > 0) telemetry.calledBack(route, 'limited');
    return wait;
  }

  /** Whatever comes of it, the caller is told the same; it need not wait for what is asked then. */
  async run(of: Called, callback: Callback): Promise<void> {
    const { telemetry, log } = this.tools;
    const hint = await this.verified(of, callback);
    telemetry.calledBack(of.route, hint ? 'verified' : 'dropped');
    if (!hint) return;
    void this.look(of, hint).catch((err: unknown) =>
      log.warn({ client: of.client, route: of.route, err }, 'a hint of a route led to nothing'),
    );
  }

  private async verified({ client, route }: Called, callback: Callback): Promise<CallbackHint | undefined> {
    const rail = this.tools.rails.get(route);
    for (const credential of await this.tools.credentials.live(client, route)) {
      const hint = rail?.readCallback?.(credential, callback);
      if (hint) return hint;
    }
    return undefined;
  }

  private async look({ client, route }: Called, { submissionId }: CallbackHint): Promise<void> {
    const { answers, invoices } = this.tools;
    const found = submissionId === undefined ? [] : await invoices.sent({ client, route, submissionId });
    for (const record of found) if (isPolled(record)) await this.hurry(record);
    await answers.runFor({ client, route });
  }

  /** Asked for now; where a worker is at it, it is being asked for. */
  private async hurry(record: InvoiceRecord): Promise<void> {
    const { invoices, jobs, clock } = this.tools;
    const now = clock.now();
    if (record.lease || !record.dueAt || record.dueAt <= now) return;
    const step = rescheduleSilently(record, now);
    if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') return;
    await jobs.schedule(taskOf(step.record), now);
  }
}

const isPolled = ({ state, work }: InvoiceRecord): boolean => state === 'submitted' && work === 'poll';
