import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { nextRotation, OPERATOR_OWNER, rotated, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { DeliverySigner } from '../../ports/delivery-signer.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';
import { badRequest, badRequestBy, requestFinding } from '../requests/request-finding.ts';

/** A member left out keeps its value. */
export interface WebhookWish {
  readonly url?: string;
  readonly active?: boolean;
  readonly rotateSecret: boolean;
  readonly contactEmail?: string | null;
  /** Extension. Null: events of every status again. */
  readonly statuses?: readonly string[] | null;
}

interface Ports {
  readonly webhooks: Pick<WebhookStore, 'find' | 'put'>;
  readonly eventFeed: Pick<EventFeed, 'outboxEnd'>;
  readonly content: TextSealer;
  readonly signer: DeliverySigner;
  readonly outbound: Pick<Outbound, 'reasonAgainst'>;
  readonly clock: Clock;
}

/** The webhook that a key sets and reads: the operator's own, or that of the key's client. */
export const webhookOwner = (caller: Caller): string =>
  caller.kind === 'client' ? caller.client : OPERATOR_OWNER;

export class SetWebhook {
  constructor(private readonly ports: Ports) {}

  /**
   * @returns the new secret if the call made one: it is shown this once.
   * @throws CallFailed `bad-request`, `no-master-key`; if two calls change it at one instant `secret-rotation-limit` for a rotation,
   * `busy` for any other change
   */
  async run(
    caller: Caller,
    wish: WebhookWish,
    requestId: string,
  ): Promise<{ readonly webhook: Webhook; readonly secret?: string }> {
    const { webhooks, clock } = this.ports;
    const owner = webhookOwner(caller);
    const before = await webhooks.find(owner);
    if (!before && wish.url === undefined) throw badRequest('url', say('calls.first-call-names-address'));
    if (wish.url !== undefined) await this.refuseAddress(wish.url);
    const now = clock.now();
    const nextAt = before && wish.rotateSecret ? nextRotation(before, now) : undefined;
    if (nextAt) throw rotationRefused(nextAt);
    const secret = !before || wish.rotateSecret ? this.ports.signer.newSecret() : undefined;
    const webhook = before
      ? await this.changeWebhook(before, wish, secret, now)
      : await this.createWebhook(owner, wish, secret!, now);
    const audit: AuditEntry = {
      at: now,
      action: !before ? 'webhook_set' : secret !== undefined ? 'webhook_secret_rotated' : 'webhook_changed',
      actor: caller.keyId,
      ...(caller.kind === 'client' && { client: owner }),
      subject: owner,
      requestId,
      details: { host: new URL(webhook.url).hostname, active: webhook.active },
    };
    if ((await webhooks.put(webhook, audit)) === 'conflict')
      throw wish.rotateSecret ? rotationRefused(undefined) : busy();
    return { webhook, ...(secret !== undefined && { secret }) };
  }

  private async createWebhook(owner: string, wish: WebhookWish, secret: string, now: Date): Promise<Webhook> {
    const { content, eventFeed } = this.ports;
    return {
      owner,
      version: 1,
      url: wish.url!,
      active: wish.active ?? true,
      ...statusesOf(wish.statuses),
      sealedSecret: await content.sealText(owner, secret),
      secretRotatedAt: null,
      contactEmail: wish.contactEmail ?? null,
      startsAfter: await eventFeed.outboxEnd(),
      createdAt: now,
      updatedAt: now,
    };
  }

  private async changeWebhook(
    webhook: Webhook,
    wish: WebhookWish,
    secret: string | undefined,
    now: Date,
  ): Promise<Webhook> {
    const { statuses: storedStatuses, ...before } =
      secret === undefined
        ? webhook
        : rotated(webhook, await this.ports.content.sealText(webhook.owner, secret), now);
    return {
      ...before,
      ...(wish.statuses === undefined
        ? storedStatuses !== undefined && { statuses: storedStatuses }
        : statusesOf(wish.statuses)),
      version: before.version + 1,
      url: wish.url ?? before.url,
      active: wish.active ?? before.active,
      contactEmail: wish.contactEmail === undefined ? before.contactEmail : wish.contactEmail,
      updatedAt: now,
    };
  }

  private async refuseAddress(url: string): Promise<void> {
    const reason = await this.ports.outbound.reasonAgainst(url, 'webhook-owner');
    if (reason !== undefined)
      throw badRequestBy([
        requestFinding(
          'url',
          say('calls.service-does-not-call-this-address', { reason: reason }),
          say('calls.state-public-https-address-or-try-in-sandbox'),
        ),
      ]);
  }
}

/** @param nextAt undefined: another call changed the webhook at the same instant. */
const rotationRefused = (nextAt: Date | undefined): CallFailed =>
  new CallFailed({ kind: 'secret-rotation-limit', nextAt });

const busy = (): CallFailed =>
  new CallFailed({ kind: 'busy', retryAfterSeconds: 1, detail: say('calls.webhook-is-being-changed') });

const statusesOf = (statuses: readonly string[] | null | undefined): { readonly statuses?: string } =>
  statuses ? { statuses: JSON.stringify(statuses) } : {};
