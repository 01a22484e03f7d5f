import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { complaintsOfAxe } from './axe.ts';
import { inEachView } from './views.ts';
import { itInProof, rowsFor, rowsOfProof } from '../support/volume.ts';
import { sendFile, HOSTILE } from './refused.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { brokenWordsIn } from './broken-words.ts';
import { ConsoleWorld, SAMPLES } from './world.ts';
import { countBecomes, parameterBecomes, widthBecomes } from './reads.ts';
import { untilPasses } from '../support/until.ts';

/** So many lines are 2 MB. */
const LARGE = 2000;

/** The cells of tables that reach past the text of the paper around them. */
const PAST_PAPER = `[...document.querySelectorAll('.paper td')].filter((cell) =>
  cell.getBoundingClientRect().right > document.querySelector('.paper').getBoundingClientRect().right - 14 ||
  cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`;

/** Addresses that stand on more than one line, though a line has room for them. */
const BROKEN_ADDRESSES = `[...document.querySelectorAll('.paper .address')].filter((address) =>
  address.offsetHeight > 1.5 * parseFloat(getComputedStyle(address).lineHeight) &&
  address.offsetWidth < address.parentElement.clientWidth - 1).map((address) => address.textContent)`;

/** Labels and ids that stand on more than one line, or on another one than the word behind their no-break space. */
const BROKEN_LABELS = `[...document.querySelectorAll('.paper .label')].filter((label) => {
  const rest = document.createRange();
  const text = label.nextSibling;
  if (text?.textContent.startsWith('\u00a0')) {
    rest.setStart(text, 0);
    rest.setEnd(text, text.textContent.search(/.(\\s|$)/u) + 1);
  }
  const lines = new Set([...label.getClientRects(), ...rest.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > 1;
}).map((label) => label.textContent + (label.nextSibling?.textContent ?? ''))`;

/** Values in the boxes that are wider than their column. */
const PAST_COLUMN = `[...document.querySelectorAll('.paper .box dd')].filter((value) => {
  const text = document.createRange();
  text.selectNodeContents(value);
  return text.getBoundingClientRect().right > value.getBoundingClientRect().right + 1;
}).map((value) => value.textContent)`;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

describeInChromium('the document of an invoice, in Chromium', () => {
  let world: ConsoleWorld;
  /** Without a buyer reference; with a line total that is wrong; sent as JSON; as large as files get. */
  const ids: Record<'missing' | 'figures' | 'json' | 'hostile' | 'large', string> = {} as never;
  let received: string;
  before(async () => {
    world = await ConsoleWorld.of('document');
    const ubl = exampleText('xrechnung-ubl.xml');
    const line = /<cac:InvoiceLine>[^]*?<\/cac:InvoiceLine>\s*/.exec(ubl)![0];
    const files = {
      missing: exampleText('broken-xrechnung-cii.xml'),
      figures: ubl.replace('519.60</cbc:LineExtensionAmount>', '591.60</cbc:LineExtensionAmount>'),
      hostile: ubl
        .replace(
          'Werkzeughandel Brandt GmbH</cbc:RegistrationName>',
          `${escapeText(HOSTILE)}</cbc:RegistrationName>`,
        )
        .replace('<cbc:BuyerReference>Einkauf 4711</cbc:BuyerReference>', ''),
      ...(rowsOfProof([LARGE]).length > 0 && { large: ubl.replace(line, line.repeat(LARGE)) }),
    };
    for (const [name, xml] of Object.entries(files))
      ids[name as keyof typeof ids] = (await sendFile(world, xml, `RE-${name}`)).id;
    const { document: sample, ...rest } = SAMPLES[3]!;
    const invoice = { ...sample.invoice, buyer_reference: '04011000-12345-03' };
    ids.json = (await world.sent([{ ...rest, document: { ...sample, invoice } }]))[0]!;
    received = (await world.erp.received('PEPPOL', exampleText('broken-xrechnung-cii.xml'))).id;
    for (const id of Object.values(ids)) await world.settled(id, ['validation_failed', 'delivered', 'ready']);
  });
  afterEach(() => world.closePages());

  it('cuts no amount on a phone: not on the page in the console, nor on that of a link', async () => {
    const phone = { width: 390, height: 844, touch: true } as const;
    const console = await world.openAs(world.erp.key, `/invoices/${ids.missing}/document?part=paper`, phone);
    const { json } = await world.erp.post<{ url: string }>(`/invoices/${ids.missing}/share`, {});
    const link = await world.open('', phone);
    await link.page.goto(world.service.url + new URL(json.url).pathname);
    for (const { page } of [console, link]) {
      await page.locator('.paper td', { hasText: '322' }).first().waitFor();
      assert.deepEqual(await page.evaluate(PAST_PAPER), []);
    }
  });

  for (const width of [390, 1440])
    it(`breaks no heading of a table, no label and no address of the page, at ${width} px`, async () => {
      const viewing = { width, height: 844, language: 'de', touch: width < 500 };
      const path = `/invoices/${ids.json}/document?part=paper`;
      const { page } = await world.openAs(world.erp.key, path, viewing);
      await page.locator('.paper td', { hasText: '519,60' }).first().waitFor();
      assert.deepEqual(await page.evaluate(brokenWordsIn('.paper caption')), []);
      const { json } = await world.erp.post<{ url: string }>(`/invoices/${ids.json}/share`, {});
      const link = await world.open('', viewing);
      await link.page.goto(world.service.url + new URL(json.url).pathname);
      for (const each of [page, link.page]) {
        await each.locator('.paper .label', { hasText: 'E-Mail:' }).first().waitFor();
        await each.locator('.paper .address', { hasText: '@' }).first().waitFor();
        assert.deepEqual(await each.evaluate(BROKEN_ADDRESSES), []);
        assert.deepEqual(await each.evaluate(BROKEN_LABELS), []);
      }
      await link.page.locator('.paper .label', { hasText: 'Elektronische Adresse:' }).first().waitFor();
      await link.page.locator('.paper .box dd', { hasText: '04011000-12345-03' }).waitFor();
      assert.deepEqual(await link.page.evaluate(PAST_COLUMN), []);
    });

  it('rings an amount on a phone where the other amounts stand, and no wider than it is', async () => {
    const phone = { width: 390, height: 844, touch: true } as const;
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.figures}/document?part=paper`, phone);
    const boxOf = async (text: string) =>
      (await page.locator('.paper tr > td', { hasText: text }).first().boundingBox())!;
    const ring = page.locator('.paper tr > td > .ring', { hasText: '591.60' });
    await ring.waitFor();
    const [{ x, width }, other] = [(await ring.boundingBox())!, await boxOf('245.00')];
    assert.ok(Math.abs(x + width - (other.x + other.width)) < 2, `${x} + ${width}`);
    assert.ok(width < other.width / 3, `${width} of ${other.width}`);
  });

  it('shows the finding of a ring that a finger chooses on a phone', async () => {
    const phone = { width: 390, height: 844, touch: true } as const;
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.figures}/document?part=paper`, phone);
    const rings = page.locator('.paper .ring');
    await rings.last().tap();
    const chosen = page.locator('.finding-list [aria-current]');
    await chosen.waitFor();
    const { y, height } = (await chosen.boundingBox())!;
    assert.ok(y >= 0 && y + Math.min(height, 100) <= 844, `${y} + ${height}`);
  });

  it('opens its file, named as people name it, in view', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.missing}/document`);
    await page.locator('.source > summary', { hasText: 'The invoice, CII' }).click();
    await page.locator('.cm-line').nth(9).waitFor();
    await untilPasses(async () => {
      const { y, height } = (await page.locator('.source').boundingBox())!;
      assert.ok(y + height <= page.viewportSize()!.height, `${y} + ${height}`);
    });
  });

  it('names its buyer as you where sender and buyer act', async () => {
    const opened = await world.openAs(world.erp.key, '/rules');
    // A network that refuses what it gave the buyer before; no simulated one does so within a test.
    await opened.page.route(`**/received/${received}`, async (route) => {
      const stored = (await (await route.fetch()).json()) as { readonly errors: readonly object[] };
      const errors = stored.errors.map((one) => ({ ...one, who_fixes: 'business', sender_can_fix: false }));
      await route.fulfill({ json: { ...stored, errors } });
    });
    await world.visit(opened, `/received/${received}`);
    await opened.page.getByRole('article').getByText('The sender and you').waitFor();
  });

  itInProof('has two thirds of a wide screen for the invoice, of which no word is broken', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.missing}/document`);
    await page.locator('.paper td', { hasText: '322' }).first().waitFor();
    const widthOf = async (side: number): Promise<number> =>
      (await page.locator('.document-sides > .side').nth(side).boundingBox())!.width;
    assert.ok((await widthOf(0)) >= 1.9 * (await widthOf(2)));
    assert.deepEqual(await page.evaluate(brokenWordsIn('.paper table')), []);
  });

  it('shows what is missing where it belongs: on the page, in the file, and in the finding', async () => {
    const { page, asked, complaints } = await world.openAs(world.erp.key, `/invoices/${ids.missing}`);
    await page.getByRole('link', { name: 'Document' }).click();
    await page.getByRole('heading', { name: 'RE-2026-0303' }).waitFor();
    for (const layer of ['Safety of the file', 'Schema', 'EN 16931', 'XRechnung'])
      await page.getByRole('list', { name: 'Checks' }).getByText(layer, { exact: true }).waitFor();
    await page.getByText(/^3\.0\.2-sch-2\.6\.0 · 1 finding$/).waitFor();
    await page.getByText(/^checked (?:\d+ \w+ )?\d\d:\d\d:\d\d$/).waitFor();
    await page.getByRole('button', { name: 'BT-10, missing: show the finding' }).waitFor();
    // The file is folded until a reader asks for a place in it.
    await countBecomes(page.locator('.cm-line'), 0);
    await page.getByRole('button', { name: 'Show in the file' }).press('Enter');
    await parameterBecomes(page, 'source', 'xml');
    await page.locator('.cm-editor.cm-focused .cm-activeLine').waitFor();
    await page.locator('.note .ghost', { hasText: '<ram:BuyerReference>…</ram:BuyerReference>' }).waitFor();
    await page.locator('.cm-line', { hasText: '<ram:ApplicableHeaderTradeAgreement>' }).waitFor();
    await page.getByRole('article').getByText('The buyer reference (BT-10) is missing.').waitFor();
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(world.service.url)),
      [],
    );
  });

  it('rings a place in the colour of its finding', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.missing}/document`);
    const ring = page.locator('.paper .ring', { hasText: 'BT-10' });
    await ring.and(page.locator('.bad')).waitFor();
    await page.route(/validation-report/, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { readonly layers: readonly { readonly findings: object[] }[] };
      for (const finding of json.layers.flatMap(({ findings }) => findings))
        Object.assign(finding, { severity: 'information' });
      await route.fulfill({ response: answer, json });
    });
    await page.reload();
    await ring.and(page.locator('.mute')).waitFor();
  });

  it('shows the stated figure against the expected one, and goes from finding to finding by keyboard', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.figures}/document`);
    const first = page.getByRole('article').first();
    for (const text of ['892.10', '964.10', '\u221272.00'])
      await first.getByText(text, { exact: true }).waitFor();
    // Of the three lines, the one that is wrong has the ring.
    await page.getByRole('button', { name: 'BT-131, 591.60: show the finding' }).waitFor();
    await countBecomes(page.getByRole('button', { name: /^BT-131/ }), 1);
    await page.keyboard.press('j');
    await page.locator('.finding.selected', { hasText: 'BR-CO-10' }).waitFor();
    await parameterBecomes(page, 'finding', '2');
    await page.keyboard.press('k');
    await page.locator('.finding.selected', { hasText: 'BR-S-08' }).waitFor();
    await countBecomes(page.locator('.cm-line'), 0);
    await page.keyboard.press('Enter');
    await page.locator('.cm-editor.cm-focused .cm-activeLine', { hasText: '<cac:TaxCategory>' }).waitFor();
    await page.locator('.cm-line.line-bad', { hasText: '<cac:LegalMonetaryTotal>' }).waitFor();
    // What is typed here changes nothing.
    await page.keyboard.type('x');
    assert.equal(await page.locator('.cm-activeLine', { hasText: 'x<' }).count(), 0);
  });

  it('shows the file and what the ERP sent, and downloads each', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids.json}/document`);
    const fold = page.locator('summary', { hasText: 'File' });
    await fold.press('Enter');
    await page.locator('.cm-line', { hasText: '<Invoice' }).first().waitFor();
    await fold.press(' ');
    await parameterBecomes(page, 'source', null);
    await countBecomes(page.locator('.cm-line'), 0);
    await fold.click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.locator('.cm-line', { hasText: '"invoice": {' }).waitFor();
    await parameterBecomes(page, 'source', 'json');
    await page.getByText('The invoice passed all checks.').waitFor();
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('listitem').filter({ hasText: 'As the ERP sent it' }).getByRole('button').click();
    // The reference of the ERP is another one.
    assert.match((await saved).suggestedFilename(), /^document.RE-2026-1011-canonical\.json$/);
  });

  it('checks the file by the rules of another day, and the verdict of the invoice stays', async () => {
    const path = `/invoices/${ids.figures}/document`;
    const { page, complaints } = await world.openAs(await world.key(['read']), path);
    await page.getByRole('button', { name: 'Check by the rules of another day' }).click();
    await page.getByLabel('Day').fill('2026-12-24');
    await page.getByLabel('Day').press('Enter');
    await page.getByText('By the rules of 24 Dec 2026. The verdict of the invoice stays.').waitFor();
    await parameterBecomes(page, 'on', '2026-12-24');
    await page.getByRole('article').getByText('BR-CO-10').waitFor();
    await page.getByText(/^checked /).waitFor({ state: 'detached' });
    assert.deepEqual(await complaintsOfAxe(page), []);
    await page.getByRole('button', { name: 'Show the check that counts' }).click();
    await page.getByText(/^checked /).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows an invoice that came', async () => {
    const { page } = await world.openAs(await world.key(['read']), `/received/${received}/document`);
    await page.getByRole('article').getByText('The sender').waitFor();
    await page.getByRole('button', { name: /^BT-10, missing/ }).waitFor();
    await countBecomes(page.getByText('what the buyer would see'), 0);
  });

  it('names the sender as who acts on an invoice that came, whatever its rule is about', async () => {
    const due = exampleText('xrechnung-ubl.xml').replace('1061.60</cbc:Payable', '1061.61</cbc:Payable');
    const { id } = await world.erp.received('PEPPOL', due);
    for (const key of [world.erp.key, OPERATOR_KEY]) {
      const { page } = await world.openAs(key, `/received/${id}/document`);
      await page.getByRole('article').filter({ hasText: 'BR-CO-16' }).getByText('The sender').waitFor();
    }
  });

  it('shows hostile names as text', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${ids.hostile}/document`);
    await page.locator('.paper').getByText('<img src=x').first().waitFor();
    await page.locator('summary', { hasText: 'File' }).click();
    await page.locator('.cm-content').waitFor();
    assert.equal(await page.locator('main img[src]').count(), 0);
    await untilPasses(async () => assert.match(await page.title(), /Document$/));
    await widthBecomes(page, 1440);
    assert.deepEqual(complaints, []);
  });

  for (const lines of rowsOfProof([LARGE]))
    it(`stays usable with a file of 2 MB, ${lines} lines`, async () => {
      const { page } = await world.openAs(world.erp.key, `/invoices/${ids.large}/document`);
      await page.getByText(/^and 1,\d{3} more lines, in the file$/).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.locator('.cm-editor.cm-focused').waitFor();
    });

  for (const name of rowsFor(['missing', 'figures', 'json'] as const, 0))
    it(`has nothing that axe finds, light and dark, wide and narrow: ${name}`, async () => {
      const { page } = await world.openAs(world.erp.key, `/invoices/${ids[name]}/document`);
      await page.locator('.finding-list, .paper').first().waitFor();
      await inEachView(page, async (view, width) => {
        if (width !== 390 && (await page.locator('.source[open]').count()) === 0)
          await page.locator('.source > summary').click();
        for (const part of width === 390 ? ['Page', 'File', 'Findings'] : ['']) {
          if (part) await page.getByRole('tab', { name: part }).click();
          if (part !== 'Page' && part !== 'Findings') await page.locator('.cm-line').first().waitFor();
          assert.deepEqual(await complaintsOfAxe(page), [], `${part} ${view}`);
          await widthBecomes(page, width, `${part} ${view}`);
        }
      });
    });
});
