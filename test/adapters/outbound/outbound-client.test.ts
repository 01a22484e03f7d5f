import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import type { OutboundRequest } from '../../../src/ports/outbound.ts';

/** Ways to write an address that is not public; `*` stands for a port. */
const LOOPBACK = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
  ],
  ...['0177.0.0.1', '0x7f.0x0.0x0.0x1', '127.000.000.001', '0', '0.0.0.0', '0x0', '00', '127.0.0.1.'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[::ffff:0:7f00:1]',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'loca\u00adlhost',
    '１２７.0.0.1',
    '127。0。0。1',
    'ⓛocalhost',
  ],
  ...['①27.0.0.1', '127%2e0%2e0%2e1', '%31%32%37.0.0.1', '[::ffff:127.1.1.1]'],
];
const PRIVATE = [
  ...[
    '10.0.0.1',
    '10.1',
    '0x0a000001',
    '167772161',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '2886729729',
  ],
  ...['192.168.0.1', '3232235521', '0xc0a80001', '192.168.1', '100.64.0.1', '100.127.255.254', '1681915905'],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0xa9.0xfe.0xa9.0xfe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '168.63.129.16',
  ],
  ...[
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
  ],
  ...[
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::]',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '240.0.0.1',
  ],
  ...[
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
  ],
  ...[
    'metadata.google.internal',
    'metadata.google.internal.',
    'metadata',
    'instance-data',
    'printer.local',
    'db.lan',
  ],
  ...['kubernetes.default.svc.cluster.local', 'router.home.arpa', 'intranet', 'vault.internal', 'a.corp'],
];

const request = (url: string, own: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  body: new TextEncoder().encode('<a/>'),
  namedBy: 'client',
  timeoutMs: 2000,
  mostBytes: 1000,
  ...own,
});

/** Counts who connects to this machine. */
async function counting(host: string) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createSocketServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, count: () => connections, close };
}

describe('an address that a client names', () => {
  it('is never called when it leads to this machine or into this network, however it is written', async () => {
    const listeners = [await counting('0.0.0.0')];
    const v6 = await counting('::').catch(() => undefined);
    if (v6) listeners.push(v6);
    // Whatever a name resolves to here, the listener would see it.
    const client = new OutboundClient({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    let urls = 0;
    try {
      for (const { port } of listeners)
        for (const host of [...LOOPBACK, ...PRIVATE])
          for (const spelled of [
            `https://${host}:${port}/`,
            `https://user@${host}:${port}/`,
            `https://public.example@${host}:${port}/`,
            `HTTPS://${host}:${port}#@public.example/`,
            `http://${host}:${port}/`,
          ]) {
            urls += 1;
            const { outcome } = await client.call(request(spelled));
            assert.equal(outcome, 'refused', spelled);
            assert.notEqual(await client.refusalOf(spelled), undefined, spelled);
          }
      assert.deepEqual(
        listeners.map(({ count }) => count()),
        listeners.map(() => 0),
      );
      assert.ok(urls >= 400, String(urls));
    } finally {
      for (const { close } of listeners) close();
    }
  });

  it('is public, over https, without a user name', async () => {
    const client = new OutboundClient({ resolve: async () => [{ address: '93.184.216.34', family: 4 }] });
    for (const url of [
      'https://ap.example/x',
      'https://1.1.1.1/',
      'https://[2606:4700::1111]/',
      'https://bücher.example:8443/',
    ])
      assert.equal(await client.refusalOf(url), undefined, url);
    for (const url of [
      'http://ap.example/',
      'ftp://ap.example/',
      'file:///etc/passwd',
      'https://u:p@ap.example/',
      'x',
      '',
    ])
      assert.notEqual(await client.refusalOf(url), undefined, url);
  });

  it('is refused when one of its addresses is not public', async () => {
    const client = new OutboundClient({
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    });
    assert.deepEqual(await client.call(request('https://ap.example/')), {
      outcome: 'refused',
      reason: 'it is not public',
    });
  });

  it('is connected to as it was checked, although its name means something else a moment later', async () => {
    const listener = await counting('127.0.0.1');
    let times = 0;
    const client = new OutboundClient({
      resolve: async () => {
        times += 1;
        // No host answers in this network (RFC 5737 apart, a public address that is not routed here).
        return [{ address: times === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
      },
    });
    const answer = await client.call(request(`https://ap.example:${listener.port}/`, { timeoutMs: 300 }));
    assert.equal(answer.outcome, 'unreachable');
    assert.deepEqual([times, listener.count()], [1, 0]);
    listener.close();
  });

  it('that cannot be resolved now is unreachable, not refused', async () => {
    const client = new OutboundClient({
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
    });
    assert.deepEqual(await client.call(request('https://ap.example/')), {
      outcome: 'unreachable',
      reason: 'EAI_AGAIN',
    });
    assert.equal(await client.refusalOf('https://ap.example/'), undefined);
  });
});

describe('a call to an address of the operator', () => {
  const client = new OutboundClient();
  const servers: Server[] = [];
  const serve = async (answer: Parameters<typeof createServer>[1]): Promise<string> => {
    const server = createServer(answer!);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const call = (url: string, own: Partial<OutboundRequest> = {}) =>
    client.call(request(url, { namedBy: 'operator', ...own }));
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('brings status, headers and body', async () => {
    const url = await serve((req, res) => {
      res.setHeader('X-Said', String(req.headers['content-length']));
      res.statusCode = 422;
      res.end('no');
    });
    const answer = await call(url);
    assert.ok(answer.outcome === 'answered');
    assert.deepEqual([answer.status, answer.headers['x-said'], String(answer.body)], [422, '4', 'no']);
  });

  for (const [said, header, seconds] of [
    ['in two seconds', '2', 2],
    ['a second ago', new Date(Date.now() - 1000).toUTCString(), 0],
    ['in forty days', new Date(Date.now() + 40 * 86_400_000).toUTCString(), 86_400],
    ['in three years, in seconds', '99999999', 86_400],
    ['soon', 'soon', undefined],
  ] as const)
    it(`brings when to come back: ${said}`, async () => {
      const url = await serve((_req, res) => void res.writeHead(429, { 'Retry-After': header }).end());
      const answer = await call(url);
      assert.ok(answer.outcome === 'answered');
      assert.equal(answer.retryAfterSeconds, seconds);
    });

  it('follows no redirect', async () => {
    let calls = 0;
    const url = await serve((req, res) => {
      calls += 1;
      res.writeHead(307, { Location: '/again' }).end();
    });
    const answer = await call(url);
    assert.ok(answer.outcome === 'answered');
    assert.deepEqual([answer.status, calls], [307, 1]);
  });

  it('reads no more than it was told', async () => {
    const url = await serve((_req, res) => void res.end('x'.repeat(100_000)));
    assert.deepEqual(await call(url), { outcome: 'lost', reason: 'answer too large' });
  });

  it('waits no longer than it was told, however slowly bytes come', async () => {
    const url = await serve((_req, res) => {
      res.write('x');
      setInterval(() => res.write('x'), 50).unref();
    });
    assert.deepEqual(await call(url, { timeoutMs: 300 }), { outcome: 'lost', reason: 'timeout' });
  });

  it('is lost when the connection ends without a whole answer', async () => {
    const reset = await serve((req) => void req.socket.destroy());
    assert.equal((await call(reset)).outcome, 'lost');
    const cut = await serve((req, res) => {
      res.writeHead(200, { 'Content-Length': '10' }).write('half');
      setTimeout(() => req.socket.destroy(), 20);
    });
    assert.equal((await call(cut)).outcome, 'lost');
  });

  it('is unreachable if no server listens, or the server speaks no TLS: nothing was sent', async () => {
    const url = await serve((_req, res) => void res.end());
    const port = new URL(url).port;
    assert.equal((await call('http://127.0.0.1:1/')).outcome, 'unreachable');
    assert.equal((await call(`https://127.0.0.1:${port}/`)).outcome, 'unreachable');
  });
});
