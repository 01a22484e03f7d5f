import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { itInProof } from '../support/volume.ts';
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
