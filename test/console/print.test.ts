import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { rowsFor } from '../support/volume.ts';
import { countBecomes } from './reads.ts';
import { brokenInvoice, refuse } from './refused.ts';
import { newTab } from './tabs.ts';
import { ConsoleWorld } from './world.ts';
import { brokenWordsIn } from './broken-words.ts';
import { untilPasses } from '../support/until.ts';

/** A4 upright at 96 dots an inch, without its margins: narrower than a phone in landscape. */
const PAPER = { width: 680, height: 1000 };
/** With its margins: what a page asks for when it is printed. */
const SHEET = { width: 794, height: 1123 };

const GROUND_OF_BAND = `getComputedStyle(document.querySelector('.paper .band')).backgroundColor`;

/** On how many lines each group of the account number stands. */
const LINES_OF_GROUPS = `(() => {
  const iban = [...document.querySelectorAll('.paper dd')].find((dd) => dd.textContent.startsWith('DE02'));
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length;
  };
  return [...iban.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(lines);
})()`;

/** Of the words of the first line, and of what is small below them. */
const LEFT_EDGES = `(() => {
  const left = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().left;
  };
  const details = document.querySelector('.paper .details');
  return [left(details.previousElementSibling.cells[1]), left(details.querySelector('p'))];
})()`;

/** Of the words behind the page. */
const LATE_MS = 500;

/** The texts of cells that are wider than their cell or leave the sheet. */
const CUT = `[...document.querySelectorAll('table.rows-invoices :is(th, td)')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > innerWidth)
  .map((cell) => cell.textContent)`;

/** An expression of the page: what stands in elements, as it is read aloud and copied. */
const TEXTS = (elements: { readonly textContent: string | null }[]) =>
  elements.map(({ textContent }) => textContent?.replace(/\s+/g, ' ') ?? '');

describeInChromium('a printed page of the console, in Chromium', function () {
  let world: ConsoleWorld;
  let ids: readonly string[];
  before(async function () {
    world = await ConsoleWorld.of('printing');
    ids = await world.sent([
      numbered(example('over-peppol'), 'P-1'),
      numbered(example('over-peppol'), 'P-2026-RECHNUNG-0000004711'),
    ]);
    await world.erp.received('PL-KSEF', exampleText('fa3.xml'));
  });
  afterEach(() => world.closePages());

  it('has whose it is, of when, the chosen view and every column of a list', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices?route=PEPPOL', PAPER);
    // The day of intake makes room for numbers and names.
    const headings = page.locator('table.rows-invoices thead th:not(.box, [data-column=taken-in])');
    await headings.first().waitFor({ state: 'attached' });
    const count = await headings.count();
    await page.emulateMedia({ media: 'print' });
    for (let n = 0; n < count; n += 1)
      await untilPasses(async () => assert.equal(await headings.nth(n).isVisible(), true, String(n)));
    await untilPasses(async () =>
      assert.match(await page.locator('.printed').innerText(), /^printing · printed: \w+, \d+ \w+ \d{4} at /),
    );
    const filters = page.locator('.filters');
    await countBecomes(filters.locator('.chip:visible'), 2);
    await untilPasses(async () => assert.match(await filters.innerText(), /^All\s*\d*\s*Peppol\s*$/));
    for (const name of ['.rail', '.top-bar', '.pager', '.skip', '#list-search', '.box'])
      await untilPasses(async () => assert.equal(await page.locator(name).first().isVisible(), false, name));
    assert.ok((await page.pdf({ preferCSSPageSize: true })).length > 0);
  });

  for (const list of rowsFor(['/invoices', '/received'], 1))
    it(`has every column of ${list} on A4 upright, none cut`, async () => {
      const { page } = await world.openAs(world.erp.key, list, { ...PAPER, language: 'de' });
      await page.locator('table.rows-invoices tbody tr').first().waitFor();
      await page.emulateMedia({ media: 'print' });
      await page.locator('.c-party:not(:empty)').first().waitFor();
      await untilPasses(async () => {
        assert.deepEqual(await page.evaluate(CUT), []);
        assert.deepEqual(await page.evaluate(brokenWordsIn('main table')), []);
      });
      const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' });
      assert.match(pdf.toString('latin1'), /\/MediaBox \[0 0 59\d(?:\.\d+)? 84\d/);
    });

  it('is the invoice with its facts and its course, without buttons', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids[0]!}`, PAPER);
    await page.locator('.timeline').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await untilPasses(async () => {
      assert.equal(await page.locator('.printed').isVisible(), true);
      assert.equal(await page.locator('.page-head .acts').isVisible(), false);
      assert.equal(await page.locator('.facts').first().isVisible(), true);
      assert.equal(await page.locator('.timeline table').isVisible(), true);
      assert.equal(await page.locator('.split > .detail').isVisible(), false);
      assert.equal(await page.locator('main .button:visible').count(), 0);
    });
    assert.ok((await page.pdf({ preferCSSPageSize: true })).length > 0);
  });

  it('of a proof is one sheet, and on a phone its table has no head before each value', async () => {
    await world.settled(ids[0]!, ['delivered']);
    // A page of the console would forbid the style of this one.
    const page = await newTab({ viewport: { width: 400, height: 800 } });
    const headers = { authorization: `Bearer ${world.erp.key}`, accept: 'text/html' };
    const answer = await fetch(`${world.service.url}/invoices/${ids[0]!}/proof`, { headers });
    await page.setContent(await answer.text());
    const contents = `[...document.querySelectorAll('.paper td')].map((cell) => getComputedStyle(cell, '::before').content)`;
    assert.deepEqual([...new Set(await page.evaluate<readonly string[]>(contents))], ['none']);
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  });

  it('is the document alone and whole, also from a wide screen: no checks, no source', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids[0]!}/document`);
    const paper = page.locator('.paper-frame');
    await paper.waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    const cut =
      '(frame) => frame.scrollHeight > frame.clientHeight + 1 || frame.scrollWidth > frame.clientWidth + 1';
    await untilPasses(async () => {
      assert.equal(await paper.isVisible(), true);
      assert.equal(await paper.evaluate(`(${cut})(document.querySelector('.paper-frame'))`), false);
      for (const name of ['.layer-strip', '.source', '.finding-list', '[role=tablist]'])
        assert.equal(await page.locator(`${name}:visible`).count(), 0, name);
      // Words on a ground that is not printed are grey.
      assert.equal(await page.evaluate(GROUND_OF_BAND), 'rgba(0, 0, 0, 0)');
    });
  });

  it('breaks an account number between its groups alone, and has what is small of a line below its words', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids[0]!}/document`, SHEET);
    await page.locator('.paper .details p').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await untilPasses(async () => {
      assert.deepEqual(await page.evaluate(LINES_OF_GROUPS), [1, 1, 1, 1, 1, 1]);
      const [words, small] = await page.evaluate<readonly [number, number]>(LEFT_EDGES);
      assert.ok(Math.abs(words - small) < 1, `${words} and ${small}`);
    });
  });

  it('has gaps between the values of a list to correct, and what was not taken in place of the link to it', async () => {
    const [refused] = await world.sent([numbered(example('over-peppol'), 'P-NOTREG', 'REF-P')]);
    await world.settled(refused!, ['rejected']);
    await refuse(world.erp, brokenInvoice({ number: 'P-NOT-TAKEN' }));
    const { page } = await world.openAs(world.erp.key, '/to-correct', PAPER);
    await page.locator('.rows-care .party').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await untilPasses(async () => {
      const lines = await page.locator('.rows-care .one').evaluateAll(TEXTS);
      assert.ok(
        lines.some((line) => /P-NOTREG [\d.,]+\sEUR \S/.test(line)),
        lines.join('\n'),
      );
      assert.equal(await page.locator('.not-taken').isVisible(), false);
      assert.match(await page.locator('.on-paper li').innerText(), /^printing\/P-NOT-TAKEN |^P-NOT-TAKEN /);
    });
  });

  it('has what was not taken in the language of the reader, also where its words come late', async () => {
    const { page } = await world.openAs(world.erp.key, '/now', { ...PAPER, language: 'de' });
    await page.route('**/console/assets/*.json', async (route) => {
      await setTimeout(LATE_MS);
      await route.continue();
    });
    const languages: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (/\/(?:care|refusals)\?|\/refusals$/.test(request.url()))
        languages.push(request.headers()['accept-language']);
    });
    await page.goto(page.url().replace('/now', '/to-correct'));
    await page.emulateMedia({ media: 'print' });
    await page.locator('.on-paper li', { hasText: 'P-NOT-TAKEN' }).waitFor();
    assert.ok(languages.length > 0);
    assert.deepEqual([...new Set(languages)], ['de']);
  });

  it('says which rows of how many it has, and in which order', async () => {
    const rest = Array.from({ length: 24 }, (_, n) => numbered(example('over-peppol'), `P-${n + 3}`));
    await world.sent(rest);
    const { page } = await world.openAs(world.erp.key, '/invoices', PAPER);
    const pager = page.locator('.pager');
    await pager.waitFor();
    await page.emulateMedia({ media: 'print' });
    await untilPasses(async () => assert.match(await pager.innerText(), /^1 to 25 of 27, newest first$/));
  });
});
