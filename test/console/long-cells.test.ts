import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered, type Submission } from '../support/erp.ts';
import { partOf, rowsFor } from '../support/volume.ts';
import { brokenInvoice, refuse } from './refused.ts';
import { resize } from './views.ts';
import { widthBecomes } from './reads.ts';
import { allDrawn, ConsoleWorld } from './world.ts';
import { untilPasses } from '../support/until.ts';

const WIDTHS = [1440, 1280, 1024, 760, 400, 390] as const;
const LANGUAGES = ['de', 'pl', 'fr', 'ro', 'en'] as const;

/** The columns of the lists have no more room than their words need. */
const NARROW = 880;

/** Without a place at which a line could end. */
const NUMBER = 'RECHNUNGOHNETRENNSTELLE2026112900000004711';
const BUYER = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikation';

/** Tables that are wider than their panel, with the cells that are wider than they may be. */
const TOO_WIDE = `[...document.querySelectorAll('.scroll-frame')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((frame) => [frame.scrollWidth, frame.clientWidth, ...[...frame.querySelectorAll('th, td')]
    .filter((cell) => cell.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1)
    .map((cell) => cell.className + ': ' + cell.textContent.slice(0, 60))].slice(0, 6).join(' | '))`;

/** Numbers of a usual length, of which a list has one on more than a line. */
const TORN = `[...document.querySelectorAll('main tbody th a, main tbody .c-invoice')]
  .filter(({ textContent }) => textContent.endsWith('/11/0121'))
  .map((number) => {
    const range = document.createRange();
    range.selectNodeContents(number);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  })`;

function namedBuyer(submission: Submission, name: string): Submission {
  const { document } = submission as unknown as { document: Submission['document'] & { buyer: object } };
  return { ...submission, document: { ...document, buyer: { ...document.buyer, name } } };
}

describeInChromium('long words in the lists, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('long-cells');
    const [first] = await world.sent([numbered(example('over-peppol'), 'L-1-NOTREG', 'REF-L-1')]);
    await world.settled(first!, ['rejected']);
    const [again] = await world.sent([
      namedBuyer(numbered(example('over-peppol'), `${NUMBER}-1`, 'REF-L-1'), BUYER),
    ]);
    await world.settled(again!, ['delivered']);
    const others = await world.sent([
      namedBuyer(numbered(example('over-peppol'), `${NUMBER}-NOTREG`, 'REFERENZ'.repeat(8)), BUYER),
      numbered(example('plain'), 'L-3'),
    ]);
    await world.settled(others[0]!, ['rejected']);
    await refuse(world.erp, brokenInvoice({ number: NUMBER, reference: `${NUMBER}/REFERENZ` }));
    const [late] = await world.sent([numbered(example('over-pl-ksef'), 'LATE-REJECT')]);
    await world.settled(late!, ['rejected']);
    const [usual] = await world.sent([numbered(example('over-pl-ksef'), '11/0121')]);
    await world.erp.post(`/invoices/${usual!}/share`, {});
    await world.erp.post(`/invoices/${again!}/share`, { note: BUYER });
    for (const row of ['DE03', 'L'.repeat(35)]) await refuse(world.erp, brokenInvoice({ number: row }));
  });
  afterEach(() => world.closePages());

  async function fits(page: Page, where: string, n: number): Promise<void> {
    for (const width of rowsFor(WIDTHS, n)) {
      await resize(page, width);
      await untilPasses(async () =>
        assert.deepEqual(await page.evaluate(TOO_WIDE), [], `${where}, ${width} px`),
      );
      await widthBecomes(page, width, where);
    }
  }

  const paths = [
    '/invoices',
    '/search?q=ref-l',
    '/search?q=RECHNUNG',
    '/refusals',
    '/to-correct',
    '/now',
    '/links',
    '/events?from=first',
  ];
  for (const [n, path] of partOf(paths, 2).entries())
    it(`leave each column in its panel on ${path}`, async () => {
      // The same one for all lists: a tab of another language is another browser.
      for (const language of rowsFor(LANGUAGES, 0)) {
        const opened = await world.openAs(world.erp.key, path, { language });
        await opened.page.locator('main tbody tr').first().waitFor();
        await allDrawn(opened, path);
        await fits(opened.page, `${path}, ${language}`, n);
      }
    });

  for (const path of ['/invoices', '/search?q=0121'])
    it(`have a number of a usual length on one line on ${path}`, async () => {
      const { page } = await world.openAs(world.erp.key, path, { language: 'de', width: NARROW });
      await page.locator('main tbody', { hasText: '/11/0121' }).waitFor();
      const torn = async () => new Set((await page.evaluate(TORN)) as number[]);
      await untilPasses(async () => assert.deepEqual(await torn(), new Set([1]), path));
    });

  it('leave a phone room for how late an invoice is, beside its buyer, amount, number and date', async () => {
    const viewing = { width: 400, language: 'de', touch: true };
    const { page } = await world.openAs(world.erp.key, '/invoices?due=late', viewing);
    const row = page.locator('tbody tr', { hasText: 'LATE-REJECT' });
    for (const text of [/^\d+\sTage zu spät$/, 'Vom Netz abgelehnt', /PLN$/, /\. (?:\w+\.?|\d{4})$/])
      await row.getByText(text).and(page.locator(':visible')).first().waitFor();
    await page.goto(`${world.service.url}/console/now`);
    const due = page.locator('.rows-due tbody tr', { hasText: 'LATE-REJECT' });
    await due.locator('.c-party').waitFor();
    await due.locator('.c-total', { hasText: 'PLN' }).waitFor();
  });
});
