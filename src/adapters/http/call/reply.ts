import type { Response } from 'express';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import type { Problem } from './problem.ts';

/** What a handler answers. */
export type Reply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly file?: Uint8Array; readonly headers: Headers };

type Headers = Readonly<Record<string, string>>;

export function sendReply(res: Response, reply: Reply): void {
  res.status(reply.status);
  if ('json' in reply) return void res.json(reply.json);
  // Not by `set`, which would add a charset: a file says itself how it is encoded.
  for (const [name, value] of Object.entries(reply.headers)) res.setHeader(name, value);
  // HEAD is told it, too.
  if (reply.file) res.setHeader('Content-Length', reply.file.length);
  res.end(reply.file);
}

export function sendProblem(res: Response, { status, headers, body }: Problem): void {
  res.status(status).set(headers).type('application/problem+json').json(body);
}

/** The text was made by `JSON.stringify`, so that reading and writing it again gives the same bytes. */
export function sendKept(res: Response, { status, headers, body }: KeptAnswer): void {
  res
    .status(status)
    .set(headers)
    .json(JSON.parse(body) as unknown);
}
