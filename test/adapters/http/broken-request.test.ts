import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerBrokenRequest } from '../../../src/adapters/http/call/broken-request.ts';

describe('what is not HTTP', () => {
  const rows: readonly [it: string, sent: string, says: RegExp][] = [
    ['a line that is no request', 'HELLO\r\n\r\n', /not valid HTTP/],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, /headers are too long/],
  ];
  for (const [it_, sent, says] of rows)
    it(`is answered as a problem: ${it_}`, async () => {
      const server = createServer(() => assert.fail('no request')).on(
        'clientError',
        answerBrokenRequest('https://p', () => 'req_broken'),
      );
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(sent);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 400 .*\r\nContent-Type: application\/problem\+json/s);
      assert.match(head, /^X-Request-Id: req_broken$/m);
      const problem = JSON.parse(body) as { type: string; detail: string };
      assert.equal(problem.type, 'https://p/bad-request');
      assert.match(problem.detail, says);
      server.close();
    });
});
