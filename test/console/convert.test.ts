import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { examplePath } from '../support/example-file.ts';
import { complaintsOfAxe } from './axe.ts';
import { itInProof } from '../support/volume.ts';
import { inEachView } from './views.ts';
import { parameterBecomes } from './reads.ts';
import { ConsoleWorld } from './world.ts';

const BROKEN = examplePath('broken-xrechnung-cii.xml');

const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });

describeInChromium('conversions, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('convert');
  });
  afterEach(() => world.closePages());

  const open = async (to: string) => {
    const opened = await world.openAs(await world.key(['submit', 'read']), `/convert?to=${to}`);
    return opened;
  };
  const convert = async (page: Page, what: string | ReturnType<typeof file>): Promise<void> => {
    await page.getByLabel('Invoice: UBL, CII').setInputFiles(what);
    await page.getByRole('button', { name: 'Convert' }).click();
  };
  const saved = async (page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  it('shows a file as data, with what the data does not say', async () => {
    const { page, complaints } = await open('canonical');
    await convert(page, BROKEN);
    await page.getByRole('region', { name: 'Contents of broken-xrechnung-cii.canonical.json' }).waitFor();
    await page.getByRole('table', { name: /not in the new form/ }).waitFor();
    const { name, bytes } = await saved(page);
    assert.equal(name, 'broken-xrechnung-cii.canonical.json');
    assert.ok('invoice' in (JSON.parse(bytes.toString()) as object));
    assert.deepEqual(complaints, []);
  });

  it('turns what it saved into a file again, byte for byte as it is stated', async () => {
    const { page } = await open('canonical');
    await convert(page, BROKEN);
    const text = (await saved(page)).bytes.toString();
    const amount = text.replace(/"unit_price": [\d."]+/, '"unit_price": 1234567890123.4567');
    assert.notEqual(amount, text);
    await page.getByLabel('New form', { exact: true }).selectOption('ubl');
    await convert(page, file('again.json', amount));
    const { name, bytes } = await saved(page);
    assert.equal(name, 'again.ubl.xml');
    assert.match(bytes.toString(), />1234567890123\.4567</);
    await parameterBecomes(page, 'to', 'ubl');
  });

  it('says whether the new form keeps its rules', async () => {
    const { page, complaints } = await open('xrechnung-cii');
    await convert(page, examplePath('xrechnung-ubl.xml'));
    await page.getByText('The new form keeps its rules').waitFor();
    await convert(page, BROKEN);
    await page.getByText('The new form breaks its rules').waitFor();
    await page.locator('.finding').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('saves a PDF', async () => {
    const { page } = await open('view');
    await convert(page, BROKEN);
    const { name, bytes } = await saved(page);
    assert.deepEqual([name, bytes.subarray(0, 5).toString()], ['broken-xrechnung-cii.view.pdf', '%PDF-']);
  });

  it('says why a file is not converted, and nothing before a file is chosen', async () => {
    const { page } = await open('ubl');
    await page.getByText('Choose a file first.').waitFor();
    await convert(page, file('none.xml', '<a/>'));
    await page.locator('.finding').waitFor();
    await convert(page, file('none.json', '{"invoice":'));
    await page.locator('.finding').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  });

  it('is absent for a key that only reads', async () => {
    const { page } = await world.openAs(await world.key(['read']), '/convert');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });

  itInProof('has nothing that axe finds in a result, light and dark, wide and narrow', async () => {
    const { page } = await open('canonical');
    await convert(page, BROKEN);
    await page.getByRole('table', { name: /not in the new form/ }).waitFor();
    await inEachView(page, async (view) => assert.deepEqual(await complaintsOfAxe(page), [], view));
  });
});
