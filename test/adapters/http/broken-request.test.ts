import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { AnswersInTurn } from '../../../src/adapters/http/call/answers-in-turn.ts';
import { answerBrokenRequests } from '../../../src/adapters/http/call/broken-request.ts';
import { inEnglish } from '../../support/words.ts';

const answering = { problemBase: 'https://p', words: inEnglish() };

/** The whole answer to these bytes on a new connection. */
async function answerTo(sent: string, listener: RequestListener): Promise<string> {
  const server = createServer();
  answerBrokenRequests(server, new AnswersInTurn(server, listener), answering, () => 'req_broken');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  const all = await text(socket);
  server.close();
  return all;
}

describe('a text that is not HTTP', () => {
  const rows: readonly [it: string, sent: string, says: RegExp][] = [
    ['a line that is not a request', 'HELLO\r\n\r\n', /not valid HTTP/],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, /headers are too long/],
  ];
  for (const [it_, sent, says] of rows)
    it(`is answered as a problem: ${it_}`, async () => {
      const [head = '', body = ''] = (await answerTo(sent, () => assert.fail('no request'))).split(
        '\r\n\r\n',
      );
      assert.match(head, /^HTTP\/1\.1 400 .*\r\nContent-Type: application\/problem\+json/s);
      assert.match(head, /^X-Request-Id: req_broken$/m);
      const problem = JSON.parse(body) as { type: string; detail: string };
      assert.equal(problem.type, 'https://p/bad-request');
      assert.match(problem.detail, says);
    });

  it('is answered after the earlier requests', async () => {
    const one = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const all = await answerTo(`${one}${one}HELLO\r\n\r\n`, (_request, response) => {
      setTimeout(() => response.end(), 30);
    });
    assert.deepEqual(all.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('is answered at once if it is the rest of a waiting request', async () => {
    const begun = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const all = await answerTo(`${begun}no length\r\n`, () => undefined);
    assert.deepEqual(all.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400']);
  });
});
