import { retryAfterMs } from './problem.ts';

export interface RetryOptions {
  /** The most repetitions of one call. The default is 5. */
  readonly maxRetries?: number | undefined;
  /** A call is given up if the service asks for a longer wait. The default is two minutes. */
  readonly maxWaitMs?: number | undefined;
  /** The most time from a call to the head of its answer. The default is a minute. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the `fetch` of the runtime. */
  readonly fetch?: typeof fetch | undefined;
}

export const MAX_RETRIES = 5;
const MAX_WAIT_MS = 120_000;
const TIMEOUT_MS = 60_000;

/** Without a `Retry-After`: from half a second, doubled each time. */
const FIRST_WAIT_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/** Refused before anything was done, so that each call may be repeated. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);
/** What a failing service or a proxy before it answers: the call may have been made. */
const OUTCOME_UNKNOWN: ReadonlySet<number> = new Set([500, 502, 504]);

/** Calls by POST that change nothing. */
const READS: readonly RegExp[] = [/\/validate(\/xml)?$/, /\/invoices\/export$/];

/**
 * A `fetch` that repeats a call as long as the same call can succeed. A call that may have been made is repeated only if twice is
 * the same as once: it reads, or an Idempotency-Key names it.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { maxRetries = MAX_RETRIES, maxWaitMs = MAX_WAIT_MS } = options;
  return async (request) => {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry >= maxRetries;
      const answer = await fetchOnce(isLast ? request : request.clone(), options).catch((error: unknown) => {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error;
        return undefined;
      });
      if (answer && (isLast || !(await isTemporary(request, answer)))) return answer;
      const waitMs = (answer && retryAfterMs(answer.headers)) ?? backoffMs(retry);
      if (answer && waitMs > maxWaitMs) return answer;
      await answer?.body?.cancel();
      await pause(waitMs, request.signal);
    }
  };
}

/** @throws DOMException `TimeoutError` if no answer begins in time. */
export async function fetchOnce(
  request: Request,
  { fetch: call = fetch, timeoutMs = TIMEOUT_MS }: RetryOptions,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(timedOut(request, timeoutMs)), timeoutMs);
  try {
    return await call(new Request(request, { signal: AbortSignal.any([request.signal, late.signal]) }));
  } finally {
    clearTimeout(timer);
  }
}

const timedOut = ({ method, url }: Request, ms: number): DOMException =>
  new DOMException(`${method} ${url} was not answered within ${ms} ms.`, 'TimeoutError');

const isRepeatable = ({ method, url, headers }: Request): boolean =>
  method !== 'POST' ||
  headers.has('Idempotency-Key') ||
  READS.some((path) => path.test(new URL(url).pathname));

async function isTemporary(request: Request, answer: Response): Promise<boolean> {
  if (REFUSED_FOR_NOW.has(answer.status)) return true;
  if (OUTCOME_UNKNOWN.has(answer.status)) return isRepeatable(request);
  return answer.status === 409 && isInProgress(await answer.clone().text());
}

/** The first request with the same Idempotency-Key still runs: its answer is on its way. */
const isInProgress = (problem: string): boolean => problem.includes('/request-in-progress"');

/** Callers that failed together do not come back together. */
export const backoffMs = (retry: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** retry, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2);

/** @throws the reason of the signal, as soon as it is given. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
