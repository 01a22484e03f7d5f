import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { DeliveryService } from '../client/client.ts';
import type { AgentCaller, AgentMessage, AgentReply, AgentTools } from '../ports/agent-tools.ts';
import { toolServer } from './tool-server.ts';

interface HttpToolsSettings {
  readonly environment: string;
  readonly version: string;
  /** `MCP_SEND` */
  readonly hasSending: boolean;
  readonly report: (error: unknown) => void;
}

/** The calls go to the service itself; the address is never resolved. */
const ITSELF = 'http://service.invalid';

/** Each message is answered on its own: there are no sessions, and no stream outlives its answer. */
export class HttpTools implements AgentTools {
  constructor(private readonly settings: HttpToolsSettings) {}

  async answer({ headers, json }: AgentMessage, { maySubmit, call }: AgentCaller): Promise<AgentReply> {
    const { hasSending, report, ...of } = this.settings;
    // A caller that waits is told to come back.
    const service = new DeliveryService({ url: ITSELF, fetch: callOver(call), maxRetries: 0 });
    const serve = () => toolServer({ ...of, report, service, maySend: hasSending && maySubmit });
    const request = new Request(`${ITSELF}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...ACCEPT },
      body: '{}',
    });
    const errors: unknown[] = [];
    const isOld = await isLegacyRequest(request, json);
    const answer = isOld
      ? await answerOld(serve(), request, json)
      : await answerNew(serve, request, { json, onerror: (error) => errors.push(error) });
    const body = new Uint8Array(await answer.arrayBuffer());
    // What is wrong with a message is in the answer to its sender; a tool that fails reports it itself.
    if (answer.status >= 500) for (const error of errors) report(error);
    const type = answer.headers.get('Content-Type');
    return { status: answer.status, headers: type === null ? {} : { 'Content-Type': type }, body };
  }
}

interface NewMessage {
  readonly json: unknown;
  readonly onerror: (error: unknown) => void;
}

/** No tool sends anything before its answer, so each answer is JSON. */
const answerNew = (serve: () => McpServer, request: Request, { json, onerror }: NewMessage) =>
  createMcpHandler(serve, { onerror, legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 }).fetch(request, {
    parsedBody: json,
  });

/** The answers are JSON, whatever form of it a caller prefers. */
const ACCEPT = { accept: 'application/json, text/event-stream' };

/** Of the versions before 2026-07-28. The handler of the library would answer them by streams. */
async function answerOld(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

const callOver =
  (call: AgentCaller['call']): typeof fetch =>
  (input, init) =>
    call(new Request(input, init));
