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
 * Asks at once, and again whenever one of `on` changes. An answer that comes after a newer question is dropped.
 * @param on primitive values.
 */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  on: readonly (string | number | boolean | undefined)[],
): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'askAgain'>>(NOTHING_YET);
  const [times, setTimes] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const left = new AbortController();
    setState((before) => ({ ...before, isAsking: true }));
    void answered(latest.current(left.signal)).then((result) => {
      if (!left.signal.aborted) setState({ ...result, isAsking: false });
    });
    return () => left.abort();
    // Another key asks for itself: what the one before was refused comes now. Texts are in the reader's language.
  }, [...on, times, ownKey.value?.id, language.value]);
  const askAgain = useCallback(() => setTimes((before) => before + 1), []);
  return { ...state, askAgain };
}

const answered = <T>(call: Promise<T>): Promise<Pick<Answer<T>, 'data' | 'error'>> =>
  call.then(
    (data) => ({ data, error: undefined }),
    (error: unknown) => ({ data: undefined, error }),
  );

const NOTHING_YET = { data: undefined, error: undefined, isAsking: true } as const;

/** openapi-fetch answers with `data`; a refusal has thrown. */
export async function dataOf<T>(call: Promise<{ readonly data?: T | undefined }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Error('The answer has no body.');
  return data;
}
