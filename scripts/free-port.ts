import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems use ports from 32768 on for connections, so such a port may be taken before the process listens. */
const FIRST = 20_000;
const COUNT = 12_000;

/** Each process of a test run starts at least 370 ports from the next twenty, and returns no port twice. */
let start = process.pid * 1237;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (start++ % COUNT);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
