import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { type Intake, OPERATOR_KEY } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { complaintsOfAxe } from './axe.ts';
import { inEachView } from './views.ts';
import { rowsFor, rowsOfProof } from '../support/volume.ts';
import { countBecomes, parameterBecomes, widthBecomes } from './reads.ts';
import { newTab } from './tabs.ts';
import { ConsoleWorld } from './world.ts';

/** By the name that the chip has, where a first invoice of the route ends. */
const ENDS = {
  KSeF: 'Accepted',
  'e-Factura': 'Accepted',
  Platform: /Accepted|Delivered/,
  XRechnung: 'To fetch',
  Peppol: 'Delivered',
} as const;

describeInChromium('the playground, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    // The networks of the other files have had invoices with the numbers of the examples, and their clock stays.
    world = await ConsoleWorld.start({ CLOCK_CONTROL: '1' });
  });
  after(() => world?.stop());
  afterEach(() => world.closePages());

  const happens = (page: Page) => page.getByRole('region', { name: '2. What happens' });
  const send = (page: Page) => page.getByRole('button', { name: /^Send(?: Ctrl|$)/ }).click();

  for (const [route, end] of rowsFor(Object.entries(ENDS), 0))
    it(`sends a first invoice over ${route}, and shows its lanes until it has arrived`, async () => {
      const { page, complaints } = await world.openAs(world.erp.key, '/playground');
      await page.getByRole('group', { name: 'Route' }).getByRole('link', { name: route }).click();
      await send(page);
      await happens(page).locator('.head').getByText(end, { exact: true }).waitFor();
      await happens(page)
        .getByRole('img', { name: /steps over time/ })
        .waitFor();
      await happens(page).getByRole('link', { name: 'Open' }).click();
      await page.getByRole('region', { name: 'Timeline' }).waitFor();
      assert.deepEqual(complaints, []);
    });

  it('names no keys of a keyboard on a phone', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/playground', { width: 390, touch: true });
    await page.getByRole('button', { name: /^Send/ }).waitFor();
    await countBecomes(page.locator('.button kbd:visible'), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await countBecomes(page.locator('.button kbd:visible'), 2);
  });

  it('plays an ending that is chosen by its name, also one below the fold', async () => {
    const { page } = await world.openAs(world.erp.key, '/playground');
    await page.getByRole('radio', { name: /^Refuses it/ }).check();
    await page.getByText(/^Sent as FV.*-REJECT$/).waitFor();
    await page.keyboard.press('Control+Enter');
    await happens(page).getByText('KSeF finds the invoice invalid').waitFor();
    await page.getByText('Show 7 more').click();
    await page.getByRole('radio', { name: /^The key of the session ends/ }).check();
    await parameterBecomes(page, 'ending', 'session-key');
  });

  it('shows why an invoice is not taken, and checks one without sending it', async () => {
    const { page } = await world.openAs(world.erp.key, '/playground?route=DE-XRECHNUNG&example=broken-iban');
    const before = (await world.erp.get<{ total: number }>('/invoices')).json.total;
    await send(page);
    await happens(page).getByText('Not taken').waitFor();
    await happens(page)
      .getByRole('article')
      .getByText(/^The IBAN is mistyped/)
      .waitFor();
    await page.getByRole('button', { name: 'Only check' }).click();
    await happens(page).getByRole('list', { name: 'What was checked' }).getByText('EI-ID-IBAN').waitFor();
    assert.equal((await world.erp.get<{ total: number }>('/invoices')).json.total, before);
  });

  it('sends an invoice that was not taken again, once it is corrected', async () => {
    const { page } = await world.openAs(world.erp.key, '/playground?route=DE-XRECHNUNG');
    const price = page.getByLabel('Net price of line 1');
    const right = await price.inputValue();
    await price.fill('cheap');
    await send(page);
    await happens(page).getByText('Not taken').waitFor();
    await price.fill(right);
    await send(page);
    await happens(page).locator('.head').getByText(ENDS.XRechnung, { exact: true }).waitFor();
  });

  it('writes a call for curl that works as it is, with the key from the shell alone', async () => {
    const { page } = await world.openAs(world.erp.key, '/playground?route=PEPPOL');
    const folder = emptyFolder();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'invoice.json' }).click();
    await (await saved).saveAs(join(folder.path, 'invoice.json'));
    const command = await page.getByRole('region', { name: 'curl' }).innerText();
    assert.ok(!command.includes(world.erp.key));
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'], KEY: world.erp.key },
    });
    folder.remove();
    const { id } = JSON.parse(stdout) as Intake;
    assert.ok(id, stdout);
    await world.settled(id, ['delivered']);
    for (const [form, text] of [
      ['JavaScript', 'service.send(submission'],
      ['ids', 'npx ids send invoice.json --wait'],
    ] as const) {
      await page.getByRole('tab', { name: form }).click();
      const shown = await page.getByRole('region', { name: form }).innerText();
      assert.ok(shown.includes(text) && !shown.includes(world.erp.key), shown);
    }
  });

  it('is absent in production, and for a key that does not send', async () => {
    const reader = await world.openAs(await world.key(['read']), '/playground');
    await reader.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    const page = await newTab();
    await page.route('**/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const answer = await route.fetch();
      const { key, ...session } = (await answer.json()) as { key?: object };
      const shown = key && { key: { ...key, environment: 'production' } };
      return route.fulfill({ response: answer, json: { ...session, ...shown } });
    });
    await page.goto(`${world.service.url}/console/playground`);
    await page.locator('input[name=key]').fill(world.erp.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Playground' }).count(), 0);
  });

  for (const path of rowsOfProof(['/playground?ending=duplicate']))
    it('has nothing that axe finds, light and dark, wide and narrow', async () => {
      const opened = await world.openAs(world.erp.key, path);
      const { page } = opened;
      await inEachView(page, async (view, width) => {
        // Without the invoice of the view before.
        await world.visit(opened, path);
        await countBecomes(happens(page).locator('tbody tr'), 0);
        await send(page);
        await happens(page).locator('tbody tr').nth(3).waitFor();
        assert.deepEqual(await complaintsOfAxe(page), [], view);
        await widthBecomes(page, width, view);
      });
    });

  // The last: the clock moves for all clients of the service.
  it('lets the operator move the test clock, and shows it to others', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/playground');
    const now = async () =>
      Date.parse((await world.erp.get<{ now: string }>('/clock')).json.now) - Date.now();
    const before = await now();
    await page.getByRole('button', { name: /^Test clock/ }).click();
    await page.getByRole('button', { name: 'one day' }).click();
    await page
      .getByRole('status')
      .getByText(/^The clock is at/)
      .waitFor({ state: 'attached' });
    assert.ok(Math.abs((await now()) - before - 86_400_000) < 30_000);
    const other = await world.openAs(world.erp.key, '/playground');
    await other.page.getByText(/^Test clock/).waitFor();
    assert.equal(await other.page.getByRole('button', { name: /^Test clock/ }).count(), 0);
  });
});
