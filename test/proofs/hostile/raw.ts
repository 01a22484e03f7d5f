import { connect, type Socket } from 'node:net';
import { pause } from '../../support/calls.ts';

/** The bytes to send, piece by piece; a number is a pause in milliseconds. */
export type Piece = string | Buffer | number | typeof END | typeof RESET;

/** Ends the sending side and continues to read. */
export const END = Symbol('end');
/** Resets the connection. */
export const RESET = Symbol('reset');

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything received on one connection. */
export interface Heard {
  readonly answers: readonly RawAnswer[];
  /** The service closed the connection. */
  readonly closed: boolean;
  /** Bytes that are not an answer. */
  readonly rest: string;
}

/** After this time without a byte the service is waiting for the caller. */
const SILENCE_MS = 700;
const PATIENCE_MS = 15_000;

/** A connection that will be closed may stay open for a second, longer on a busy machine. */
const CLOSED_WITHIN_MS = 5_000;

/** Sends the pieces on a new connection and reads until the service closes it or waits. */
export async function speak(
  url: string,
  pieces: readonly Piece[],
  { from = '127.0.0.1', closes = false } = {},
): Promise<Heard> {
  const silenceMs = closes ? CLOSED_WITHIN_MS : SILENCE_MS;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let heard = Buffer.alloc(0);
  let closed = false;
  let last = Date.now();
  socket
    .on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk]);
      last = Date.now();
    })
    .on('end', () => (closed = true))
    .on('close', () => (closed = true))
    .on('error', () => undefined);
  await say(socket, pieces);
  last = Date.now();
  const until = last + PATIENCE_MS;
  while (!closed && Date.now() < until && Date.now() - last < silenceMs) await pause(20);
  socket.destroy();
  return { ...answersIn(heard.toString('latin1')), closed };
}

async function say(socket: Socket, pieces: readonly Piece[]): Promise<void> {
  for (const piece of pieces) {
    if (typeof piece === 'number') await pause(piece);
    else if (piece === END) socket.end();
    else if (piece === RESET) socket.resetAndDestroy();
    else
      await new Promise((resolve) =>
        socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece, resolve),
      );
  }
}

function answersIn(text: string): Pick<Heard, 'answers' | 'rest'> {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head) return { answers, rest };
    const headers = headersIn(head[2]!);
    const end = head[0].length + Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(head[1]), headers, body: rest.slice(head[0].length, end) });
    rest = rest.slice(end);
  }
}

const headersIn = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
