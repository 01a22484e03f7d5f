import type { Duplex } from 'node:stream';
import { requestFinding } from '../../../application/intake/request-finding.ts';
import { toProblem } from './problem.ts';

/** What the HTTP parser of Node cannot go on with, by its code; anything else is no HTTP. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Answers what is not even HTTP (or has more than 16 KB of headers) with a problem, too, and hangs up. */
export const answerBrokenRequest =
  (problemBase: string, newRequestId: () => string) =>
  (error: Error & { readonly code?: string }, socket: Duplex): void => {
    // The caller is gone: there is nobody to answer.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const detail = REASONS[error.code ?? ''] ?? 'The request is not valid HTTP.';
    const errors = [requestFinding('request', detail)];
    const { body } = toProblem({ kind: 'bad-request', detail, errors }, problemBase);
    const text = JSON.stringify(body);
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${newRequestId()}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  };
