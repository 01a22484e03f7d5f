import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import { flowFrom } from './flow.ts';
import { jsonIn } from './json.ts';

/** 256 or 512 bits. */
const KEY_BYTES: ReadonlySet<number> = new Set([32, 64]);
/** Seconds since 1970. Its age is not checked: a repeated call only causes one more query. */
const TIMESTAMP = /^\d{1,19}$/;

/**
 * Reads a callback of version 1.3 (XP Z12-013, annex A): HMAC-SHA256 under the signing key over the SHA-256 of `<body>@<timestamp>`.
 * @param signingKey base64, as the platform gave it.
 */
export function parseCallback({ body, headers }: Callback, signingKey: string): CallbackHint | undefined {
  const { 'afnor-signature': signature = '', 'afnor-signature-timestamp': timestamp = '' } = headers;
  const key = Buffer.from(signingKey, 'base64');
  if (!KEY_BYTES.has(key.length) || !TIMESTAMP.test(timestamp)) return undefined;
  const fingerprint = createHash('sha256').update(body).update(`@${timestamp}`).digest();
  const expected = createHmac('sha256', key).update(fingerprint).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { trackingId, direction } = flowFrom(jsonIn(body)) ?? {};
  return direction === 'In' || trackingId === undefined ? {} : { submissionId: trackingId };
}
