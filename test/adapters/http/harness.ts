import { once } from 'node:events';
import assert from 'node:assert/strict';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../../src/adapters/http/api.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { HttpTools } from '../../../src/agents/http-tools.ts';
import type { UseCases } from '../../../src/application/use-cases.ts';
import { answerShapeOf, checkAnswers } from '../../support/answer-shape.ts';
import { API, newIdempotencyKey, withDocument } from './bodies.ts';
import { OPERATOR_KEY, World } from './world.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

interface Variation {
  readonly baseUrl?: string;
  readonly console?: boolean;
  readonly partySearch?: boolean;
  readonly mcpSend?: boolean;
  readonly projectFolder?: string;
  readonly trustProxy?: number;
  readonly description?: typeof API;
}

/** The API on a free port. Every answer is validated against openapi.yaml. */
export class RunningApi {
  private constructor(
    readonly world: World,
    readonly useCases: UseCases,
    private readonly server: Server,
  ) {}

  static async start(
    world = new World(),
    answersChecked = true,
    { description = API, mcpSend: hasSending = false, ...more }: Variation = {},
  ): Promise<RunningApi> {
    const { ids, digests, log, telemetry, environment, bodies, bodyBudget, share } = world;
    const settings = {
      environment,
      version: '0.1.0',
      baseUrl: 'http://localhost:8080',
      problemBase: 'http://localhost:8080/problems',
      trustProxy: 0,
      projectFolder: process.cwd(),
      console: true,
      partySearch: true,
      ...more,
    };
    const agents = new HttpTools({
      environment,
      version: '0',
      hasSending,
      report: (error) => assert.fail(String(error)),
    });
    const useCases = world.useCases();
    const words = new WordFiles();
    const tools = { ids, digests, log, telemetry, bodies, bodyBudget, share, agents };
    const shape = answerShapeOf(description.content as object);
    const answers = answersChecked && { answers: checkAnswers(shape) };
    const server = createApi({ ...tools, words, useCases, description, settings, ...answers });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new RunningApi(world, useCases, server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The head of the next request is read. */
  async requested(): Promise<void> {
    await once(this.server, 'request');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { key, body, idempotencyKey, headers = {} } = options;
    const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: (raw ? body : JSON.stringify(body)) as string | undefined,
    });
    const text = await response.text();
    // The answer has no details of an internal error; the log has them.
    if (response.status === 500) console.error(this.world.logged.findLast(({ level }) => level === 'error'));
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }
}

/** Gives a suite one API, and each test its own client with a key and an unused minute. */
export function withOwnClients(
  given: (own: { readonly api: RunningApi; readonly client: string; readonly key: string }) => void,
): void {
  let api: RunningApi;
  before(async () => {
    api = await RunningApi.start();
  });
  beforeEach(async () => {
    api.world.clock.advance(60_000);
    const client = `client-${newIdempotencyKey()}`;
    given({ api, client, key: await api.world.clientKey(client) });
  });
  after(() => api.stop());
}

export interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Record<string, string>;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The name of a problem's type. */
export const typeOf = ({ json }: Answer): string | undefined =>
  String(json.type ?? '')
    .split('/')
    .at(-1);

/** The fields that a problem names. */
export const fieldsOf = ({ json }: Answer): readonly unknown[] =>
  ((json.errors ?? []) as { field?: string }[]).map(({ field }) => field);

/** Sends the header lines unchanged, also repeated names. With `Expect: 100-continue` the body follows once the service reads it. */
export function callRaw(
  api: RunningApi,
  method: string,
  path: string,
  lines: readonly (readonly [string, string])[],
  body?: string,
  host: readonly string[] = ['Host', 'localhost'],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
    const headers = [...lines.flat(), ...length, ...host];
    const options = { port: api.port, method, path, headers, setHost: false, agent: false };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const status = response.statusCode ?? 0;
        resolve({
          status,
          headers: new Headers(response.headers as Record<string, string>),
          text,
          json: parsed(text),
        });
      });
    });
    sent.on('error', reject);
    if (lines.some(([name]) => name === 'Expect')) sent.on('continue', () => sent.end(body)).flushHeaders();
    else sent.end(body);
  });
}

/** Submits an invoice of the client with a new number. @returns its id */
export async function handIn(
  api: RunningApi,
  client: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const number = `RE-${newIdempotencyKey()}`;
  const body = { ...withDocument('invoice.number', number), client, ...more };
  const answer = await api.call('POST', '/invoices', {
    key: OPERATOR_KEY,
    body,
    idempotencyKey: newIdempotencyKey(),
  });
  if (answer.status !== 202) throw new Error(answer.text);
  // The operator sends hundreds of invoices: its rate must not limit these tests.
  api.world.clock.advance(100);
  return String(answer.json.id);
}
