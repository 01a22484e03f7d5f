import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { untilPasses } from '../support/until.ts';

/** A page draws its parts as their answers come: what is read of it is awaited. */
const becomes = <T>(read: () => T | Promise<T>, expected: T, where?: string): Promise<void> =>
  untilPasses(async () => assert.deepEqual(await read(), expected, where));

/** The number of elements becomes this one. */
export const countBecomes = (elements: Locator, expected: number, where?: string): Promise<void> =>
  becomes(() => elements.count(), expected, where);

/** The texts of the elements become these. */
export const textsBecome = (elements: Locator, expected: readonly string[]): Promise<void> =>
  becomes<readonly string[]>(
    async () => (await elements.allInnerTexts()).map((text) => text.trim()),
    expected,
  );

/** The page becomes as wide as the window is: nothing of it is to be scrolled to. */
export const widthBecomes = (page: Page, expected: number, where?: string): Promise<void> =>
  becomes(() => page.evaluate<number>('document.documentElement.scrollWidth'), expected, where);

/** A parameter of the address becomes this one. Chromium tells of a new address after the press that led to it. */
export const parameterBecomes = (page: Page, name: string, expected: string | null): Promise<void> =>
  becomes(() => new URL(page.url()).searchParams.get(name), expected, name);
