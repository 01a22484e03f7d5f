import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a driver and its server that can break a connection in the middle of a command. */
export interface BreakingProxy {
  readonly port: number;
  /** Breaks the connection once, when the next bytes contain both texts; the server gets nothing of them. */
  breakAt(...texts: readonly string[]): void;
  close(): Promise<void>;
}

export async function breakingProxy(host: string, port: number): Promise<BreakingProxy> {
  let awaited: readonly string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const target = connect(port, host);
    for (const [one, other] of [
      [caller, target],
      [target, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    target.on('data', (chunk) => caller.write(chunk));
    caller.on('data', (chunk) => {
      if (awaited.length === 0 || !awaited.every((text) => chunk.includes(text))) return target.write(chunk);
      awaited = [];
      return caller.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    breakAt: (...texts) => (awaited = texts),
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
