import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { taskOf } from '../../domain/lifecycle/lanes.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Callback, CallbackHint } from '../../ports/rail/callbacks.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { rescheduleSilently } from '../lifecycle/move.ts';
import { WindowCounter } from '../access/window-counter.ts';
import type { PullAnswers } from './pull-answers.ts';

/** Decisions, "POST /callbacks/fr-pa/{client}"; one platform posts for many clients from one address. */
const OF_A_CLIENT = [{ seconds: 60, limit: 60 }];
const OF_AN_ADDRESS = [{ seconds: 60, limit: 600 }];
/** For calls about a client from one address that prove nothing, if others bring messages: they must not block a genuine call. */
const UNPROVEN = [{ seconds: 60, limit: 60 }];

interface Called {
  readonly route: Route;
  readonly client: string;
  /** The address that it came from, or a network of them. */
  readonly address: string;
}

interface Ports {
  readonly rails: Rails;
  readonly credentials: { live(client: string, route: Route): Promise<readonly OpenedCredential[]> };
  readonly invoices: Pick<InvoiceStore, 'findSent' | 'commit'>;
  readonly answers: Pick<PullAnswers, 'runFor' | 'takePushed'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'countCallback'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The result of a call: a `hint` has none; a `taken` message is stored; an `early` one may come again; a `foreign` one is about no invoice
 * of this service; an `unproven` call is ignored.
 */
export type CallbackResult = 'hint' | 'taken' | 'retry-later' | 'not-ours' | 'unauthenticated';

interface Proven {
  readonly hint: CallbackHint;
  readonly credential: OpenedCredential;
}

/**
 * Handles a call in a route's name. A hint makes the service fetch messages, and its content is not used. A message that proves itself is
 * applied; an unverified one is dropped.
 */
export class HandleCallback {
  private readonly clients = new WindowCounter(OF_A_CLIENT);
  private readonly addresses = new WindowCounter(OF_AN_ADDRESS);
  private readonly unproven = new WindowCounter(UNPROVEN);

  constructor(private readonly ports: Ports) {}

  /** @returns seconds to wait if this call is one too many; 0 if its body may be read. */
  admit(of: Called): number {
    const { clock, telemetry } = this.ports;
    const now = clock.now();
    const wait = this.pushes(of)
      ? this.unproven.wait(sourceOf(of), now)
      : this.addresses.take(of.address, now) || this.clients.take(of.client, now);
    if (wait > 0) telemetry.countCallback(of.route, 'limited');
    return wait;
  }

  /** Does not wait for the fetch of a hint; a message is stored when this ends. */
  async run(of: Called, callback: Callback): Promise<CallbackResult> {
    const { telemetry, log, clock } = this.ports;
    const proven = await this.verify(of, callback);
    telemetry.countCallback(of.route, proven ? 'verified' : 'dropped');
    const isPush = this.pushes(of);
    if (isPush && !proven?.hint.messages) this.unproven.take(sourceOf(of), clock.now());
    if (!proven) return isPush ? 'unauthenticated' : 'hint';
    if (proven.hint.messages) return this.takeMessages(of, proven, proven.hint.messages);
    void this.askAgain(of, proven.hint).catch((err: unknown) =>
      log.warn({ client: of.client, route: of.route, err }, 'a callback led to no question'),
    );
    return isPush ? 'taken' : 'hint';
  }

  private pushes({ route }: Called): boolean {
    return this.ports.rails.get(route)?.pushesMessages === true;
  }

  /** If several credentials share a secret, the one that the message is addressed to. */
  private async verify({ client, route }: Called, callback: Callback): Promise<Proven | undefined> {
    const rail = this.ports.rails.get(route);
    let first: Proven | undefined;
    for (const credential of await this.ports.credentials.live(client, route)) {
      const hint = rail?.readCallback?.(credential, callback);
      if (hint && hint.messages?.length !== 0) return { hint, credential };
      if (hint) first ??= { hint, credential };
    }
    return first;
  }

  private async takeMessages(
    { client, route }: Called,
    { credential }: Proven,
    messages: readonly RouteMessage[],
  ): Promise<CallbackResult> {
    if (messages.length === 0) return 'not-ours';
    const rail = this.ports.rails.get(route);
    const source = {
      client,
      route,
      credentialId: credential.id,
      account: rail?.accountOf?.(credential),
    };
    return (await this.ports.answers.takePushed(source, messages)) ? 'taken' : 'retry-later';
  }

  private async askAgain({ client, route }: Called, { submissionId }: CallbackHint): Promise<void> {
    const { answers, invoices } = this.ports;
    const matchingInvoices =
      submissionId === undefined ? [] : await invoices.findSent({ client, route, submissionId });
    for (const record of matchingInvoices) if (isPolled(record)) await this.pollNow(record);
    await answers.runFor({ client, route });
  }

  /** Polls the invoice now; if a worker holds it, the poll is already under way. */
  private async pollNow(record: InvoiceRecord): Promise<void> {
    const { invoices, jobs, clock } = this.ports;
    const now = clock.now();
    if (record.lease || !record.dueAt || record.dueAt <= now) return;
    const step = rescheduleSilently(record, now);
    if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') return;
    await jobs.schedule(taskOf(step.record), now);
  }
}

const sourceOf = ({ client, address }: Called): string => `${client} ${address}`;

const isPolled = ({ state, work }: InvoiceRecord): boolean => state === 'submitted' && work === 'poll';
