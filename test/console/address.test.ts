import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { partOf } from '../support/volume.ts';
import { ConsoleWorld } from './world.ts';
import { untilPasses } from '../support/until.ts';

/** What is chosen on a page, and what shows that it is. */
const CHOICES: readonly {
  readonly what: string;
  readonly path: string;
  readonly choose: (page: Page) => Promise<void>;
  readonly shown: (page: Page) => Locator;
}[] = [
  {
    what: 'the packs as a table',
    path: '/rules',
    choose: (page) => page.getByRole('button', { name: 'Show as table' }).first().press('Enter'),
    shown: (page) => page.getByRole('table', { name: 'Packs by layer, as a table' }),
  },
  {
    what: 'the rows of a list',
    path: '/invoices',
    choose: (page) => page.getByRole('checkbox', { name: 'Choose all rows of this page' }).press('Space'),
    shown: (page) => page.getByRole('group', { name: /chosen/ }),
  },
  {
    what: 'a closed group',
    path: '/to-correct',
    choose: (page) => page.locator('.rows-care .icon-button').first().click(),
    shown: (page) => page.getByRole('button', { name: /^Show the invoices/ }).first(),
  },
  {
    what: 'some of the clients',
    path: '/clients',
    choose: (page) => page.getByLabel('Find a client').fill('nobody'),
    shown: (page) => page.getByText('No client matches.'),
  },
];

describeInChromium('the address of a page, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('address');
    const ids = await world.sent([numbered(example('over-pl-ksef'), 'FV/1-REJECT')]);
    await world.settled(ids[0]!, ['rejected']);
  });
  afterEach(() => world.closePages());

  for (const { what, path, choose, shown } of partOf(CHOICES, 2))
    it(`keeps ${what} over a reload`, async () => {
      const key = path === '/clients' ? OPERATOR_KEY : world.erp.key;
      const { page } = await world.openAs(key, path);
      await choose(page);
      await shown(page).waitFor();
      const chosen = page.url();
      assert.ok(new URL(chosen).search.length > 1);
      await page.reload();
      await shown(page).waitFor();
      await untilPasses(async () => assert.equal(page.url(), chosen));
    });
});
