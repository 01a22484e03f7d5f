import type { Request, Response } from 'express';
import { callOf } from './call.ts';

/**
 * Bytes of an unwanted body that are read and discarded, so that a caller who sends everything before it reads gets the answer:
 * the size of the largest body. The body of an unauthenticated caller is not read.
 */
const TAKEN_BYTES = 5_000_000;

/** A connection that is closed while the other side sends is reset, and the answer may be lost. */
const LINGER_MS = 1_000;

/** True if the caller may still be sending. */
export const isUnread = ({ complete, headers }: Request): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Sends the whole answer, and closes the connection once the rest of the body has arrived or the time is over (RFC 9112 section
 * 9.6).
 */
export function answerAndHangUp(request: Request, res: Response, text: string): void {
  res.set('Connection', 'close').set('Content-Length', String(Buffer.byteLength(text)));
  res.write(text);
  const call = callOf(res);
  call.answeredAt = performance.now();
  const end = (): void => void res.end();
  const timer = setTimeout(end, LINGER_MS);
  res.once('close', () => clearTimeout(timer));
  if (call.caller) drop(request, end);
}

function drop(request: Request, done: () => void): void {
  let taken = 0;
  request.on('end', done).on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > TAKEN_BYTES) request.pause();
  });
  request.resume();
}
