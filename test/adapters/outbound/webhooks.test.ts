import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import type { OutboundRequest } from '../../../src/ports/outbound.ts';
import { anAuthority } from '../peppol-lookup/network.ts';
import sinon from 'sinon';

const post = (url: string): OutboundRequest => ({
  method: 'POST',
  url,
  body: new TextEncoder().encode('{}'),
  namedBy: 'webhook-owner',
  timeoutMs: 60_000,
  maxBytes: 0,
  statusOnly: true,
});

describe('calls to webhooks', () => {
  let server: Server;
  let url: string;
  let isBodySent = false;

  before(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (request.url === '/redirect') return void response.writeHead(302, { Location: '/' }).end();
      if (request.url === '/endless') {
        response.writeHead(200);
        const write = (): void => {
          if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(write));
        };
        response.on('close', () => (isBodySent = true));
        return write();
      }
      if (request.url === '/drop') {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('x');
        return void setTimeout(() => response.destroy(), 20);
      }
      if (request.url === '/never') return;
      if (request.url === '/reset') return void response.socket?.resetAndDestroy();
      if (request.url === '/trickle') {
        const { socket } = response;
        socket?.write('HTTP/1.1 204 No Content\r\nX-Slow: ');
        const timer = setInterval(() => socket?.write('x'), 20);
        return void socket?.once('close', () => clearInterval(timer));
      }
      if (request.url === '/100-mb') {
        response.writeHead(200, { 'Content-Length': '100000000' });
        return void response.end(Buffer.alloc(100_000_000));
      }
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('do not lead to a private address unless the sandbox allows it', async () => {
    const strict = new OutboundClient();
    assert.equal((await strict.call(post(url))).outcome, 'refused');
    assert.equal(
      english(await strict.reasonAgainst('https://10.0.0.1/', 'webhook-owner')),
      'it is not public',
    );
    const client = new OutboundClient({ privateWebhooks: true });
    const answer = await client.call(post(url));
    assert.deepEqual([answer.outcome, answer.outcome === 'answered' && answer.status], ['answered', 204]);
    // The addresses in credentials, which a client also names, must be public.
    assert.equal((await client.call({ ...post(url), namedBy: 'client' })).outcome, 'refused');
  });

  for (const [address, refusal] of [
    ['https://10.0.0.1/', undefined],
    ['https://[fd00::1]/', undefined],
    ['https://127.0.0.1/', undefined],
    ['http://127.0.0.1/', undefined],
    ['http://[::1]/', undefined],
    ['http://10.0.0.1/', 'http leads to this machine only'],
    ['http://93.184.216.34/', 'http leads to this machine only'],
    ['https://169.254.169.254/', 'no webhook may lead there'],
    ['https://[fd00:ec2::254]/', 'no webhook may lead there'],
    ['ftp://127.0.0.1/', 'it is not https'],
    ['ws://127.0.0.1/', 'it is not https'],
    ['https://[::ffff:169.254.169.254]/', 'no webhook may lead there'],
    ['https://[fe80::1]/', 'no webhook may lead there'],
    ['https://168.63.129.16/', 'no webhook may lead there'],
    ['https://100.64.0.1/', 'no webhook may lead there'],
    ['https://224.0.0.1/', 'no webhook may lead there'],
    ['https://0.0.0.0/', 'no webhook may lead there'],
    ['https://255.255.255.255/', 'no webhook may lead there'],
    ['https://user@127.0.0.1/', 'it carries a user name'],
  ] as const)
    it(`${refusal === undefined ? 'may' : 'may not'} lead to ${address} in such a sandbox`, async () => {
      const client = new OutboundClient({ privateWebhooks: true });
      assert.equal(english(await client.reasonAgainst(address, 'webhook-owner')), refusal);
    });

  for (const [address, refusal] of [
    ['http://no-such-name.example/', 'http leads to this machine only'],
    ['http://no-such-name.internal:9000/hook', 'http leads to this machine only'],
    ['https://no-such-name.example/', undefined],
  ] as const)
    it(`${refusal === undefined ? 'may' : 'may not'} lead to ${address} in such a sandbox while the name does not resolve`, async () => {
      const client = new OutboundClient({
        privateWebhooks: true,
        resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
      });
      assert.equal(english(await client.reasonAgainst(address, 'webhook-owner')), refusal);
    });

  it('end with the status: an endless answer is not read; a broken one counts as an answer', async () => {
    const client = new OutboundClient({ privateWebhooks: true });
    for (const path of ['/endless', '/drop']) {
      const answer = await client.call(post(`${url}${path}`));
      assert.deepEqual([answer.outcome, answer.outcome === 'answered' && answer.status], ['answered', 200]);
    }
    while (!isBodySent) await new Promise((resolve) => setImmediate(resolve));
  });

  for (const path of ['/never', '/trickle'])
    it(`end after their time limit: ${path}`, async () => {
      const client = new OutboundClient({ privateWebhooks: true });
      const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      server.once('request', () => clock.tick(60_000));
      const answer = await client.call(post(`${url}${path}`)).finally(() => clock.restore());
      assert.deepEqual(withEnglish(answer), { outcome: 'lost', reason: 'timeout' });
    });

  it('read the status of an answer of 100 MB and skip the rest', async () => {
    const client = new OutboundClient({ privateWebhooks: true });
    const answer = await client.call(post(`${url}/100-mb`));
    assert.deepEqual([answer.outcome, answer.outcome === 'answered' && answer.body.length], ['answered', 0]);
  });

  describe('that may be repeated', () => {
    const repeated = (address: string): OutboundRequest => ({ ...post(address), repeatable: true });
    let sockets: Set<Socket>;
    let connections: number;
    const note = (socket: Socket): void => {
      connections += 1;
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    };
    beforeEach(() => {
      connections = 0;
      sockets = new Set();
      server.on('connection', note);
    });
    afterEach(() => server.off('connection', note));
    const statusOf = async (client: OutboundClient, address: string): Promise<number | string> => {
      const answer = await client.call(repeated(address));
      // The rest of the answer is read after its status.
      await new Promise((resolve) => setImmediate(resolve));
      return answer.outcome === 'answered' ? answer.status : english(answer.reason);
    };

    it('share a connection that the receiver leaves open', async () => {
      const client = new OutboundClient({ privateWebhooks: true });
      for (let n = 0; n < 5; n += 1) assert.equal(await statusOf(client, url), 204);
      assert.equal(connections, 1);
    });

    it('are checked each time, and use no connection to other addresses than those of the check', async () => {
      let resolved = ['127.0.0.1'];
      const client = new OutboundClient({
        privateWebhooks: true,
        resolve: async () => resolved.map((address) => ({ address, family: 4 })),
      });
      const named = url.replace('127.0.0.1', 'receiver.example');
      assert.equal(await statusOf(client, named), 204);
      resolved = ['169.254.169.254'];
      assert.equal(await statusOf(client, named), 'http leads to this machine only');
      // Another loopback address, without a listener.
      resolved = ['127.0.0.2'];
      assert.equal(await statusOf(client, named), 'ECONNREFUSED');
      assert.equal(connections, 1);
    });

    it('share a connection over TLS, too, and only one to the addresses of the check', async () => {
      const { key, pem: cert } = await anAuthority('CN=receiver.example');
      const receiver = createTlsServer({ key, cert }, (_request, response) => response.writeHead(204).end());
      receiver.on('connection', note);
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      let resolved = '127.0.0.1';
      const client = new OutboundClient({
        privateWebhooks: true,
        resolve: async () => [{ address: resolved, family: 4 }],
      });
      const named = `https://receiver.example:${(receiver.address() as AddressInfo).port}`;
      try {
        for (let n = 0; n < 2; n += 1) assert.equal(await statusOf(client, named), 204);
        resolved = '127.0.0.2';
        assert.equal(await statusOf(client, named), 'ECONNREFUSED');
        assert.equal(connections, 1);
      } finally {
        receiver.closeAllConnections();
        receiver.close();
      }
    });

    it('are not made again by the client if the receiver has ended the idle connection, and say so', async () => {
      const client = new OutboundClient({ privateWebhooks: true });
      assert.equal(await statusOf(client, url), 204);
      const [idle] = sockets;
      // The receiver ends the connection when the next request arrives.
      idle!.removeAllListeners('data');
      idle!.once('data', () => idle!.resetAndDestroy());
      const answer = await client.call(repeated(url));
      assert.deepEqual(withEnglish(answer), { outcome: 'lost', reason: 'ECONNRESET', idleEnded: true });
      assert.equal(connections, 1);
      assert.equal(await statusOf(client, url), 204);
      assert.equal(connections, 2);
    });

    it('end the connection of a long, endless or broken answer', async () => {
      const client = new OutboundClient({ privateWebhooks: true });
      for (const path of ['/endless', '/100-mb', '/drop'])
        assert.equal(await statusOf(client, `${url}${path}`), 200, path);
      while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(await statusOf(client, url), 204);
      assert.equal(connections, 4);
    });

    it('do not blame an idle connection for the fault of a new one', async () => {
      const client = new OutboundClient({ privateWebhooks: true });
      const answer = await client.call(repeated(`${url}/reset`));
      assert.deepEqual(withEnglish(answer), { outcome: 'lost', reason: 'ECONNRESET' });
    });
  });

  it('do not follow a redirect', async () => {
    const answer = await new OutboundClient({ privateWebhooks: true }).call(post(`${url}/redirect`));
    assert.equal(answer.outcome === 'answered' && answer.status, 302);
  });
});
