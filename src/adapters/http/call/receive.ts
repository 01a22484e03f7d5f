import type { Request } from 'express';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badRequest } from '../../../application/refusals/request-finding.ts';
import { CallFailed } from '../../../domain/failures.ts';
import { SCALE, type Weight } from './body-scale.ts';

/**
 * Takes a body in as it was sent. A length that is past the limit, or for which there is no room, is refused before anything
 * is read.
 * @throws CallFailed `payload-too-large`, `busy`, `bad-request` when it broke off.
 */
export async function receive(request: Request, limitBytes: number, weight: Weight): Promise<Buffer> {
  const said = Number(request.headers['content-length'] ?? 0);
  if (said > limitBytes) throw tooLarge(limitBytes);
  weight.setTo(said);
  // Who asks before sending (RFC 9110 section 10.1.1) is told to go on only now that nothing speaks against it.
  if (request.headers.expect?.toLowerCase() === '100-continue') request.res?.writeContinue();
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const settle = (end: () => void): void => {
      request.off('data', take).off('end', done).off('error', broken).off('close', broken);
      end();
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      try {
        if (length > limitBytes) throw tooLarge(limitBytes);
        if (length > said) weight.setTo(length);
      } catch (error) {
        // What else comes is not read.
        request.pause();
        settle(() => reject(error as Error));
      }
    };
    const done = (): void => settle(resolve);
    const broken = (error?: unknown): void =>
      settle(() => reject(badRequest('body', 'The body broke off.', error)));
    request.on('data', take).on('end', done).on('error', broken).on('close', broken);
  });
  return Buffer.concat(chunks, length);
}

const gunzipped = promisify(gunzip);

/**
 * The limit counts after inflation, which is done off the event loop. Gzip says at its end how much will come out: there has to
 * be room for that, and for as much as may come where it says too little.
 * @returns undefined when it is not gzip.
 */
export async function inflate(sent: Buffer, limitBytes: number, weight: Weight): Promise<Buffer | undefined> {
  for (const bound of [Math.min(saidToComeOut(sent), limitBytes), limitBytes]) {
    weight.setTo(bound);
    const inflated = await gunzipUpTo(bound, sent);
    if (inflated !== 'more') return inflated;
  }
  throw tooLarge(limitBytes);
}

/** RFC 1952 section 2.3.1, ISIZE. */
const saidToComeOut = (sent: Buffer): number =>
  Math.max(SCALE.from, sent.length < 4 ? 0 : sent.readUInt32LE(sent.length - 4));

async function gunzipUpTo(bytes: number, sent: Buffer): Promise<Buffer | 'more' | undefined> {
  try {
    return await gunzipped(sent, { maxOutputLength: bytes });
  } catch (error) {
    return error instanceof RangeError ? 'more' : undefined;
  }
}

const tooLarge = (limitBytes: number): CallFailed =>
  new CallFailed({ kind: 'payload-too-large', limitBytes });
