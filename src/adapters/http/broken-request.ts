import type { Duplex } from 'node:stream';
import { toProblem } from './problem.ts';

/** Answers what is not even HTTP (or has more than 16 KB of headers) with a problem, too, and hangs up. */
export const answerBrokenRequest =
  (problemBase: string) =>
  (error: Error & { readonly code?: string }, socket: Duplex): void => {
    // The caller is gone: there is nobody to answer.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const detail =
      error.code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too long.' : 'The request is not valid HTTP.';
    const { body } = toProblem({ kind: 'bad-request', detail }, problemBase);
    const text = JSON.stringify(body);
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  };
