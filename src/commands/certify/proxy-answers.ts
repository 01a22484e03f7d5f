import type { IncomingHttpHeaders } from 'node:http';
import { RETRY_AFTER_SECONDS } from './scenarios.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders | Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** As the service answers where it is too busy. */
export const problem = (target: string, canned: CannedProblem, detail: string): Answer => ({
  status: canned.status,
  headers: { 'content-type': 'application/problem+json', 'retry-after': String(canned.retryAfter) },
  body: Buffer.from(
    JSON.stringify({
      type: `${target}/problems/${canned.type}`,
      title: canned.title,
      status: canned.status,
      detail,
    }),
  ),
});

interface CannedProblem {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly retryAfter: number;
}

export const RATE_LIMITED: CannedProblem = {
  status: 429,
  type: 'rate-limited',
  title: 'Too many requests',
  retryAfter: RETRY_AFTER_SECONDS,
};
export const BUSY: CannedProblem = { status: 503, type: 'busy', title: 'The service is busy', retryAfter: 1 };
