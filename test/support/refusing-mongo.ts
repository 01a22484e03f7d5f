import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** @see the wire protocol: a header of 16 bytes (length, id, answered id, code), 4 bytes of flags, and a section of kind 0. */
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const BODY_AT = HEADER_BYTES + 5;

export interface RefusingProxy {
  readonly port: number;
  /** The commands that it answered itself. */
  readonly refused: Document[];
  close(): Promise<void>;
}

/** A proxy between a driver and its server that answers the commands that `answerTo` has an answer for. */
export async function refusingProxy(
  target: URL,
  answerTo: (command: Document) => Document | undefined,
): Promise<RefusingProxy> {
  const refused: Document[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const origin = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [caller, origin],
      [origin, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    origin.on('data', (chunk) => caller.write(chunk));
    let rest: Buffer = Buffer.alloc(0);
    caller.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        const command = commandIn(message);
        const answer = command && answerTo(command);
        if (command && answer) refused.push(command);
        if (answer) caller.write(answered(message, answer));
        else origin.write(message);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

function commandIn(message: Buffer): Document | undefined {
  if (message.readInt32LE(12) !== OP_MSG || message[HEADER_BYTES + 4] !== 0) return undefined;
  const end = BODY_AT + message.readInt32LE(BODY_AT);
  return BSON.deserialize(message.subarray(BODY_AT, end));
}

function answered(to: Buffer, answer: Document): Buffer {
  const head = Buffer.alloc(BODY_AT);
  const body = BSON.serialize(answer);
  head.writeInt32LE(BODY_AT + body.length, 0);
  head.writeInt32LE(to.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}
