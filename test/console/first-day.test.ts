import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { partOf, rowsFor } from '../support/volume.ts';
import { untilPasses } from '../support/until.ts';
import { textsBecome, widthBecomes } from './reads.ts';
import { resize, WIDTHS } from './views.ts';
import { allDrawn, ConsoleWorld } from './world.ts';

/** Panels and lists with nothing below their head. */
const EMPTY = `[...document.querySelectorAll('main .panel')]
  .filter((panel) => panel.checkVisibility() && panel.children[0]?.matches('.head'))
  .filter((panel) => panel.getBoundingClientRect().bottom - panel.children[0].getBoundingClientRect().bottom < 8)
  .map((panel) => panel.textContent)`;

describeInChromium('a service on its first day, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.start();
  });
  afterEach(() => world.closePages());
  after(() => world.stop());

  for (const [reader, paths] of [
    [
      'a clerk',
      ['/now', '/to-correct', '/invoices', '/refusals', '/received', '/reports', '/events', '/links'],
    ],
    ['the operator', ['/now', '/to-correct', '/clients', '/rules', '/webhooks']],
  ] as const)
    it(`shows ${reader} on each page what is there, and no panel that is empty`, async () => {
      const key = reader === 'a clerk' ? await world.key(['submit', 'read']) : OPERATOR_KEY;
      const opened = await world.openAs(key, paths[0]);
      const { page } = opened;
      const title = reader === 'a clerk' ? 'Nothing to do today' : 'No network has been called yet.';
      await textsBecome(page.locator('main h1'), [title]);
      for (const [n, path] of partOf(paths, 2).entries()) {
        await world.visit(opened, path);
        await allDrawn(opened, path);
        for (const width of rowsFor(WIDTHS, n)) {
          await resize(page, width);
          const where = `${path}, ${width} px`;
          await untilPasses(async () => assert.deepEqual(await page.evaluate(EMPTY), [], where));
          await widthBecomes(page, width, where);
        }
      }
    });
});
