import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { NotRun } from '../frame/endings.ts';
import { markIn, readSubmitted } from './invoice-number.ts';
import type { IntakeCall } from './observation.ts';
import { type Answer, BUSY, problem, RATE_LIMITED } from './proxy-answers.ts';
import type { Fault } from './scenarios.ts';

/** What the proxy is told of a call, and asks about it. */
export interface ProxyWatch {
  /** @returns the fault of this call, if it has one. */
  called(mark: string, call: IntakeCall): Fault | undefined;
  /** The call has its answer, or none. */
  answered(mark: string, call: IntakeCall): void;
  /** The ERP has read something. */
  read(path: string, body: string): void;
}

interface ProxyOptions {
  readonly target: string;
  readonly host: string;
  readonly port: number;
  readonly slowMs: number;
}

/** The address that the ERP calls in place of the service: each call is passed on, and some are disturbed. */
export class Proxy {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(options: ProxyOptions, watch: ProxyWatch): Promise<Proxy> {
    const server = createServer((request, response) => {
      serve(request, response, options, watch).catch((error: unknown) => {
        // The service is away, or the ERP has gone.
        if (response.headersSent) response.destroy();
        else
          answer(
            response,
            problem(options.target, BUSY, `ids certify does not reach the service: ${String(error)}`),
          );
      });
    });
    server.listen(options.port, options.host);
    await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
      throw new NotRun(
        `Nothing can listen at ${options.host}, port ${options.port} (${code}): name others by --host and --port.`,
      );
    });
    const { port } = server.address() as AddressInfo;
    return new Proxy(
      server,
      `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const INTAKES: ReadonlySet<string> = new Set(['/invoices', '/invoices/xml']);

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyOptions,
  watch: ProxyWatch,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://kit');
  if (request.method !== 'POST' || !INTAKES.has(address.pathname))
    return passThrough(request, response, options.target, watch);
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const call = callOf(request, address, body);
  const mark = markIn(call.number);
  if (mark === undefined) return answer(response, await passOn(request, body, options.target));
  const fault = watch.called(mark, call);
  await disturbed(fault, call, response, options, (headers) =>
    passOn(request, body, options.target, headers),
  );
  call.answeredAt = Date.now();
  watch.answered(mark, call);
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

function callOf({ headers }: IncomingMessage, address: URL, body: Buffer): IntakeCall {
  const { number = '', invoiceRef } = readSubmitted(address, body, headers['content-encoding']);
  const key = headers['idempotency-key'];
  return {
    at: Date.now(),
    path: address.pathname,
    number,
    invoiceRef,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    bodySha256: sha256(body),
    apiKeySha256: sha256(headers.authorization ?? ''),
  };
}

/** Answers a call as the fault demands. `decided` keeps what the service answered, `got` what the ERP got. */
async function disturbed(
  fault: Fault | undefined,
  call: IntakeCall,
  response: ServerResponse,
  { slowMs, target }: ProxyOptions,
  ask: (headers?: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<void> {
  if (fault === 'rate-limited')
    return give(problem(target, RATE_LIMITED, 'ids certify refuses this call once.'));
  const decided = await ask(fault === 'ended-key' ? { authorization: `Bearer ${UNKNOWN_KEY}` } : {});
  if (fault !== 'ended-key') call.decided = { status: decided.status, id: idIn(decided.body) };
  if (fault === 'closed') {
    call.got = 'none';
    response.destroy();
    return;
  }
  if (fault === 'lost-503')
    return give(problem(target, BUSY, 'ids certify keeps back the answer of the service.'));
  if (fault === 'slow') await pause(slowMs);
  return give(decided);

  function give(given: Answer): void {
    // An ERP that has stopped waiting gets nothing.
    call.got = response.destroyed ? 'none' : given.status;
    answer(response, given);
  }
}

/** No service knows it, so that the answer is the one for a key that has ended. */
const UNKNOWN_KEY = `ids_test_${'0'.repeat(48)}`;

function idIn(body: Buffer): string | undefined {
  try {
    const { id } = JSON.parse(body.toString('utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** RFC 9110 §7.6.1: headers of one connection; Node writes its own. */
const OF_A_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
]);

const passed = (headers: Answer['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name)));

function open(
  { method, url = '/', headers }: IncomingMessage,
  target: string,
  replaced: Readonly<Record<string, string>> = {},
) {
  const to = new URL(target.replace(/\/$/, '') + url);
  const call = to.protocol === 'https:' ? httpsRequest : httpRequest;
  const plain = { 'accept-encoding': 'identity' };
  // Of the errors the one that counts is thrown where the answer is awaited.
  return call(to, { method, headers: { ...passed(headers), ...plain, ...replaced } }).on(
    'error',
    () => undefined,
  );
}

async function passOn(
  request: IncomingMessage,
  body: Buffer,
  target: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const call = open(request, target, { ...replaced, 'content-length': String(body.length) });
  call.end(body);
  const [got] = (await once(call, 'response')) as [IncomingMessage];
  return {
    status: got.statusCode ?? 502,
    headers: got.headers,
    body: Buffer.concat((await got.toArray()) as Buffer[]),
  };
}

function answer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...passed(headers), 'content-length': String(body.length) }).end(body);
}

/** Larger answers are files, which show no event. */
const MAX_READ_BYTES = 2_000_000;

/** Any other call, as it comes: a batch is answered while it is sent. */
async function passThrough(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  watch: ProxyWatch,
): Promise<void> {
  const call = open(request, target);
  request.pipe(call);
  response.on('close', () => call.destroy());
  const [got] = (await once(call, 'response')) as [IncomingMessage];
  const status = got.statusCode ?? 502;
  response.writeHead(status, passed(got.headers));
  const isRead = request.method === 'GET' && status === 200 && /json/.test(got.headers['content-type'] ?? '');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of got as AsyncIterable<Buffer>) {
    if (isRead && (size += chunk.length) <= MAX_READ_BYTES) chunks.push(chunk);
    if (!response.write(chunk)) await once(response, 'drain');
  }
  response.end();
  if (isRead) watch.read(request.url ?? '', Buffer.concat(chunks).toString('utf8'));
}
