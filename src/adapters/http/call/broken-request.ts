import type { Server } from 'node:http';
import { requestFinding } from '../../../application/refusals/request-finding.ts';
import type { AnswersInTurn } from './answers-in-turn.ts';
import { toProblem } from './problem.ts';

/** Errors of Node's HTTP parser by code. Any other error means that the bytes are not HTTP. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/**
 * Answers bytes that are not HTTP, and headers over 16 KB, with a problem, and closes the connection. Its earlier requests are answered
 * first (RFC 9112 section 9.3.2): an earlier answer would pass for that to an accepted invoice.
 */
export function answerBrokenRequests(
  server: Server,
  turns: Pick<AnswersInTurn, 'whenOver'>,
  problemBase: string,
  newRequestId: () => string,
): void {
  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    // The caller has hung up.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.pause();
    const problem = problemFor(REASONS[error.code ?? ''] ?? 'The request is not valid HTTP.', problemBase);
    turns.whenOver(socket, () => socket.end(answerWith(problem, newRequestId())));
  });
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
