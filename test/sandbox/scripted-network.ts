import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aSandbox, jsonOf, posted, type TestSandbox } from './running.ts';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** `cut`: the connection ends before the stated length. `stalled`: no end follows. `silent`: there is no answer at all. */
  readonly fault?: 'cut' | 'stalled' | 'silent';
}

/** Undefined ends the connection without an answer. */
export type Canned = Reply | undefined;

export interface ReceivedCall {
  /** The name under which its answers are scripted. */
  readonly call: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Behind {
  /** Gives the call to the simulator behind the network. @param path in place of its own. */
  pass(path?: string): Promise<Canned>;
  /** Every call so far, this one included. */
  readonly received: readonly ReceivedCall[];
}

/** An answer, or a function that decides when the call is there. */
export type Answer = Canned | ((call: ReceivedCall, behind: Behind) => Canned | Promise<Canned>);

/** Answers by the name of a call, or by its first word: one after the other, the last one repeats. */
export type Script = Readonly<Record<string, Answer | readonly Answer[]>>;

/** The simulator answers. */
export const pass: Answer = (_, simulator) => simulator.pass();

/** The simulator handles the call, but the caller gets this answer. */
export const takenBut =
  (answer: Canned): Answer =>
  async (_, simulator) => {
    await simulator.pass();
    return answer;
  };

type Json = Readonly<Record<string, unknown>>;

/** The simulator's answer, with other members in its JSON. */
export const changed =
  (edit: (body: Json) => Json, headers: Readonly<Record<string, string>> = {}): Answer =>
  async (_, simulator) => {
    const reply = await simulator.pass();
    const body = JSON.parse(String(reply?.body)) as Json;
    return {
      ...reply,
      headers: { ...reply?.headers, ...headers },
      body: JSON.stringify({ ...body, ...edit(body) }),
    };
  };

export const json = (value: unknown, status = 200, type = 'application/json'): Reply => ({
  status,
  headers: { 'Content-Type': type },
  body: JSON.stringify(value),
});

type Naming = (call: Omit<ReceivedCall, 'call'>) => string;

/** A document that a simulator holds. */
export interface HeldDocument {
  readonly number: string;
  readonly sha256: string;
}

/** Announces each answer that never ends, by the key of its call. */
export const endless = new EventEmitter().setMaxListeners(0);
export const keyOf = (method: string, url: string): string => {
  const { host, pathname, search } = new URL(url);
  return `${method} ${host}${pathname}${search}`;
};

/** A network. It records every call, and gives its scripted answer; a call without a script goes to the simulator. */
export class ScriptedNetwork {
  readonly received: ReceivedCall[] = [];
  /** The calls that reached the simulator. */
  readonly passed: ReceivedCall[] = [];
  private readonly server = createServer((request, response) => void this.handle(request, response));
  private readonly answers = new Map<string, Answer[]>();
  private readonly misfits: unknown[] = [];
  private simulator: TestSandbox | undefined;

  /** @param nameOf the name of a call; by default its method and path without query. */
  constructor(private readonly nameOf: Naming = methodAndPath) {}

  /** Without a simulator a call that has no script gets 404. */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.url;
  }

  /** Listens in front of the simulator of `src/sandbox`, whose steps take no time. */
  async simulate(): Promise<string> {
    this.simulator = await aSandbox({ stepMs: 0, limits: 'off' });
    return this.listen();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Calls the control of the simulator (docs/sandbox.md). */
  async control(path: string, body?: unknown): Promise<Record<string, unknown>> {
    return jsonOf(`${this.simulator?.url}/control/${path}`, body === undefined ? {} : posted(body));
  }

  /** What the simulator holds of a route. */
  async documents(route: string): Promise<readonly HeldDocument[]> {
    return (await this.control(`documents?route=${route}`))['data'] as readonly HeldDocument[];
  }

  /** Replaces all answers and clears the received calls. */
  script(answers: Script = {}): void {
    this.answers.clear();
    for (const [name, answer] of Object.entries(answers))
      this.answers.set(name, Array.isArray(answer) ? [...(answer as Answer[])] : [answer as Answer]);
    this.received.length = 0;
    this.passed.length = 0;
  }

  get calls(): readonly string[] {
    return this.received.map(({ call }) => call);
  }

  count(call: string): number {
    return this.calls.filter((one) => one === call).length;
  }

  last(call: string): ReceivedCall | undefined {
    return this.received.findLast((one) => one.call === call);
  }

  /** @throws the first difference between a call and the network's description. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.simulator?.stop();
    if (this.misfits.length > 0) throw this.misfits[0];
  }

  /** The Date of each answer; undefined is the machine's, an empty text none. */
  protected date(): string | undefined {
    return undefined;
  }

  /** @throws if the network's description does not have this call. */
  protected check(_call: ReceivedCall): void {
    // Not every network is described.
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { method = '', url: path = '', headers } = request;
    const query = new URL(path, this.url).searchParams;
    const unnamed = { method, path, query, headers, body: body.toString() };
    const call = { call: this.nameOf(unnamed), ...unnamed };
    this.received.push(call);
    try {
      this.check(call);
    } catch (misfit) {
      this.misfits.push(misfit);
    }
    const answer = await this.take(call, (path = call.path) => this.pass({ ...call, path }, body));
    give(answer, response, this.date());
    const neverEnds = answer?.fault === 'stalled' || answer?.fault === 'silent';
    // A caller that gave up has ended the connection.
    if (neverEnds && endless.emit(keyOf(method, `http://${headers.host}${path}`))) response.destroy();
  }

  private async take(call: ReceivedCall, pass: Behind['pass']): Promise<Canned> {
    const waiting = this.answers.get(call.call) ?? this.answers.get(call.call.replace(/ .*/s, ''));
    if (!waiting) return pass();
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0];
    return typeof answer === 'function' ? answer(call, { pass, received: this.received }) : answer;
  }

  private async pass(call: ReceivedCall, body: Buffer): Promise<Canned> {
    if (!this.simulator) return { status: 404 };
    this.passed.push(call);
    const { method, path } = call;
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = call.headers;
    const request = { method, headers: headers as Record<string, string>, redirect: 'manual' } as const;
    const sent = body.length > 0 ? { ...request, body: new Uint8Array(body) } : request;
    const answer = await fetch(this.simulator.url + path, sent).catch(() => undefined);
    if (!answer) return undefined;
    const bytes = Buffer.from(await answer.arrayBuffer());
    const {
      'transfer-encoding': _,
      'content-length': __,
      date: ___,
      ...given
    } = Object.fromEntries(answer.headers);
    // An address in an answer leads back through this network.
    const isJson = given['content-type']?.includes('json') ?? false;
    const told = isJson ? bytes.toString().replaceAll(this.simulator.url, this.url) : bytes;
    return { status: answer.status, headers: given, body: told };
  }
}

const methodAndPath = ({ method, path }: Pick<ReceivedCall, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\?.*$/s, '')}`;

function give(answer: Canned, response: ServerResponse, date: string | undefined): void {
  if (answer === undefined) return void response.destroy();
  const { status = 200, headers, body = '', fault } = answer;
  if (fault === 'silent') return;
  if (date === '') response.sendDate = false;
  const length = fault === 'cut' ? { 'Content-Length': String(Buffer.byteLength(body) + 1) } : {};
  response.writeHead(status, { ...(date && { Date: date }), ...headers, ...length });
  if (fault === undefined) return void response.end(body);
  response.write(body, () => fault === 'cut' && response.destroy());
}
