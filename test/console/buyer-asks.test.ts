import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { itInProof } from '../support/volume.ts';
import { OVER_RATE } from './hostile-answers.ts';
import { inEachView } from './views.ts';
import { countBecomes, widthBecomes } from './reads.ts';
import { ConsoleWorld } from './world.ts';

describeInChromium('an invoice whose buyer asks, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('buyer-asks');
    await world.sent(['BA-1-DISPUTE', 'BA-2'].map((number) => numbered(example('over-peppol'), number)));
    const asked = async (): Promise<boolean> =>
      (await world.erp.read<{ total: number }>('/invoices?buyer_status=under_query,disputed,suspended')).json
        .total === 1;
    await until(asked, 'the buyer asks');
  });
  afterEach(() => world.closePages());

  it('leads from Now over the list to what to do', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/now');
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByRole('link', { name: '1 invoice whose buyer waits for your answer' }).click();
    await page.getByRole('row', { name: /BA-1/ }).waitFor();
    await countBecomes(page.getByRole('row', { name: /BA-2/ }), 0);
    await page
      .getByRole('link', { name: /^Buyer asks/ })
      .getByText('1', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: /BA-1/ }).click();
    await page.getByText(/^The buyer (?:asks about|disputes) this invoice$/).waitFor();
    await page
      .locator('.facts', { hasText: 'Delivered to' })
      .getByText(/^\d{4}:\w+$/)
      .waitFor();
    const answer = page.locator('.page-head .pill', { hasText: 'Buyer:' });
    await untilPasses(async () => {
      const [title, pill] = await Promise.all([page.locator('h1'), answer].map((each) => each.boundingBox()));
      assert.ok(pill!.y < title!.y + title!.height, 'the answer stands beside the number');
    });
    assert.deepEqual(complaints, []);
  });

  it('says so among what a search finds, too', async () => {
    const { page } = await world.openAs(world.erp.key, '/search?q=BA-');
    await page
      .getByRole('row', { name: /BA-1/ })
      .getByText(/^Buyer:/)
      .waitFor();
    await page.getByRole('row', { name: /BA-2/ }).waitFor();
    await countBecomes(page.getByText(/^Buyer:/), 1);
  });

  it('is answered there, noted, and waits again once that is taken back', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/invoices?view=buyer-asks');
    await page.getByRole('link', { name: /BA-1/ }).click();
    const note = page.locator('.note', { hasText: 'The buyer asks about the invoice' });
    await note.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Called, sends the order number.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await note.getByText('Called, sends the order number.').waitFor();
    const total = async () =>
      (await world.erp.read<{ total: number }>('/invoices?buyer_asks=open')).json.total;
    assert.equal(await total(), 1);
    await note.getByRole('button', { name: 'Answered: mark as handled' }).click();
    await page.getByText(/^Marked as answered, /).waitFor();
    assert.equal(await total(), 0);
    const { page: now } = await world.openAs(world.erp.key, '/now');
    await now.getByRole('region', { name: 'Today' }).locator('li').first().waitFor();
    await countBecomes(now.getByText(/buyer waits for your answer/), 0);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Answered: mark as handled' }).waitFor();
    assert.equal(await total(), 1);
    const { page: corrected } = await world.openAs(world.erp.key, '/to-correct');
    await corrected.getByRole('heading', { name: 'Nothing to correct' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('that refuses is settled with it, and noted, where the page says why', async () => {
    await world.sent([numbered(example('over-peppol'), 'BA-3-REFUSE')]);
    const refused = async (): Promise<boolean> =>
      (await world.erp.read<{ total: number }>('/invoices?buyer_status=refused')).json.total === 1;
    await until(refused, 'the buyer refuses');
    const { page, complaints } = await world.openAs(world.erp.key, '/invoices?q=BA-3');
    await page.getByRole('link', { name: /BA-3-REFUSE$/ }).click();
    const verdict = page.locator('.verdict');
    await verdict
      .getByText(
        /^The buyer refuses the invoice: order or contract number is wrong: "[^"]+"; a new invoice is wanted\.$/,
      )
      .waitFor();
    await verdict.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('New order number by phone.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await verdict.getByText('New order number by phone.').waitFor();
    // The care list has a limit of calls, which colleagues share.
    const isCare = (url: URL): boolean => url.pathname === '/care';
    await page.route(isCare, (route) => route.fulfill(OVER_RATE), { times: 1 });
    await verdict.getByRole('button', { name: 'Settled: mark as handled' }).click();
    await verdict.getByRole('button', { name: /^Tries again in \d/ }).waitFor();
    await verdict.getByText('New order number by phone.').waitFor();
    await verdict.getByText(/^Settled, /).waitFor();
    await countBecomes(verdict.getByRole('button', { name: /^Tries again|^Settled: mark as handled/ }), 0);
    const { json: care } = await world.erp.read<{ data: readonly { handled: boolean }[] }>(
      '/care?catalogue_code=EI-BUYER-REFUSED&status=all',
    );
    assert.deepEqual(
      care.data.map(({ handled: isHandled }) => isHandled),
      [true],
    );
    assert.deepEqual(complaints, []);
  });

  itInProof('has nothing that axe finds, light and dark, wide and narrow', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices?view=buyer-asks');
    await page.getByRole('link', { name: /BA-1/ }).click();
    await page.getByText(/^The buyer (?:asks about|disputes) this invoice$/).waitFor();
    await inEachView(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
  });
});
