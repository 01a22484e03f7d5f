import type http from 'node:http';
import type { Answered, OutboundAnswer, OutboundRequest } from '../../ports/outbound.ts';

/** Reads an answer to its end. @param fail for an answer that is too large or breaks off. */
export function readAnswer(
  response: http.IncomingMessage,
  { maxBytes }: Pick<OutboundRequest, 'maxBytes'>,
  end: (answer: OutboundAnswer) => void,
  fail: (reason: string) => void,
): void {
  const parts: Buffer[] = [];
  let length = 0;
  response.on('data', (part: Buffer) => {
    length += part.length;
    if (length > maxBytes) fail('answer too large');
    else parts.push(part);
  });
  response.on('error', (error) => fail(errorCode(error)));
  response.on('aborted', () => fail('aborted'));
  response.on('end', () => end(answerWith(response, Buffer.concat(parts))));
}

export function answerWith(
  { statusCode: status = 0, headers }: http.IncomingMessage,
  body: Uint8Array,
): Answered {
  const named = Object.entries(headers).map(([name, value]) => [name, value?.toString()]);
  return {
    outcome: 'answered',
    status,
    headers: Object.fromEntries(named),
    ...retryAfter(headers['retry-after']),
    body,
  };
}

const DAY_S = 86_400;

/** RFC 9110 section 10.2.3: seconds or a date; any other value is ignored. */
function retryAfter(header: string | undefined): { readonly retryAfterSeconds?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: Math.min(Math.max(seconds, 0), DAY_S) };
}

export const errorCode = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
