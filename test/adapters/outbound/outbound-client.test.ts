import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, Socket } from 'node:net';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import { isUrl } from '../../../src/domain/is-url.ts';
import type { OutboundRequest } from '../../../src/ports/outbound.ts';
import { INNER_ANSWERS, INNER_HOSTS, innerUrls } from './inner-urls.ts';
import sinon from 'sinon';

const request = (url: string, own: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  body: new TextEncoder().encode('<a/>'),
  namedBy: 'client',
  timeoutMs: 60_000,
  maxBytes: 1000,
  ...own,
});

/** Counts the connections to this machine. */
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

/** Counts the connections that this process tries to make, to any address. */
function triedConnections() {
  const { connect } = Socket.prototype;
  let tries = 0;
  Socket.prototype.connect = function (this: Socket, ...to: unknown[]): Socket {
    tries += 1;
    return Reflect.apply(connect as (...given: unknown[]) => Socket, this, to);
  };
  return { count: () => tries, end: () => void (Socket.prototype.connect = connect) };
}

describe('an address that a client names', () => {
  it('is never called in any notation if it leads to this machine or into this network', async () => {
    const listeners = [await counting('0.0.0.0')];
    const v6 = await counting('::').catch(() => undefined);
    if (v6) listeners.push(v6);
    // The listener sees a connection to any address of the name.
    const client = new OutboundClient({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const tried = triedConnections();
    const hosts = new Set<string>();
    try {
      for (const { port } of listeners)
        for (const url of innerUrls(port)) {
          for (const namedBy of ['client', 'webhook-owner'] as const) {
            const { outcome } = await client.call(request(url, { namedBy }));
            assert.equal(outcome, 'refused', url);
            assert.notEqual(english(await client.reasonAgainst(url, namedBy)), undefined, url);
          }
          if (isUrl(url)) hosts.add(url.replace(`:${port}`, ''));
        }
      assert.deepEqual(
        [tried.count(), ...listeners.map(({ count }) => count())],
        [0, ...listeners.map(() => 0)],
      );
      assert.ok(INNER_HOSTS.length >= 400, `${INNER_HOSTS.length} hosts`);
      assert.ok(hosts.size >= 4000, `${hosts.size} URLs that a program would call`);
    } finally {
      tried.end();
      for (const { close } of listeners) close();
    }
  });

  it('is never called if its name resolves to an inner address, alone or among public ones', async () => {
    const tried = triedConnections();
    try {
      for (const address of INNER_ANSWERS)
        for (const others of [[], ['93.184.216.34'], ['2606:4700::1111']]) {
          const answers = [...others, address].map((each) => ({
            address: each,
            family: each.includes(':') ? 6 : 4,
          }));
          const client = new OutboundClient({ resolve: async () => answers });
          for (const namedBy of ['client', 'webhook-owner'] as const) {
            const { outcome } = await client.call(request('https://ap.example/', { namedBy }));
            assert.equal(outcome, 'refused', `${address} after ${others.join()}`);
          }
        }
      assert.equal(tried.count(), 0);
    } finally {
      tried.end();
    }
  });

  it('does not follow a redirect of any kind', async () => {
    const inner = await counting('127.0.0.1');
    let answers = 0;
    let redirect: readonly [number, string] = [302, '/'];
    const server = createServer((_req, res) => {
      answers += 1;
      res.writeHead(redirect[0], { Location: encodeURI(redirect[1]) }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = new OutboundClient({ privateWebhooks: true });
    const addresses = [
      `http://127.0.0.1:${inner.port}/`,
      `//127.1:${inner.port}/`,
      `https://2130706433:${inner.port}/`,
    ];
    const kinds = [300, 301, 302, 303, 305, 307, 308];
    for (const kind of kinds)
      for (const address of addresses) {
        redirect = [kind, address];
        const answer = await client.call(request(`http://127.0.0.1:${port}/`, { namedBy: 'webhook-owner' }));
        assert.equal(answer.outcome === 'answered' && answer.status, kind);
      }
    assert.deepEqual([answers, inner.count()], [kinds.length * addresses.length, 0]);
    server.closeAllConnections();
    server.close();
    inner.close();
  });

  it('is public, over https, without a user name', async () => {
    const client = new OutboundClient({ resolve: async () => [{ address: '93.184.216.34', family: 4 }] });
    for (const url of [
      'https://ap.example/x',
      'https://1.1.1.1/',
      'https://[2606:4700::1111]/',
      'https://bücher.example:8443/',
    ])
      assert.equal(english(await client.reasonAgainst(url)), undefined, url);
    for (const url of [
      'http://ap.example/',
      'ftp://ap.example/',
      'file:///etc/passwd',
      'https://u:p@ap.example/',
      'x',
      '',
    ])
      assert.notEqual(english(await client.reasonAgainst(url)), undefined, url);
  });

  it('is refused if one of its addresses is not public', async () => {
    const client = new OutboundClient({
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    });
    assert.deepEqual(withEnglish(await client.call(request('https://ap.example/'))), {
      outcome: 'refused',
      reason: 'it is not public',
    });
  });

  for (const namedBy of ['client', 'webhook-owner'] as const)
    it(`of a ${namedBy} is connected to at the checked address, although its name then resolves to another`, async () => {
      const listener = await counting('127.0.0.1');
      let times = 0;
      const client = new OutboundClient({
        resolve: async () => {
          times += 1;
          // No host answers at this public address: it is not routed here.
          return [{ address: times === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
        },
      });
      const url = `https://ap.example:${listener.port}/`;
      const answer = await client.call(request(url, { timeoutMs: 300, namedBy }));
      assert.equal(answer.outcome, 'unreachable');
      assert.deepEqual([times, listener.count()], [1, 0]);
      // The next call is checked again.
      assert.equal((await client.call(request(url, { namedBy }))).outcome, 'refused');
      assert.deepEqual([times, listener.count()], [2, 0]);
      listener.close();
    });

  it('is resolved by the check only: the connection does not resolve it again', async () => {
    // Every system resolves it to 127.0.0.1; the check gets an address without a listener.
    const listener = await counting('127.0.0.1');
    const client = new OutboundClient({
      privateWebhooks: true,
      resolve: async () => [{ address: '127.0.0.2', family: 4 }],
    });
    const answer = await client.call(
      request(`http://localhost:${listener.port}/`, { timeoutMs: 500, namedBy: 'webhook-owner' }),
    );
    assert.deepEqual([answer.outcome, listener.count()], ['unreachable', 0]);
    listener.close();
  });

  it('is unreachable, not refused, if it cannot be resolved now', async () => {
    const client = new OutboundClient({
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
    });
    assert.deepEqual(withEnglish(await client.call(request('https://ap.example/'))), {
      outcome: 'unreachable',
      reason: 'EAI_AGAIN',
    });
    assert.equal(english(await client.reasonAgainst('https://ap.example/')), undefined);
  });

  for (const [what, resolve] of [
    ['no name server answers', () => new Promise<never>(() => undefined)],
    [
      'the process stood still since its name was looked up',
      async () => {
        const until = performance.now() + 250;
        while (performance.now() < until);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    ],
  ] as const)
    it(`is unreachable once the time of the call is over, and not connected to afterwards: ${what}`, async () => {
      const listener = await counting('127.0.0.1');
      const client = new OutboundClient({ privateWebhooks: true, resolve });
      const url = `https://ap.example:${listener.port}/`;
      const answer = await client.call(request(url, { timeoutMs: 200, namedBy: 'webhook-owner' }));
      assert.deepEqual(withEnglish(answer), { outcome: 'unreachable', reason: 'timeout' });
      assert.equal(listener.count(), 0);
      listener.close();
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

  it('returns status, headers and body', async () => {
    const url = await serve((req, res) => {
      res.setHeader('X-Said', String(req.headers['content-length']));
      res.statusCode = 422;
      res.end('no');
    });
    const answer = await call(url);
    assert.ok(answer.outcome === 'answered');
    assert.deepEqual([answer.status, answer.headers['x-said'], String(answer.body)], [422, '4', 'no']);
  });

  for (const [sentence, header, seconds] of [
    ['in two seconds', '2', 2],
    ['a second ago', new Date(Date.now() - 1000).toUTCString(), 0],
    ['in forty days', new Date(Date.now() + 40 * 86_400_000).toUTCString(), 86_400],
    ['in three years, in seconds', '99999999', 86_400],
    ['soon', 'soon', undefined],
  ] as const)
    it(`returns how long to wait: ${sentence}`, async () => {
      const url = await serve((_req, res) => void res.writeHead(429, { 'Retry-After': header }).end());
      const answer = await call(url);
      assert.ok(answer.outcome === 'answered');
      assert.equal(answer.retryAfterSeconds, seconds);
    });

  it('does not follow a redirect', async () => {
    let calls = 0;
    const url = await serve((req, res) => {
      calls += 1;
      res.writeHead(307, { Location: '/again' }).end();
    });
    const answer = await call(url);
    assert.ok(answer.outcome === 'answered');
    assert.deepEqual([answer.status, calls], [307, 1]);
  });

  it('reads no more than the limit', async () => {
    const url = await serve((_req, res) => void res.end('x'.repeat(100_000)));
    assert.deepEqual(withEnglish(await call(url)), { outcome: 'lost', reason: 'answer too large' });
  });

  it('ends at the time limit if bytes arrive slowly', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const url = await serve((_req, res) => {
      res.write('x');
      setInterval(() => {
        res.write('x');
        clock.tick(20_000);
      }, 50).unref();
    });
    assert.deepEqual(withEnglish(await call(url).finally(() => clock.restore())), {
      outcome: 'lost',
      reason: 'timeout',
    });
  });

  it('is lost if the connection ends without a complete answer', async () => {
    const reset = await serve((req) => void req.socket.destroy());
    assert.equal((await call(reset)).outcome, 'lost');
    const cut = await serve((req, res) => {
      res.writeHead(200, { 'Content-Length': '10' }).write('half');
      setTimeout(() => req.socket.destroy(), 20);
    });
    assert.equal((await call(cut)).outcome, 'lost');
  });

  it('is unreachable if no server listens, or the server has no TLS: nothing was sent', async () => {
    const url = await serve((_req, res) => void res.end());
    const port = new URL(url).port;
    assert.equal((await call('http://127.0.0.1:1/')).outcome, 'unreachable');
    assert.equal((await call(`https://127.0.0.1:${port}/`)).outcome, 'unreachable');
  });
});
