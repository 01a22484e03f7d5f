import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runIds } from '../run-ids.ts';

describe('what ids doctor says of the health of a service', () => {
  let server: Server;
  let checks: Readonly<Record<string, string>>;
  before(async () => {
    server = createServer(({ url }, response) => {
      const isHealth = url === '/health';
      const problem = { type: '/problems/forbidden', title: 'This key may not do that', status: 403 };
      const health = { status: 'ok', version: '0.1.0', environment: 'sandbox', checks };
      response.writeHead(isHealth ? 200 : 403, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isHealth ? health : problem));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  for (const [store, says] of [
    ['ok; empty', [/^ok +store +holds no key yet;/m]],
    [
      'ok; empty; without validators',
      [
        /^ok +store +holds no key yet;/m,
        /^look +store +works without validators\n.*Servers that\s+speak its/m,
      ],
    ],
    ['ok; slow', [/^look +store +ok; slow\n +It works, later than usual/m]],
    ['failing', [/^wrong +store +failing\n +Look at the disk/m]],
  ] as const)
    it(`tells no trouble of a store that works: ${store}`, async () => {
      checks = { store };
      const { port } = server.address() as AddressInfo;
      const { out } = await runIds(['doctor'], {
        IDS_URL: `http://127.0.0.1:${port}`,
        IDS_KEY: 'ids_test_a',
      });
      for (const one of says) assert.match(out, one);
      assert.equal(/nothing is accepted/.test(out.replaceAll(/\s+/g, ' ')), store === 'failing');
    });
});
