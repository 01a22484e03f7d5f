import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

interface Parts {
  readonly registry: Registry;
  /** Lets the listener answer the calls of a server. */
  readonly attach: (server: Server, answer: RequestListener) => unknown;
  /** Moves the clock of every process on the store forward, and returns the new time. Present only with `CLOCK_CONTROL=1`. */
  readonly advanceClock?: AdvanceClock;
}

/** Undefined if that is too far. */
type AdvanceClock = (ms: number) => Promise<Date | undefined>;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The internal listener: `GET /metrics`, and in the sandbox `POST /clock`. It needs no key, so keep it off the internet. */
export class MetricsServer {
  private readonly server: Server;

  constructor(private readonly parts: Parts) {
    this.server = createServer();
    parts.attach(this.server, (request, response) => void this.serve(request, response));
  }

  /**
   * @param address port 0 picks a free one; without a host it listens on all interfaces.
   * @returns the port.
   */
  async listen(address: { readonly port: number; readonly host?: string | undefined }): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(address, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } = await this.answer(request).catch(() =>
      plain(500, 'The figures could not be read.'),
    );
    response.writeHead(status, { 'content-type': type }).end(body);
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', 'http://internal');
    const { registry, advanceClock } = this.parts;
    // Node leaves the body out of an answer to HEAD.
    if (pathname === '/metrics' && (request.method === 'GET' || request.method === 'HEAD'))
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    if (pathname === '/clock' && request.method === 'POST' && advanceClock)
      return advance(await readBody(request), advanceClock);
    return plain(404, 'GET /metrics is all there is here.');
  }
}

async function advance(body: string | undefined, advanceClock: AdvanceClock): Promise<Answer> {
  const seconds = secondsIn(body);
  if (seconds === undefined)
    return plain(400, `The body must be { "advance_seconds": n } with n from 0 to ${MAX_SECONDS}.`);
  const now = await advanceClock(Math.round(seconds * 1000));
  if (!now) return plain(400, 'The clock ends with the year 9998; nothing was moved.');
  return { status: 200, type: 'application/json', body: JSON.stringify({ now: now.toISOString() }) };
}

/** Ten years: further than any window here. */
const MAX_SECONDS = 315_360_000;

function secondsIn(body: string | undefined): number | undefined {
  try {
    const { advance_seconds: seconds } = JSON.parse(body ?? '') as { advance_seconds?: unknown };
    return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_SECONDS ? seconds : undefined;
  } catch {
    return undefined;
  }
}

const MAX_CHARACTERS = 1_000;

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    body += chunk as string;
    if (body.length > MAX_CHARACTERS) return undefined;
  }
  return body;
}

const plain = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body });
