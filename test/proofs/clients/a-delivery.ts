import { NodeDeliverySigner } from '../../../src/adapters/system/node-delivery-signer.ts';
import { signDelivery } from '../../../src/application/webhooks/sign-delivery.ts';
import { aWebhook } from '../../contract/webhook-stores.ts';

/** A delivery as the service signs it. */
export async function aDelivery() {
  const signer = new NodeDeliverySigner();
  const [secret, body] = [signer.newSecret(), '{"event_id":"evt_1"}'];
  const content = { openText: async (_: string, sealed: string) => sealed };
  const webhook = aWebhook({ url: 'https://erp.example/', sealedSecret: secret });
  const request = { eventId: 'evt_1', attempt: 1, text: body };
  const clock = { now: () => new Date() };
  const headers = await signDelivery(webhook, request, { signer, content, clock, realClock: clock });
  return { secret, body, headers };
}
