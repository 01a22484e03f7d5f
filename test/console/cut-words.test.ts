import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { partOf, rowsFor } from '../support/volume.ts';
import { pagesWithRecords } from './pages.ts';
import { brokenInvoice, refuse, sendFile } from './refused.ts';
import { resize } from './views.ts';
import { widthBecomes } from './reads.ts';
import { ConsoleWorld } from './world.ts';
import { untilPasses } from '../support/until.ts';

/** German and Polish have the longest words. */
const LANGUAGES = ['de', 'pl', 'fr', 'ro'] as const;
const WIDTHS = [1280, 400] as const;

/** Words that do not fit into what they stand in, and placeholders that are longer than their field. */
const CUT = `(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const pen = document.createElement('canvas').getContext('2d');
  const isCut = (input) => {
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = getComputedStyle(input, '::placeholder').font;
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return pen.measureText(input.placeholder).width > room;
  };
  return [
    ...shown('.brand, .entry, h1, .page-head button, .page-head .button, .filters button')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
    ...shown('body *')
      .filter((each) => /hidden|clip/.test(getComputedStyle(each).overflowX) && !each.closest('.unseen, .skip, .cm-editor, input, select, svg, [title]'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent, className }) => className + ': ' + textContent.slice(0, 80)),
    ...shown('input[placeholder]').filter(isCut).map(({ placeholder }) => placeholder),
  ];
})()`;

/** Ids of rules, terms and codes that begin on one line and end on another. */
const BROKEN_IDS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest('svg, pre, option, textarea, .cm-editor')) continue;
    for (const { 0: id, index } of node.data.matchAll(/\\b(?:B[TRG]|EI|PEPPOL|KSEF|ANAF)-[A-Z0-9][A-Z0-9-]*/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + id.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(id);
    }
  }
  return broken;
})()`;

/** Words of a select that are longer than it is. */
const CUT_CHOICES = `(() => {
  const pen = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('main select')].filter((each) => each.checkVisibility()).flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    const arrow = 20;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return [...select.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text);
  });
})()`;

async function choose(page: Page, language: string): Promise<void> {
  await resize(page, WIDTHS[0]);
  await page.locator('.rail .language select').selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

describeInChromium('words in other languages, in Chromium', () => {
  let world: ConsoleWorld;
  let pages: readonly string[];
  before(async () => {
    world = await ConsoleWorld.of('cut-words');
    pages = [...(await pagesWithRecords(world)), '/refusals'];
  });
  afterEach(() => world.closePages());

  it('are whole on each page, wide and narrow', async () => {
    const opened = await world.openAs(OPERATOR_KEY, '/invoices');
    const { page } = opened;
    for (const [n, path] of partOf(pages, 3).entries()) {
      await world.visit(opened, path);
      for (const language of rowsFor(LANGUAGES, n)) {
        await choose(page, language);
        for (const width of rowsFor(WIDTHS, n + 1)) {
          await resize(page, width);
          const where = `${path}, ${language}, ${width} px`;
          await untilPasses(async () => assert.deepEqual(await page.evaluate(CUT), [], where));
          await widthBecomes(page, width, where);
        }
      }
    }
  });

  it('leave ids whole where an invoice is corrected and where it is said what to correct, and the words of a choice', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'CUT-1' }));
    const file = exampleText('broken-xrechnung-cii.xml');
    const failed = await sendFile(world, file, 'CUT-2');
    await world.settled(failed.id, ['validation_failed']);
    const key = await world.key(['submit', 'read']);
    const opened = await world.openAs(key, '/invoices');
    const { page } = opened;
    for (const [n, path] of [
      `/refusals/${id}`,
      '/to-correct',
      `/invoices/${failed.id}`,
      `/invoices/${failed.id}/correct`,
      `/invoices/${failed.id}/document`,
    ].entries()) {
      await world.visit(opened, path);
      for (const language of rowsFor(LANGUAGES, n)) {
        await choose(page, language);
        for (const width of rowsFor([1440, 1280, 400, 390, 360], n + 2)) {
          await resize(page, width);
          const where = `${path}, ${language}, ${width} px`;
          await untilPasses(async () => assert.deepEqual(await page.evaluate(BROKEN_IDS), [], where));
          await untilPasses(async () => assert.deepEqual(await page.evaluate(CUT_CHOICES), [], where));
          await widthBecomes(page, width, where);
        }
      }
    }
  });

  it('are whole in the list of invoices of a clerk, where a date is one line', async () => {
    const { page } = await world.openAs(await world.key(['submit', 'read']), '/invoices');
    for (const [n, language] of rowsFor(LANGUAGES, 0).entries()) {
      await choose(page, language);
      for (const width of rowsFor([1440, ...WIDTHS], n)) {
        await resize(page, width);
        await untilPasses(async () =>
          assert.deepEqual(await page.evaluate(CUT), [], `${language}, ${width} px`),
        );
        const heights = await page
          .locator('td.c-date bdi')
          .evaluateAll((days) => days.map((day) => day.getClientRects().length));
        assert.deepEqual(
          heights.filter((lines) => lines > 1),
          [],
          `${language}, ${width} px`,
        );
      }
    }
  });

  it('lead to what was received with one press on a phone', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/invoices', { width: 400, touch: true });
    await page.locator('.foot-bar > a[href^="/console/received"]').tap();
    await page.locator('h1', { hasText: 'Received' }).waitFor();
  });
});
