import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly key: string | undefined;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
/** `lost` closes the connection without an answer. */
export type Step = Answer | 'lost';

/** A service that answers by a script. The last step answers all further calls. */
export class ScriptedServer {
  readonly calls: SeenCall[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  constructor(private script: readonly Step[]) {}

  static async start(...script: readonly Step[]): Promise<ScriptedServer> {
    const started = new ScriptedServer(script);
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const key = headers['idempotency-key'];
    this.calls.push({ method, url, key: String(key), body: Buffer.concat(chunks).toString() });
    const [step, ...rest] = this.script;
    if (rest.length > 0) this.script = rest;
    if (!step || step === 'lost') return void request.socket.destroy();
    const isProblem = step.status >= 400;
    response.writeHead(step.status, {
      'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
      ...step.headers,
    });
    response.end(step.body === undefined ? undefined : JSON.stringify(step.body));
  }
}

/** @param retryAfter seconds. */
export const problem = (type: string, status: number, retryAfter?: string, more: object = {}): Answer => ({
  status,
  body: { type: `https://service.example/problems/${type}`, title: `A ${type}`, status, ...more },
  ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
});
