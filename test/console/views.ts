import type { Page } from 'playwright-core';
import { rowsFor } from '../support/volume.ts';
import { drawn } from './world.ts';

/** The wide one first: it has the choice of the language. */
export const WIDTHS = [1440, 390] as const;

export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await drawn(page);
}

export async function inColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-colours=${colorScheme}]`).waitFor();
}

const VIEWS = [
  ['light', 1440],
  ['dark', 390],
  ['light', 390],
  ['dark', 1440],
] as const;
let looks = 0;

/** Light and dark, wide and narrow, on one opened page, outside a proof one of them in turn; it is light and wide again at the end. */
export async function inEachView(
  page: Page,
  check: (view: string, width: number) => Promise<void>,
): Promise<void> {
  looks += 1;
  for (const [colours, width] of rowsFor(VIEWS, looks)) {
    await inColours(page, colours);
    await resize(page, width);
    await check(`${colours}, ${width} px`, width);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, WIDTHS[0]);
}
