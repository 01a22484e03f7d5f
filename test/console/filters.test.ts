import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { rowsFor } from '../support/volume.ts';
import { complaintsOfAxe } from './axe.ts';
import { parameterBecomes, textsBecome, widthBecomes } from './reads.ts';
import { allDrawn, ConsoleWorld } from './world.ts';

/** An expression of the page: whether the chosen view is within the screen. */
const IS_IN_SIGHT = `(() => {
  const { left, right } = document.querySelector('.views [aria-current]').getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
})()`;

/** An expression of the page: how many lines the filters take. */
const LINES = `(() => {
  const shown = [...document.querySelectorAll('.views > *, .filters > :not(.views, .gap, .divider)')];
  return new Set(shown.map((one) => { const { top, height } = one.getBoundingClientRect(); return Math.round(top + height / 2); })).size;
})()`;

/** An expression of the page: whether the whole of the sheet's button lies within the screen, and nothing above it. */
const IS_DONE_PRESSED = `(() => {
  const button = document.querySelector('.menu-box .done');
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const isReached = (y) => document.elementFromPoint((left + right) / 2, y) === button;
  return bottom <= innerHeight - 8 && isReached(top + 2) && isReached(bottom - 2);
})()`;

const PHONE = { width: 390, touch: true } as const;

describeInChromium('the filters of a list, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('filters');
    await world.sent(['F-1', 'F-2'].map((number) => numbered(example('over-peppol'), number)));
    await world.sent([numbered(example('plain'), 'F-3')]);
  });
  afterEach(() => world.closePages());

  const menu = (page: Page) => page.locator('.menu.sheet > button');
  const rows = (page: Page) => page.locator('.rows-invoices tbody tr');
  const countBecomes = (page: Page, count: number): Promise<void> =>
    until(async () => (await rows(page).count()) === count, `${count} rows are shown`, 60_000, 50);

  for (const language of rowsFor(['de', 'pl'], 0))
    it(`take one line on a wide screen (${language})`, async () => {
      for (const path of rowsFor(['/invoices', '/received'], 0)) {
        const opened = await world.openAs(world.erp.key, path, { language });
        await allDrawn(opened, path);
        await untilPasses(async () => assert.equal(await opened.page.evaluate(LINES), 1, path));
      }
    });

  it('have the chosen view in sight on a phone, also after another is chosen', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices?view=cancelled', { width: 390, touch: true });
    const { page } = opened;
    await allDrawn(opened, 'the list');
    await untilPasses(async () => assert.equal(await page.evaluate(IS_IN_SIGHT), true));
    await page.getByRole('link', { name: /^Buyer asks/ }).tap();
    await allDrawn(opened, 'the view');
    await untilPasses(async () => assert.equal(await page.evaluate(IS_IN_SIGHT), true));
  });

  it('open from one button by a finger, say how many are set, and are cleared', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices', { width: 390, touch: true });
    const { page, complaints } = opened;
    await countBecomes(page, 3);
    await menu(page).tap();
    await page.getByLabel('Peppol').tap();
    await page.getByLabel('Period', { exact: true }).selectOption('2026');
    await untilPasses(async () => assert.equal(await menu(page).innerText(), 'Filter (2)'));
    assert.deepEqual(await complaintsOfAxe(page), []);
    await page.getByRole('button', { name: 'Show the list' }).tap();
    await page.locator('.menu-box').waitFor({ state: 'detached' });
    await countBecomes(page, 2);
    await widthBecomes(page, 390);
    await menu(page).tap();
    await page.getByRole('link', { name: 'Clear all' }).tap();
    await countBecomes(page, 3);
    await untilPasses(async () => assert.equal(await menu(page).innerText(), 'Filter'));
    assert.deepEqual(complaints, []);
  });

  it('name on a phone what is set, below the field, each to be taken away', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices?period=2026-10&route=PEPPOL', PHONE);
    const { page } = opened;
    await allDrawn(opened, 'the list');
    const set = page.locator('.chip.set');
    await textsBecome(set, ['Peppol', 'Date of the invoice: October 2026']);
    const field = page.locator('.filters .search');
    await untilPasses(async () => {
      const [name, search] = [await set.last().boundingBox(), await field.boundingBox()];
      assert.ok(name!.y >= search!.y + search!.height);
    });
    await widthBecomes(page, 390);
    await page.getByRole('link', { name: /^Clear .*October 2026$/ }).tap();
    await parameterBecomes(page, 'period', null);
    await textsBecome(set, ['Peppol']);
  });

  for (const height of rowsFor([800, 568], 1))
    it(`have their button in sight on a phone, however the sheet is moved (${height} px)`, async () => {
      const opened = await world.openAs(world.erp.key, '/invoices?period=2026-10', { ...PHONE, height });
      const { page } = opened;
      await allDrawn(opened, 'the list');
      await menu(page).tap();
      for (const top of [0, 10_000]) {
        await page.locator('.menu-box .fields').evaluate(`(box) => box.scrollTo(0, ${top})`);
        await untilPasses(async () => assert.equal(await page.evaluate(IS_DONE_PRESSED), true, `${top}`));
      }
    });

  for (const width of rowsFor([1440, 390], 0))
    it(`take the keyboard alone (${width} px)`, async () => {
      const { page } = await world.openAs(world.erp.key, '/invoices', { width });
      await countBecomes(page, 3);
      await menu(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await untilPasses(async () => assert.equal(await page.locator('.menu-box :focus').isChecked(), true));
      await page.keyboard.press('Escape');
      await page.locator('.menu-box').waitFor({ state: 'detached' });
      await untilPasses(async () =>
        assert.equal(await page.locator('.menu.sheet > button:focus').innerText(), 'Filter (1)'),
      );
      await untilPasses(async () => assert.ok(new URL(page.url()).searchParams.has('route')));
    });

  it('that are set on a wide screen go by a press on each', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices?route=PEPPOL&state=rejected');
    await page.getByRole('link', { name: 'Clear Peppol' }).click();
    await page.getByRole('link', { name: 'Clear Refused by network' }).click();
    await countBecomes(page, 3);
  });

  it('are not those of a file: its period leaves the list as it is, and the box says that it is made and when it is done', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices');
    await countBecomes(page, 3);
    let go = (): void => undefined;
    const isLooked = new Promise<void>((resolve) => (go = resolve));
    const periods: (string | null)[] = [];
    await page.route('**/exports/archive?*', async (route) => {
      periods.push(new URL(route.request().url()).searchParams.get('issued_from'));
      await isLooked;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const box = page.locator('.page-head .menu-box');
    await box.getByLabel('Period', { exact: true }).selectOption('2025');
    await box.getByLabel('Quarter or month').selectOption('Q2');
    await box.getByRole('button', { name: 'Archive for the auditor (ZIP)' }).click();
    await box.getByText(/being made/).waitFor();
    const download = page.waitForEvent('download');
    go();
    assert.match((await download).suggestedFilename(), /2025-04-01_2025-06-30\.zip$/);
    await box.getByText(/: downloaded\.$/).waitFor();
    assert.deepEqual(periods, ['2025-04-01']);
    await countBecomes(page, 3);
    await parameterBecomes(page, 'period', null);
  });

  it('do not hide what waits: Now has it before the routes on a phone and on a wide screen, and says that no deadline ends soon', async () => {
    const opened = await world.openAs(world.erp.key, '/now', { width: 390, touch: true });
    const { page } = opened;
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByRole('link', { name: /^\d+ invoices? to send to the buyers? yourself$/ }).waitFor();
    await allDrawn(opened, 'Now');
    const topOf = async (part: string): Promise<number> => (await page.locator(part).boundingBox())!.y;
    await untilPasses(async () =>
      assert.ok((await topOf('section.panel >> nth=0')) < (await topOf('.lamps'))),
    );
    await today.locator('.no-deadline:visible').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.split.now').first().waitFor();
    await untilPasses(async () =>
      assert.ok((await topOf('section.panel >> nth=0')) < (await topOf('.lamps'))),
    );
    await today.locator('.no-deadline:visible').waitFor();
  });
});
