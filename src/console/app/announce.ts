import { signal } from '@preact/signals';

/** The one polite live region says at most a sentence in this time. */
const PAUSE_MS = 10_000;

export const announced = signal('');
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** For what changes by itself. The newest sentence replaces one that still waits. */
export function announce(sentence: string): void {
  waiting = sentence;
  timer ??= speak();
}

/** For what the reader has just done: at once. */
export function confirm(sentence: string): void {
  announced.value = sentence;
}

function speak(): ReturnType<typeof setTimeout> | undefined {
  if (waiting === undefined) return undefined;
  announced.value = waiting;
  waiting = undefined;
  return setTimeout(() => {
    timer = speak();
  }, PAUSE_MS);
}
