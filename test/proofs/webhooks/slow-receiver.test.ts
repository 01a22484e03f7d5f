import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** The slots of a worker for first deliveries; one client has half of them. */
const SLOTS = 16;
/** Each has three events: far more than the slots of a worker. */
const INVOICES = 12;
const EVENTS = 3;

describeOnEachStore('a receiver that never answers', (open) => {
  let store: StoreInUse;
  let service: Service;
  let server: Server;
  const seen = { stuck: 0, open: 0, maxOpen: 0, taken: new Set<string>() };

  before(async function () {
    store = open();
    server = createServer((request, response) => {
      if (request.url === '/taking') {
        seen.taken.add(String(request.headers['x-service-event-id']));
        return void response.writeHead(204).end();
      }
      if (request.headers['x-service-delivery-attempt'] !== '1') return;
      seen.stuck += 1;
      seen.open += 1;
      seen.maxOpen = Math.max(seen.maxOpen, seen.open);
      response.once('close', () => (seen.open -= 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = { ...store.env, OPERATOR_KEY, WEBHOOK_ALLOW_PRIVATE: '1' };
    service = await startService({ cwd: store.folder, env });
  });
  after(async () => {
    await service?.stop('SIGKILL');
    server?.closeAllConnections();
    server?.close();
    store?.remove();
  });

  async function clientWith(receiver: string): Promise<Erp> {
    const erp = await Erp.of(service, receiver);
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`${service.url}/webhook`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${erp.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/${receiver}` }),
    });
    assert.equal(answer.status, 200, await answer.text());
    return erp;
  }

  it('never uses all slots: every delivery of another client gets one of the others', async () => {
    const [stuck, taking] = [await clientWith('stuck'), await clientWith('taking')];
    for (let n = 0; n < INVOICES; n += 1) await stuck.submitAfterLimits(numbered(example('plain'), `S-${n}`));
    await until(() => seen.stuck >= SLOTS / 2, 'the receiver occupying its half', 60_000);
    for (let n = 0; n < INVOICES; n += 1)
      await taking.submitAfterLimits(numbered(example('plain'), `T-${n}`));
    await until(() => seen.taken.size === INVOICES * EVENTS, 'all deliveries of the other client', 60_000);
    // A call whose time limit has passed may still be open here when the next one comes in.
    assert.ok(seen.maxOpen < SLOTS, `${seen.maxOpen} calls were open at once`);
  });
});
