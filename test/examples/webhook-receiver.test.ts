import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { signDelivery } from '../../src/application/webhooks/sign-delivery.ts';
import { postEvent } from '../../src/application/webhooks/webhook-call.ts';
import { OutboundClient } from '../../src/adapters/outbound/outbound-client.ts';
import { NodeDeliverySigner } from '../../src/adapters/system/node-delivery-signer.ts';
import { FakeClock } from '../fakes/clock.ts';
import { aWebhook } from '../contract/webhook-stores.ts';
import { examplePath } from '../support/example-file.ts';

const PROGRAM = examplePath('webhook-receiver.mjs');

describe('the receiver of docs/webhooks.md', () => {
  const signer = new NodeDeliverySigner();
  const [secret, old] = [signer.newSecret(), signer.newSecret()];
  const content = { openText: async (_: string, sealed: string) => sealed };
  const text = JSON.stringify({ event_id: 'evt_1', status: 'accepted', invoice_ref: 'Rechnung 42 – ü' });
  let receiver: ChildProcess;
  let lines: Interface;
  let url: string;

  before(async () => {
    receiver = spawn(process.execPath, [PROGRAM, '0', secret], { stdio: ['ignore', 'pipe', 'inherit'] });
    lines = createInterface({ input: receiver.stdout! });
    const [line] = (await once(lines, 'line')) as [string];
    url = `http://127.0.0.1:${line.split(' ').at(-1)}/`;
  });
  after(() => receiver.kill());

  async function deliver(own = {}, at = new Date(), body = text) {
    const webhook = aWebhook({ url, sealedSecret: secret, ...own });
    const request = { eventId: 'evt_1', attempt: 1, text };
    const clock = new FakeClock(at);
    const headers = await signDelivery(webhook, request, { signer, content, clock, realClock: clock });
    const outbound = new OutboundClient({ privateWebhooks: true });
    return (await postEvent(webhook, headers, body, outbound, 'new')).httpStatus;
  }

  it('accepts a signed delivery, and prints a repeated one once', async () => {
    const told = once(lines, 'line');
    assert.equal(await deliver(), 204);
    assert.equal(await deliver(), 204);
    assert.deepEqual(await told, ['accepted Rechnung 42 – ü']);
  });

  it('accepts a delivery if its secret is the old one', async () => {
    const rotated = { sealedSecret: old, sealedPreviousSecret: secret, secretRotatedAt: new Date() };
    assert.equal(await deliver(rotated), 204);
  });

  it('refuses a changed byte, another secret and a wrong time', async () => {
    assert.equal(await deliver({}, new Date(), text.replace('42', '43')), 401);
    assert.equal(await deliver({ sealedSecret: old }), 401);
    assert.equal(await deliver({}, new Date(Date.now() - 301_000)), 401);
    assert.equal(await deliver({}, new Date(Date.now() + 302_000)), 401);
  });

  it('lives on after a call that breaks off, and after signatures of any form', async () => {
    for (const signature of [`t=1,v1=${'é'.repeat(64)}`, 't=1,v1', ',,=', 't', 'v1=']) {
      const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Service-Signature: ${signature}\r\n`;
      assert.match(await send(`${head}Content-Length: 2\r\n\r\n{}`), /^HTTP\/1\.1 401 /);
      await send(`${head}Content-Length: 20\r\n\r\n{}`, { breaksOff: true });
    }
    assert.equal(await deliver(), 204);
  });

  /** The answer to these bytes. */
  async function send(bytes: string, { breaksOff = false } = {}) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
    socket.write(bytes, 'latin1');
    if (breaksOff) socket.end();
    return (await socket.toArray()).join('');
  }
});
