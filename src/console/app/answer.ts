import { ServiceProblem } from '../../client/client.ts';
import { ownKey } from './session.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { language } from './words.ts';

/** What a call has answered so far. During another call the earlier answer stays. */
export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

/**
 * Asks at once, and again whenever one of `on` changes. An answer that comes after a newer question is dropped. Over a rate it asks again by
 * itself once that is over; what the same question was answered before stays until then.
 * @param on primitive values.
 */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  on: readonly (string | number | boolean | undefined)[],
): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'askAgain'>>(NOTHING_YET);
  const [times, setTimes] = useState(0);
  const askAgain = useCallback(() => setTimes((before) => before + 1), []);
  // Another key asks for itself: what the one before was refused comes now. Texts are in the reader's language.
  const question = [...on, ownKey.value?.id, language.value];
  const answeredQuestion = useRef('');
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const left = new AbortController();
    setState((before) => ({ ...before, isAsking: true }));
    void answered(latest.current(left.signal)).then((result) => {
      if (left.signal.aborted) return;
      const stays = isOverRate(result.error) && answeredQuestion.current === String(question);
      if (!isOverRate(result.error)) answeredQuestion.current = String(question);
      setState(({ data }) => ({ ...result, ...(stays && { data }), isAsking: false }));
    });
    return () => left.abort();
  }, [...question, times]);
  useEffect(() => askAfterWait(state.error, askAgain), [state.error]);
  return { ...state, askAgain };
}

const answered = <T>(call: Promise<T>): Promise<Pick<Answer<T>, 'data' | 'error'>> =>
  call.then(
    (data) => ({ data, error: undefined }),
    (error: unknown) => ({ data: undefined, error }),
  );

const MIN_WAIT_MS = 1000;

/** The service names the time after which the same call can succeed. */
export const isOverRate = (error: unknown): error is ServiceProblem & { readonly retryAfterMs: number } =>
  error instanceof ServiceProblem && error.retryAfterMs !== undefined;

/** Asks again once a call that came over a rate can succeed. @returns a function that ends it; undefined after another error. */
export function askAfterWait(error: unknown, ask: () => void): (() => void) | undefined {
  if (!isOverRate(error)) return undefined;
  const timer = setTimeout(ask, Math.max(error.retryAfterMs, MIN_WAIT_MS));
  return () => clearTimeout(timer);
}

const NOTHING_YET = { data: undefined, error: undefined, isAsking: true } as const;

/** openapi-fetch answers with `data`; a refusal has thrown. */
export async function dataOf<T>(call: Promise<{ readonly data?: T | undefined }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Error('The answer has no body.');
  return data;
}
