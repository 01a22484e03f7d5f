import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AnswersInTurn } from '../../../src/adapters/http/call/answers-in-turn.ts';
import { leaveTime } from '../../support/until.ts';

const BODY = Buffer.alloc(1_000_000, 'x');

describe('answers on one connection', () => {
  let server: Server;
  const callers: Socket[] = [];
  const served = new Set<Socket>();
  let begun: string[];

  beforeEach(() => (begun = []));
  afterEach(() => {
    for (const socket of callers.splice(0)) socket.destroy();
    served.clear();
    server.closeAllConnections();
    server.close();
  });

  async function serve(
    answer: (...call: Parameters<RequestListener>) => unknown,
    maxStallMs?: number,
  ): Promise<void> {
    server = createServer({ requireHostHeader: false });
    const noted: RequestListener = (request, response) => {
      begun.push(request.url ?? '');
      answer(request, response);
    };
    new AnswersInTurn(server, noted, maxStallMs);
    server.on('connection', (socket) => served.add(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    callers.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    return socket;
  }

  const gets = (count: number): string =>
    Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\n\r\n`).join('');
  const heldBytes = (): number => [...served].reduce((sum, { writableLength }) => sum + writableLength, 0);

  it('are not prepared ahead: of 150 pipelined requests whose answers are not read, one answer at most is held', async () => {
    await serve((_request, response) => void response.end(BODY));
    const many = await Promise.all(Array.from({ length: 20 }, open));
    for (const socket of many) socket.pause().write(gets(150));
    await leaveTime(300);
    assert.ok(heldBytes() <= many.length * (BODY.length + 1_000), String(heldBytes()));
    // The system itself takes a few megabytes of each connection.
    assert.ok(begun.length < many.length * 15, String(begun.length));
  });

  it('come whole and in order to a caller that pipelines and reads slowly', async () => {
    await serve((request, response) => {
      const late = request.url?.endsWith('0') ? 5 : 0;
      setTimeout(() => response.end(`${request.url} ${'x'.repeat(20_000)}.`), late);
    });
    const socket = await open();
    socket.write(gets(200));
    let [text, chunks] = ['', 0];
    for await (const chunk of socket) {
      text += String(chunk);
      if ((chunks += 1) % 50 === 0) await pause(5);
      if (text.endsWith('.') && text.includes('/199 x')) break;
    }
    const bodies = [...text.matchAll(/\r\n\r\n(\/\d+) (x+)\./g)];
    assert.deepEqual(
      bodies.map(([, path]) => path),
      Array.from({ length: 200 }, (_, n) => `/${n}`),
    );
    assert.ok(bodies.every(([, , xs]) => xs?.length === 20_000));
  });

  it('begin when the answer before has been taken; bodies behind it wait, and arrive whole', async () => {
    let inFlight = 0;
    await serve(async (request, response) => {
      assert.equal((inFlight += 1), 1);
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      await pause(5);
      response.once('finish', () => (inFlight -= 1));
      response.end(`${bytes};`);
    });
    const socket = await open();
    const post = `POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n${'y'.repeat(300_000)}`;
    socket.write(post + gets(2) + post + post + gets(1));
    let text = '';
    for await (const chunk of socket) if (((text += String(chunk)).match(/;/g) ?? []).length === 6) break;
    assert.deepEqual(text.match(/\d+;/g), ['300000;', '0;', '0;', '300000;', '300000;', '0;']);
  });

  it('end with the connection: what waited is not begun', async () => {
    await serve((request, response) => {
      if (request.url === '/1') response.setHeader('Connection', 'close');
      response.end('x');
    });
    const socket = await open();
    socket.write(gets(5));
    await once(socket.resume(), 'close');
    assert.deepEqual(begun, ['/0', '/1']);
  });

  it('do not wait for ever: a caller that takes no byte is cut off, a slow one and a slow handler are not', async () => {
    await serve((request, response) => {
      if (request.url === '/late') setTimeout(() => response.end('late'), 4_000);
      else response.end(Buffer.alloc(30_000_000));
    }, 3_000);
    const [deaf, slow, late] = [await open(), await open(), await open()];
    deaf.pause().write(gets(1));
    late.write('GET /late HTTP/1.1\r\n\r\n');
    slow.write(gets(1));
    let bytes = 0;
    for await (const chunk of slow) {
      if ((bytes += (chunk as Buffer).length) > 30_000_000) break;
      if (bytes % 5 === 0) await pause(2);
    }
    assert.ok(bytes > 30_000_000, String(bytes));
    const [answer] = (await once(late, 'data')) as [Buffer];
    assert.match(String(answer), /late$/);
    while ([...served].some(({ destroyed, writableLength }) => !destroyed && writableLength > 0))
      await pause(20);
  });

  it('of a caller with far too many requests are not given', async () => {
    await serve(() => undefined);
    const socket = await open();
    socket.write(gets(2_000));
    await once(socket.resume(), 'close');
    assert.deepEqual(begun, ['/0']);
  });
});
