import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestFinding } from '../../../application/refusals/request-finding.ts';
import { toProblem } from './problem.ts';

/** Errors of Node's HTTP parser by code. Any other error means that the bytes are not HTTP. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Answers bytes that are not HTTP, and headers over 16 KB, with a problem, and closes the connection. */
export function answerBrokenRequests(server: Server, problemBase: string, newRequestId: () => string): void {
  const unanswered = new Unanswered();
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, unanswered.add);
  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    // The caller has hung up.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.pause();
    const problem = problemFor(REASONS[error.code ?? ''] ?? 'The request is not valid HTTP.', problemBase);
    unanswered.whenOver(socket, () => socket.end(answerWith(problem, newRequestId())));
  });
}

/**
 * The complete requests of each connection without an answer yet. The answer to a broken request goes out after theirs (RFC
 * 9112 section 9.3.2): earlier it would pass for the answer to an accepted invoice.
 */
class Unanswered {
  private readonly of = new WeakMap<Duplex, Map<IncomingMessage, ServerResponse>>();

  readonly add = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const all = this.of.get(socket) ?? new Map<IncomingMessage, ServerResponse>();
    this.of.set(socket, all.set(request, response));
    response.once('close', () => all.delete(request));
  };

  whenOver(socket: Duplex, then: () => void): void {
    const whole = [...(this.of.get(socket) ?? [])].find(([request]) => request.complete);
    if (whole) whole[1].once('close', () => this.whenOver(socket, then));
    else then();
  }
}

function problemFor(detail: string, problemBase: string): string {
  const errors = [requestFinding('request', detail)];
  return JSON.stringify(toProblem({ kind: 'bad-request', detail, errors }, problemBase).body);
}

function answerWith(text: string, requestId: string): string {
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
