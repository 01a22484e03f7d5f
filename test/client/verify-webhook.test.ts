import assert from 'node:assert/strict';
import { signDelivery } from '../../src/application/webhooks/sign-delivery.ts';
import { NodeDeliverySigner } from '../../src/adapters/system/node-delivery-signer.ts';
import { verifyWebhook, WebhookRefused } from '../../src/client/client.ts';
import { aWebhook } from '../contract/webhook-stores.ts';

describe('verifyWebhook', () => {
  const signer = new NodeDeliverySigner();
  const [secret, old] = [signer.newSecret(), signer.newSecret()];
  const content = { openText: async (_: string, sealed: string) => sealed };
  const event = { event_id: 'evt_1', status: 'accepted', invoice_ref: 'Rechnung 42 – ü' };
  const body = JSON.stringify(event);

  const signed = async (own = {}, at = new Date()) =>
    signDelivery(
      aWebhook({ url: 'https://erp.example/', sealedSecret: secret, ...own }),
      { eventId: 'evt_1', attempt: 1, text: body },
      { signer, content, clock: { now: () => at }, realClock: { now: () => at } },
    );

  it('reads a delivery that the service signed, from text, bytes and headers of either form', async () => {
    const headers = await signed();
    assert.deepEqual(await verifyWebhook({ headers, body, secret }), event);
    const bytes = new TextEncoder().encode(body);
    assert.deepEqual(await verifyWebhook({ headers: new Headers(headers), body: bytes, secret }), event);
  });

  it('reads a delivery that was signed with a new and an old secret, with either', async () => {
    const headers = await signed({
      sealedSecret: secret,
      sealedPreviousSecret: old,
      secretRotatedAt: new Date(),
    });
    for (const known of [secret, old])
      assert.deepEqual(await verifyWebhook({ headers, body, secret: known }), event);
  });

  it('refuses a changed byte, another secret, a missing and a malformed signature', async () => {
    const headers = await signed();
    for (const wrong of [
      { headers, body: body.replace('42', '43'), secret },
      { headers, body, secret: old },
      { headers: {}, body, secret },
      { headers: { 'x-service-signature': `t=1,v1=${'0'.repeat(63)}g` }, body, secret },
    ])
      await assert.rejects(verifyWebhook(wrong), WebhookRefused);
  });

  it('refuses a delivery that was signed more than 300 seconds before or after', async () => {
    const now = new Date();
    const at = (seconds: number) => signed({}, new Date(now.getTime() + seconds * 1000));
    for (const seconds of [-299, 299]) await verifyWebhook({ headers: await at(seconds), body, secret, now });
    for (const seconds of [-302, 302])
      await assert.rejects(verifyWebhook({ headers: await at(seconds), body, secret, now }), WebhookRefused);
  });
});
