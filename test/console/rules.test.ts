import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describeInChromium } from '../support/chromium.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { complaintsOfAxe } from './axe.ts';
import { ConsoleWorld } from './world.ts';

const BROKEN = fileURLToPath(new URL('../../examples/broken-xrechnung-cii.xml', import.meta.url));

describeInChromium('the rules, in Chromium', function () {
  let world: ConsoleWorld;
  before(async function () {
    this.timeout(120_000);
    world = await ConsoleWorld.start();
  });
  after(async function () {
    this.timeout(30_000);
    await world?.stop();
  });

  it('shows the packs over time and as a table, as GET /packs has them', async () => {
    const { page, complaints } = await world.openAs(await world.key(['read']), '/rules');
    const { json } = await world.erp.get<{
      data: readonly { layer: string; in_force: { id: string; version: string } | null }[];
    }>('/packs');
    await page.getByRole('img', { name: /over the dates of issue/ }).waitFor();
    assert.equal(await page.locator('.rows-packs tbody tr').count(), json.data.length);
    for (const { layer, in_force: pack } of json.data)
      if (pack)
        await page
          .locator('.rows-packs tbody tr')
          .filter({ hasText: layer })
          .filter({ hasText: `${pack.id} ${pack.version}` })
          .first()
          .waitFor();
    assert.equal(await page.getByLabel('Finished invoice, XML or PDF').count(), 0);
    assert.deepEqual(complaints, []);
  }).timeout(60_000);

  it('explains a code, keeps it in the address, and says if there is none, by keyboard', async () => {
    const { page } = await world.openAs(world.erp.key, '/rules');
    const field = page.getByLabel('Code', { exact: true });
    await page.getByRole('button', { name: 'Find a code' }).first().press('Enter');
    await page.locator('.code-form input:focus').waitFor();
    await field.fill('br-de-15');
    await field.press('Enter');
    const entry = page.getByRole('article', { name: 'BR-DE-15' });
    await entry.getByText('BT-10', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('code'), 'br-de-15');
    await field.fill('<b>NONE</b>');
    await field.press('Enter');
    await page.getByText('The catalogue does not have <b>NONE</b>.').waitFor();
  }).timeout(60_000);

  it('tries the rules on a file, and stores nothing', async () => {
    const { page } = await world.openAs(world.erp.key, '/rules');
    await page.getByLabel('Finished invoice, XML or PDF').setInputFiles(BROKEN);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const report = page.getByRole('list', { name: 'What was checked' });
    await report.getByText('has findings').first().waitFor();
    await report.getByRole('link').first().waitFor();
    assert.equal((await world.erp.get<{ total: number }>('/invoices')).json.total, 0);
  }).timeout(60_000);

  for (const colours of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`has nothing that axe finds: ${colours}, ${width} px`, async () => {
        const { page } = await world.openAs(OPERATOR_KEY, '/rules?code=BR-DE-15', { colours, width });
        await page.getByRole('article', { name: 'BR-DE-15' }).waitFor();
        await page.locator('.rows-packs tbody tr').first().waitFor();
        assert.deepEqual(await complaintsOfAxe(page), []);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      }).timeout(60_000);
});
