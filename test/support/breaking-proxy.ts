import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a client and its server that can break a connection in the middle of a command. */
export interface BreakingProxy {
  readonly port: number;
  /** Breaks the connection once, when the next bytes contain both texts; the server gets nothing of them. */
  breakAt(...texts: readonly string[]): void;
  /** Breaks the connection whose reply comes next, once: the server has done what the caller gets no answer to. */
  cutReply(): void;
  /** Replies that were cut. */
  readonly cuts: number;
  /** Callers are led to another port from now on; without one they are not let in. */
  leadTo(port?: number): void;
  /** Callers that were not let in. */
  readonly turnedAway: number;
  close(): Promise<void>;
}

export async function breakingProxy(host: string, firstPort: number): Promise<BreakingProxy> {
  let port: number | undefined = firstPort;
  let turnedAway = 0;
  let awaited: readonly string[] = [];
  let cutsNext = false;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    if (port === undefined) {
      turnedAway += 1;
      return void caller.destroy();
    }
    const target = connect(port, host);
    for (const [one, other] of [
      [caller, target],
      [target, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    target.on('data', (chunk) => {
      if (!cutsNext) return caller.write(chunk);
      cutsNext = false;
      cuts += 1;
      return caller.destroy();
    });
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
    cutReply: () => (cutsNext = true),
    get cuts() {
      return cuts;
    },
    leadTo: (next) => (port = next),
    get turnedAway() {
      return turnedAway;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
