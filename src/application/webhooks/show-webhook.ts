import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { LastDelivery, Webhook } from '../../domain/webhooks/webhook.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';
import { webhookOwner } from './set-webhook.ts';

export interface ShownWebhook {
  readonly webhook: Webhook;
  readonly lastDelivery: LastDelivery | undefined;
}

export class ShowWebhook {
  constructor(private readonly ports: { readonly webhooks: Pick<WebhookStore, 'find' | 'lastDelivery'> }) {}

  /** @throws CallFailed `not-found` if none is set. */
  async run(caller: Caller): Promise<ShownWebhook> {
    const owner = webhookOwner(caller);
    return {
      webhook: await requireWebhook(this.ports.webhooks, owner),
      lastDelivery: await this.ports.webhooks.lastDelivery(owner),
    };
  }
}

export async function requireWebhook(webhooks: Pick<WebhookStore, 'find'>, owner: string): Promise<Webhook> {
  const webhook = await webhooks.find(owner);
  if (!webhook) throw new CallFailed({ kind: 'not-found', detail: say('calls.no-webhook-is-set') });
  return webhook;
}
