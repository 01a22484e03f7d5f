import type { Response } from 'express';
import type { KeptAnswer } from '../../ports/idempotency-store.ts';
import type { Problem } from './problem.ts';

/** What a handler answers. */
export type Reply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Headers }
  | { readonly status: number; readonly file: Uint8Array; readonly headers: Headers };

type Headers = Readonly<Record<string, string>>;

export function sendReply(res: Response, reply: Reply): void {
  res.status(reply.status).set(reply.headers ?? {});
  if ('json' in reply) res.json(reply.json);
  else res.send(Buffer.from(reply.file.buffer, reply.file.byteOffset, reply.file.byteLength));
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
