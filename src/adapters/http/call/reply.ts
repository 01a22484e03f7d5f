import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import { inLanguage } from './in-language.ts';
import type { Reply, Streamed } from './answer.ts';
import type { Problem } from './problem.ts';

export async function sendReply(res: Response, reply: Reply): Promise<void> {
  const json = 'json' in reply ? await inLanguage(res, reply.json) : undefined;
  res.status(reply.status);
  if ('json' in reply) {
    for (const one of reply.cookies ?? []) res.append('Set-Cookie', one);
    return void res.json(json);
  }
  // Not by `set`, which adds a charset: a file states its own encoding.
  for (const [name, value] of Object.entries(reply.headers)) res.setHeader(name, value);
  if ('stream' in reply) return void res.end();
  // A HEAD request gets the length, too.
  if (reply.file) res.setHeader('Content-Length', reply.file.length);
  res.end(reply.file);
}

/**
 * Sends as fast as the caller reads. If the caller hangs up, or an error comes in the middle, the answer has no end, and no
 * client takes it for complete.
 * @param confirmKey throws if the key was revoked since.
 * @throws the error of the body or of `confirmKey`, after the connection has been closed.
 */
export async function sendStream(
  res: Response,
  { status, headers, stream }: Extract<Reply, { readonly stream: Streamed }>,
  confirmKey: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  res.status(status);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  let isWhole = false;
  try {
    await pipeline(confirm(stream.chunks, confirmKey), res);
    isWhole = true;
  } catch (error) {
    if (!isBrokenOff(error)) throw error;
  } finally {
    await stream.ended(isWhole);
  }
}

/** After so many bytes, or so much time, the key is looked up again. */
const [CONFIRMED_BYTES, CONFIRMED_MS] = [1_000_000, 1_000];

async function* confirm(
  chunks: AsyncIterable<Uint8Array>,
  confirmKey: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let [bytes, since] = [0, performance.now()];
  for await (const chunk of chunks) {
    if (bytes >= CONFIRMED_BYTES || performance.now() - since >= CONFIRMED_MS) {
      await confirmKey();
      [bytes, since] = [0, performance.now()];
    }
    bytes += chunk.length;
    yield chunk;
  }
}

const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

export async function sendProblem(res: Response, { status, headers, body }: Problem): Promise<void> {
  const worded = await inLanguage(res, body);
  res.status(status).set(headers).type('application/problem+json').json(worded);
}

/** JSON.stringify wrote the text, so parsing and writing it again gives the same bytes. It is kept in English and worded for each reader. */
export async function sendKept(res: Response, { status, headers, body }: KeptAnswer): Promise<void> {
  const worded = await inLanguage(res, JSON.parse(body));
  res.status(status).set(headers).json(worded);
}
