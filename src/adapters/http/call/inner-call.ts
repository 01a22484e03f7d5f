import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Express } from 'express';

/** A call that the service makes for the caller of an outer call, with its key, origin and proxies. */
export interface InnerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** It counts as a call of its own; otherwise it is a part of the outer one. */
  readonly isCounted?: boolean;
}

export interface InnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

const INNER = new WeakMap<IncomingMessage, InnerRequest>();

export const isInnerCall = (request: IncomingMessage): boolean => INNER.has(request);

/** The outer call has been counted, and stands for it. */
export const isPartOfOuter = (request: IncomingMessage): boolean => {
  const sent = INNER.get(request);
  return sent !== undefined && sent.isCounted !== true;
};

/** Headers that name the caller, its address and its language. */
const TAKEN_OVER = [
  ...['host', 'authorization', 'cookie', 'x-ids-session'],
  ...['x-forwarded-for', 'user-agent', 'accept-language'],
];

/** Passes a request through the whole API, so that its answer is that of a separate call. */
export async function innerCall(
  app: Express,
  outer: IncomingMessage,
  sent: InnerRequest,
): Promise<InnerAnswer> {
  const socket = nowhere(outer.socket);
  const request = new IncomingMessage(socket);
  INNER.set(request, sent);
  Object.assign(request, { method: sent.method, url: sent.path, httpVersion: '1.1', complete: true });
  for (const [name, value] of headersOf(outer, sent)) request.rawHeaders.push(name, value);
  Object.assign(request, { headers: Object.fromEntries(headersOf(outer, sent)) });
  request.push(sent.body);
  request.push(null);
  const response = new ServerResponse(request);
  const chunks = collect(response);
  response.assignSocket(socket);
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  response.once('finish', () => {
    response.detachSocket(socket);
    response.emit('close');
  });
  app(request, response);
  await closed;
  return { status: response.statusCode, headers: textHeaders(response), bytes: Buffer.concat(chunks) };
}

function headersOf(
  outer: IncomingMessage,
  { headers, body }: InnerRequest,
): readonly (readonly [string, string])[] {
  const storedHeaders = TAKEN_OVER.flatMap((name) => {
    const value = outer.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return [...storedHeaders, ...Object.entries(headers), ['content-length', String(body.length)]];
}

const textHeaders = (response: ServerResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));

/** A socket that discards what is written, and shows the caller's address. */
function nowhere({ remoteAddress }: Socket): Socket {
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  // Node needs the members of a stream; Express also needs the address.
  return Object.assign(stream, { remoteAddress }) as unknown as Socket;
}

/** The bytes of the body before HTTP framing. */
function collect(response: ServerResponse): readonly Buffer[] {
  const chunks: Buffer[] = [];
  const take = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const { write, end } = response;
  // Own members, because Express replaces the prototype of the response.
  Object.assign(response, {
    write: (...given: Parameters<typeof write>) => {
      take(given[0]);
      return Reflect.apply(write, response, given) as boolean;
    },
    end: (...given: Parameters<typeof end>) => {
      take(given[0]);
      return Reflect.apply(end, response, given) as ServerResponse;
    },
  });
  return chunks;
}
