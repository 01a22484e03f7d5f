import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.ts';

/** A page draws its parts as their answers come: what is read of it is awaited. */
async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let last: T | undefined;
  const isEqual = async (): Promise<boolean> => {
    last = await read();
    return JSON.stringify(last) === JSON.stringify(expected);
  };
  await until(isEqual, 'what the page shows').catch(() => assert.deepEqual(last, expected));
}

/** The number of elements becomes this one. */
export const countBecomes = (elements: Locator, expected: number): Promise<void> =>
  becomes(() => elements.count(), expected);

/** The texts of the elements become these. */
export const textsBecome = (elements: Locator, expected: readonly string[]): Promise<void> =>
  becomes<readonly string[]>(
    async () => (await elements.allInnerTexts()).map((text) => text.trim()),
    expected,
  );
