import { pause } from '../../../support/calls.ts';

/** @throws Error if it takes longer. */
export async function within<T>(ms: number, what: string, doing: Promise<T>): Promise<T> {
  const late = pause(ms).then(() => Promise.reject(new Error(`${what}: nothing for ${ms} ms`)));
  return Promise.race([doing, late]);
}

/** Asks until the condition holds. @returns whether it did in time. */
export async function soon(ms: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    if (await holds()) return true;
    await pause(100);
  }
  return holds();
}
