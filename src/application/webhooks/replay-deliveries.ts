import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { receiverTask } from '../../domain/webhooks/delivery.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { DeliveryStore } from '../../ports/webhook-store.ts';
import { badRequest } from '../requests/request-finding.ts';
import { webhookOwner } from './set-webhook.ts';

interface Ports {
  readonly deliveries: Pick<DeliveryStore, 'replay'>;
  readonly jobs: Jobs;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** One of the two is given. */
type ReplayRequest = { readonly eventId: string } | { readonly from: Date; readonly to: Date };

const AT_ONCE = 500;
/** So that one call ends; a longer span is replayed by a further call. */
const MAX_AT_ONCE = 10_000;

/** Delivers events again: the same events with a fresh schedule, their attempts counted on (extension). */
export class ReplayDeliveries {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` if the event was never a delivery to this webhook; `bad-request` */
  async run(
    caller: Caller,
    request: ReplayRequest,
    requestId: string,
  ): Promise<{ readonly replayed: number; readonly truncated: boolean }> {
    const { clock, audit } = this.ports;
    const owner = webhookOwner(caller);
    if ('from' in request && request.to < request.from)
      throw badRequest('to', say('calls.span-ends-before-it-begins'));
    const now = clock.now();
    const replayed = await this.replay({ owner, ...request, updatedBefore: now }, now);
    if ('eventId' in request && replayed === 0)
      throw new CallFailed({
        kind: 'not-found',
        detail: say('calls.no-such-delivery-or-it-is-being-delivered'),
      });
    await audit.write({
      at: now,
      action: 'webhook_replayed',
      actor: caller.keyId,
      ...(caller.kind === 'client' && { client: owner }),
      subject: 'eventId' in request ? request.eventId : owner,
      requestId,
      details: { deliveries: replayed },
    });
    return { replayed, truncated: replayed >= MAX_AT_ONCE };
  }

  private async replay(expectedReplay: Parameters<DeliveryStore['replay']>[0], now: Date): Promise<number> {
    const { deliveries, jobs } = this.ports;
    let replayed = 0;
    for (;;) {
      const ids = await deliveries.replay(expectedReplay, now, Math.min(AT_ONCE, MAX_AT_ONCE - replayed));
      replayed += ids.length;
      // A crash here leaves deliveries that are due without a job; the sweep schedules one.
      if (ids.length > 0)
        await jobs.schedule(receiverTask({ client: expectedReplay.owner, failures: 0 }), now);
      if (ids.length < AT_ONCE || replayed >= MAX_AT_ONCE) return replayed;
    }
  }
}
