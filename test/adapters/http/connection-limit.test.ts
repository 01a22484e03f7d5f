import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limitConnections } from '../../../src/adapters/http/connection-limit.ts';
import type { LogFields } from '../../../src/ports/log.ts';

describe('connections with few descriptors', () => {
  it('are refused beyond half of them, with a log line a minute; the others are served', async () => {
    const logged: LogFields[] = [];
    const server = createServer((_request, response) => response.end());
    limitConnections(server, { warn: (fields) => logged.push(fields) }, 4);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const served = [await open(), await open()];
    for (let more = 0; more < 3; more += 1) {
      const socket = await open();
      if (!socket.closed) await once(socket.resume(), 'close');
    }
    assert.deepEqual(logged, [{ descriptors: 4, most_connections: 2, turned_away: 1 }]);
    served[1]!.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [answer] = (await once(served[1]!, 'data')) as [Buffer];
    assert.match(String(answer), /^HTTP\/1\.1 200/);
    for (const socket of served) socket.destroy();
    server.close();
  });
});
