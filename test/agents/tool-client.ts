import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterLimits } from '../../scripts/after-limits.ts';
import { builtIds } from '../support/built.ts';
import { findJudge } from '../support/judges.ts';
import { ran } from '../support/programs.ts';

/** The protocol of 2026-07-28, and the ones before it. */
export const ERAS = { 'of 2026-07-28': 'auto', 'before 2026-07-28': 'legacy' } as const;
type Mode = (typeof ERAS)[keyof typeof ERAS];

const newClient = (mode: Mode): Client =>
  new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The tests of a service ask more often than one agent. */
const fetchAfterLimits = (...call: Parameters<typeof fetch>): Promise<Response> =>
  afterLimits(() => fetch(...call));

/** The protocol's own client at `/mcp` of a service. */
export async function overHttp(url: string, key: string, mode: Mode = 'auto'): Promise<Client> {
  const client = newClient(mode);
  const options = { requestInit: { headers: { Authorization: `Bearer ${key}` } }, fetch: fetchAfterLimits };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options));
  return client;
}

/** The protocol's own client, which starts `ids mcp`. */
export async function overStdio(env: Record<string, string>, mode: Mode = 'auto'): Promise<Client> {
  const client = newClient(mode);
  const started = { command: process.execPath, args: [builtIds(), 'mcp'] };
  await client.connect(new StdioClientTransport({ ...started, env, stderr: 'ignore' }));
  return client;
}

export interface Called {
  readonly isError: boolean;
  /** The whole answer, as the last text says it. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly refusal: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export async function callTool(client: Client, name: string, args: object): Promise<Called> {
  const called = (await client.callTool({ name, arguments: args as never })) as CallToolResult;
  const texts = called.content.map((part) => (part.type === 'text' ? part.text : ''));
  const last = texts.at(-1) ?? '';
  const answer = (last.startsWith('{') ? JSON.parse(last) : {}) as Record<string, Record<string, unknown>>;
  const { result = {}, refusal = {} } = answer;
  return { isError: called.isError === true, answer, result, refusal, text: texts.join('\n') };
}

/** As `callTool`, and again after a refusal by a rate, when the answer allows it. */
export async function callAfterLimits(client: Client, name: string, args: object): Promise<Called> {
  for (;;) {
    const called = await callTool(client, name, args);
    if (called.refusal['error'] !== 'rate-limited') return called;
    await pause(Number(called.refusal['retry_after_seconds']));
  }
}

interface CalledInPython {
  readonly version: string;
  readonly tools: readonly string[];
  readonly answers: readonly {
    readonly tool: string;
    readonly isError: boolean;
    readonly structured: { readonly environment?: string } | null;
  }[];
}

/** @param order a server, the mode of the protocol, and the calls. */
export const callInPython = (order: object): CalledInPython =>
  JSON.parse(
    ran(join(findJudge('mcp').folder, 'bin/python'), [
      fileURLToPath(new URL('call_tools.py', import.meta.url)),
      JSON.stringify(order),
    ]),
  ) as CalledInPython;
