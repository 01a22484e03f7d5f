import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../../domain/failures.ts';
import type { Caller } from '../../../domain/access/caller.ts';
import type { Handlers, HandlerContext } from '../call/handlers.ts';
import { isOwnPage } from '../call/session-of-call.ts';

/** Headers of the protocol's messages (2026-07-28, Streamable HTTP). */
const OF_PROTOCOL = /^(?:accept|content-type|mcp-[a-z-]+)$/;

export const agentHandlers = {
  /** Each call that a tool makes is one of its own: it has its scope, rate and audit row. */
  callTools: async ({ request, requestId, raw, caller }, { inner, agents, settings }) => {
    // The protocol's guard against DNS rebinding.
    if (!isOwnPage(request, settings.baseUrl))
      throw new CallFailed({ kind: 'forbidden', detail: say('calls.tools-are-not-for-other-sites') });
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        (header): header is [string, string] => OF_PROTOCOL.test(header[0]) && typeof header[1] === 'string',
      ),
    );
    const json: unknown = JSON.parse(new TextDecoder().decode(raw.bytes));
    const call = (sent: Request) => callInside(sent, requestId, inner);
    const { body, ...reply } = await agents.answer({ headers, json }, { maySubmit: maySubmit(caller), call });
    return { ...reply, file: body };
  },
} satisfies Partial<Handlers>;

const maySubmit = (caller: Caller): boolean =>
  caller.kind === 'operator' || (caller.kind === 'client' && caller.scopes.includes('submit'));

async function callInside(
  sent: Request,
  requestId: string,
  inner: HandlerContext['inner'],
): Promise<Response> {
  const { pathname, search } = new URL(sent.url);
  const named = ['content-type', 'idempotency-key', 'accept'].flatMap((name) => {
    const value = sent.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const { status, headers, bytes } = await inner({
    method: sent.method,
    path: pathname + search,
    headers: { ...Object.fromEntries(named), 'x-request-id': requestId },
    body: new Uint8Array(await sent.arrayBuffer()),
    isCounted: true,
  });
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status, headers });
}
