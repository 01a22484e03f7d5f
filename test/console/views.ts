import type { Page } from 'playwright-core';
import { rowsFor, rowsOfProof } from '../support/volume.ts';
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

type Check = (view: string, width: number) => Promise<void>;

/** Light and dark, wide and narrow, on one opened page, outside a proof one of them in turn. */
export const inEachView = (page: Page, check: Check): Promise<void> =>
  inViews(page, rowsFor(VIEWS, (looks += 1)), check);

/** The same of what is not the first look at a page: outside a proof in none of them. */
export const inEachViewOfProof = (page: Page, check: Check): Promise<void> =>
  inViews(page, rowsOfProof(VIEWS), check);

/** The page is light and wide again at the end. */
async function inViews(page: Page, views: readonly (typeof VIEWS)[number][], check: Check): Promise<void> {
  if (views.length === 0) return;
  for (const [colours, width] of views) {
    await inColours(page, colours);
    await resize(page, width);
    await check(`${colours}, ${width} px`, width);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, WIDTHS[0]);
}
