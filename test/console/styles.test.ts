import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { exampleText } from '../support/example-file.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { partOf, rowsFor } from '../support/volume.ts';
import { pagesWithRecords } from './pages.ts';
import { brokenInvoice, refuse, sendFile } from './refused.ts';
import { resize, WIDTHS } from './views.ts';
import { allDrawn, ConsoleWorld, type Opened } from './world.ts';

const ASSETS = fileURLToPath(new URL('../../dist/console/assets', import.meta.url));

/** Selectors of files that are not read and match something here; what a state or a pseudo-element adds to them is left out. */
const missedOf = (files: readonly string[]): string => `(async () => {
  const read = new Set([...document.styleSheets].map(({ href }) => href.split('/').at(-1)));
  const rulesOf = (rules) => [...rules].flatMap((rule) => [rule, ...rulesOf(rule.cssRules ?? [])]);
  const missed = [];
  for (const file of ${JSON.stringify(files)}.filter((each) => !read.has(each))) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch('/console/assets/' + file)).text());
    for (const { selectorText } of rulesOf(sheet.cssRules)) {
      const plain = selectorText?.replaceAll(/::?(after|before|hover|active|focus-visible|focus)\\b/g, '');
      if (plain && document.querySelector(plain)) missed.push(file.replace(/-\\w+[.]css$/, '') + ': ' + selectorText);
    }
  }
  return missed;
})()`;

/** Notes how the lamps of _Now_ are laid out at the moment they come into the page. */
const WATCH_LAMPS = `new MutationObserver((_, observer) => {
  const lamps = document.querySelector('.lamps');
  if (!lamps) return;
  window.layoutOfLamps = getComputedStyle(lamps).display;
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });`;

const namesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('link[rel=stylesheet]')]
    .map(({ href }) => /look-(.+)-\\w+[.]css$/.exec(href)[1])`);

describeInChromium('the styles of the console, in Chromium', () => {
  let world: ConsoleWorld;
  let pages: readonly string[];
  before(async () => {
    world = await ConsoleWorld.of('styles');
    const { id } = await sendFile(world, exampleText('broken-xrechnung-cii.xml'), 'RE-styles');
    const refusal = await refuse(world.erp, brokenInvoice({ number: 'RE-styles-2' }));
    await world.settled(id, ['validation_failed']);
    pages = [
      ...(await pagesWithRecords(world)),
      ...[`/invoices/${id}`, `/invoices/${id}/document`, `/invoices/${id}/correct`],
      ...['/refusals', `/refusals/${refusal}`, '/rules?rule=PEPPOL-EN16931-R121'],
    ];
  });
  afterEach(() => world.closePages());

  async function openAfresh(opened: Opened, path: string): Promise<void> {
    await opened.page.goto(`${world.service.url}/console${path}`);
    await opened.page.locator('main h1').waitFor();
    await allDrawn(opened, path);
  }

  it('are read with each page that has them, wide and narrow', async () => {
    const files = readdirSync(ASSETS)
      .filter((name) => name.endsWith('.css.gz'))
      .map((name) => name.slice(0, -'.gz'.length));
    assert.ok(files.length > 10);
    const opened = await world.openAs(OPERATOR_KEY, '/invoices');
    const missed: string[] = [];
    for (const [n, path] of partOf(pages, 4).entries()) {
      await openAfresh(opened, path);
      for (const width of rowsFor(WIDTHS, n)) {
        await resize(opened.page, width);
        for (const each of await opened.page.evaluate<readonly string[]>(missedOf(files)))
          missed.push(`${path}, ${width} px: ${each}`);
      }
    }
    assert.deepEqual(missed, []);
  });

  it('hold against each other in one order, whichever page is opened first, and those for a finger against all', async () => {
    const orders = [];
    const some = partOf(pages, 3, 1);
    for (const order of [some, some.toReversed()]) {
      const opened = await world.openAs(OPERATOR_KEY, order[0]!);
      for (const path of order) await world.visit(opened, path);
      orders.push(await namesOf(opened.page));
    }
    assert.deepEqual(orders[0], orders[1]);
    assert.ok(orders[0]!.length > 10);
    assert.equal(orders[0]!.at(-1), 'touch');
  });

  it('are there when their page is drawn', async () => {
    const opened = await world.openAs(OPERATOR_KEY, '/invoices');
    const { page } = opened;
    await page.addInitScript(WATCH_LAMPS);
    const asked = new Promise<Route>((resolve) => void page.route('**/look-now-*.css', resolve));
    await page.goto(`${world.service.url}/console/now`, { waitUntil: 'commit' });
    const route = await asked;
    await page.locator('main .skeleton').waitFor({ state: 'attached' });
    await route.continue();
    await page.locator('.lamps').waitFor();
    assert.equal(await page.evaluate('layoutOfLamps'), 'grid');
  });

  it('are asked for again after a call that failed', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/invoices');
    await page.route('**/look-now-*.css', (route) => route.abort(), { times: 1 });
    await page.goto(`${world.service.url}/console/now`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.lamps').waitFor();
    assert.deepEqual((await namesOf(page)).slice(-2), ['now', 'touch']);
  });
});
