import type { Page } from 'playwright-core';
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

/** Light and dark, wide and narrow, on one opened page; it is light and wide again at the end. */
export async function inEachView(
  page: Page,
  check: (view: string, width: number) => Promise<void>,
): Promise<void> {
  for (const colours of ['light', 'dark'] as const) {
    await inColours(page, colours);
    for (const width of WIDTHS) {
      await resize(page, width);
      await check(`${colours}, ${width} px`, width);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, WIDTHS[0]);
}
