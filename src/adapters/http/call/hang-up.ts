import type { Request, Response } from 'express';
import { callOf } from './call.ts';

/**
 * Bytes of an unwanted body that are taken and thrown away, so that a caller who sends all of it before reading gets the answer:
 * as much as the largest body has. None is taken of an unauthenticated caller.
 */
const TAKEN_BYTES = 5_000_000;

/** A connection that is closed while the other side still sends is reset, and the answer may be lost on its way. */
const LINGER_MS = 1_000;

/** Whether the caller may still be sending. */
export const isUnread = ({ complete, headers }: Request): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Sends an answer whole, and closes the connection when the rest of the body has come or nothing more is waited for (RFC 9112
 * section 9.6). What the caller goes on sending is not read for long.
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
