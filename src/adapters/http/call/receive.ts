import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Request } from 'express';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badRequest } from '../../../application/requests/request-finding.ts';
import { CallFailed } from '../../../domain/failures.ts';
import { SCALE, type Weight } from './body-budget.ts';

/**
 * Reads a body as it arrives. If its announced length is past the limit, or if there is no room for it, it is refused before it
 * is read.
 * @throws CallFailed `payload-too-large`, `busy`, `bad-request` for a body that breaks off.
 */
export async function receive(request: Request, limitBytes: number, weight: Weight): Promise<Buffer> {
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  if (declaredBytes > limitBytes) throw tooLarge(limitBytes);
  weight.setTo(declaredBytes);
  // RFC 9110 section 10.1.1: a caller that asks first may send the body now.
  if (request.headers.expect?.toLowerCase() === '100-continue') request.res?.writeContinue();
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const settle = (end: () => void): void => {
      request.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
      end();
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      try {
        if (length > limitBytes) throw tooLarge(limitBytes);
        if (length > declaredBytes) weight.setTo(length);
      } catch (error) {
        // The rest of the body is not read.
        request.pause();
        settle(() => reject(error as Error));
      }
    };
    const finish = (): void => settle(resolve);
    const breakOff = (error?: unknown): void =>
      settle(() => reject(badRequest('body', say('calls.body-broke-off'), error)));
    request.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff);
  });
  return Buffer.concat(chunks, length);
}

const gunzipped = promisify(gunzip);

/**
 * Inflates off the event loop; the limit counts inflated bytes. Gzip states the length at its end: room is taken for that
 * length first, and for the limit if the statement is too low.
 * @returns undefined if the body is not gzip.
 */
export async function inflate(sent: Buffer, limitBytes: number, weight: Weight): Promise<Buffer | undefined> {
  for (const bound of [Math.min(readStatedLength(sent), limitBytes), limitBytes]) {
    weight.setTo(bound);
    const inflated = await gunzipUpTo(bound, sent);
    if (inflated !== 'more') return inflated;
  }
  throw tooLarge(limitBytes);
}

/** RFC 1952 section 2.3.1, ISIZE. */
const readStatedLength = (sent: Buffer): number =>
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
