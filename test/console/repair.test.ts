import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { OPERATOR_KEY } from '../support/erp.ts';
import { complaintsOfAxe } from './axe.ts';
import { pressInSequence } from './presses.ts';
import { brokenInvoice, sendFile, HOSTILE, refuse } from './refused.ts';
import { exampleText } from '../support/example-file.ts';
import { inEachView } from './views.ts';
import { itInProof, partOf, rowsFor, rowsOfProof } from '../support/volume.ts';
import { countBecomes, textsBecome, widthBecomes } from './reads.ts';
import { ConsoleWorld } from './world.ts';
import { untilPasses } from '../support/until.ts';

const IBAN = 'DE02 1203 0000 0000 2020 51';

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate('document.activeElement?.textContent?.trim() ?? ""');
    if (String(focused).startsWith(name)) return;
  }
  assert.fail(`Tab does not reach "${name}"`);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const passed = (page: Page) => page.locator('.empty').getByText('The invoice passes all checks.');

/** Files without a buyer reference, and where it belongs. */
const FILES = [
  {
    syntax: 'CII',
    file: exampleText('broken-xrechnung-cii.xml'),
    written: {
      before: /<ram:ApplicableHeaderTradeAgreement>/,
      element: '\r\n      <ram:BuyerReference>Einkauf &amp; &lt;4711&gt;</ram:BuyerReference>',
    },
  },
  {
    syntax: 'UBL',
    file: exampleText('xrechnung-ubl.xml').replace(/ *<cbc:BuyerReference>.*\n/, ''),
    written: {
      before: /<cbc:DocumentCurrencyCode>.*?>/,
      element: '\r\n  <cbc:BuyerReference>Einkauf &amp; &lt;4711&gt;</cbc:BuyerReference>',
    },
  },
] as const;

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 400, height: 800 },
] as const;

/** The file of an invoice as it was submitted, with its byte order mark. */
async function contentOf(world: ConsoleWorld, id: string): Promise<string> {
  const { json } = await world.erp.read<{ documents: { kind: string }[] }>(`/invoices/${id}`);
  const kind = json.documents[0]!.kind;
  const answer = await fetch(`${world.service.url}/invoices/${id}/documents/${kind}`, {
    headers: { Authorization: `Bearer ${world.erp.key}` },
  });
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
}

describeInChromium('repair, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('repair');
  });
  afterEach(() => world.closePages());

  itInProof(
    'takes a clerk from the log-in over a refusal to a delivered invoice, by keyboard alone',
    async () => {
      await refuse(world.erp, brokenInvoice({ number: 'RE-KEYS' }));
      const { page, complaints } = await world.open('', { lateFrames: true });
      await page.locator('input[name=key]:focus').waitFor();
      await page.keyboard.type(world.erp.key);
      await page.keyboard.press('Enter');
      await page.locator('h1:focus').waitFor();
      await pressInSequence(page, 'g', 'c');
      await page.getByRole('link', { name: 'Show what was not taken' }).waitFor();
      await tabTo(page, 'Show what was not taken');
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: /RE-KEYS/ }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: '3 findings are open' }).waitFor();
      await page.getByLabel('IBAN (BT-84)').waitFor();
      await tabTo(page, 'Apply 2 patches');
      await page.keyboard.press('Enter');
      await page.getByText('2 places changed').waitFor();
      // The finding that no patch can settle: its field takes the focus.
      await page.keyboard.press('j');
      await page.locator('.finding.selected', { hasText: 'IBAN' }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('input[name="/document/payment/iban"]:focus').waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(IBAN);
      await page.keyboard.press('Control+Enter');
      await passed(page).waitFor();
      await tabTo(page, 'Compare and send');
      await page.keyboard.press('Enter');
      await page.getByRole('cell', { name: IBAN }).waitFor();
      await page.getByRole('rowheader', { name: 'IBAN (BT-84)' }).waitFor();
      // What had the focus is gone; it stands before what is to be read.
      await page.locator('div:focus', { hasText: 'What changed' }).waitFor();
      await tabTo(page, 'Send as new');
      await page.keyboard.press('Enter');
      await page.getByText('RE-KEYS is sent as a new invoice').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'RE-KEYS' }).waitFor();
      await page.getByText('Delivered over Peppol').waitFor();
      assert.deepEqual(
        complaints.filter((text) => !text.includes('status of 422')),
        [],
      );
    },
  );

  it('adds a group that a finding names to a file, by keyboard alone', async () => {
    const file = exampleText('xrechnung-ubl.xml')
      .replace(/\s*<cac:PaymentMeans>[^]*<\/cac:PaymentMeans>/, '')
      .replace(/<cbc:ID>RE-[^<]*/, '<cbc:ID>RE-GROUP');
    const { id } = await sendFile(world, file, 'RE-GROUP');
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/correct`);
    await page.getByRole('heading', { name: '1 finding is open' }).waitFor();
    await page.keyboard.press('Enter');
    const add = page.locator('button:focus', { hasText: 'Add payment instructions' });
    await add.waitFor();
    await page.keyboard.press('Enter');
    await page.locator('input[name="BT-81 0"]:focus').waitFor();
    await page.keyboard.type('58');
    await pressInSequence(page, 'Tab', 'Tab', 'Tab');
    await page.locator('input[name="BT-84 0"]:focus').waitFor();
    await page.keyboard.type(IBAN.replaceAll(' ', ''));
    await page.keyboard.press('Control+Enter');
    await passed(page).waitFor();
    await tabTo(page, 'Compare and send');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /IBAN/ }).waitFor();
  });

  it('corrects an FA(3) file by its fields on a phone, what the schema requires beside one among them', async () => {
    const file = exampleText('fa3.xml')
      .replace(/\s*<P_14_1>.*/, '')
      .replace('FV/2026/10/0118', 'FV/2026/10/9118');
    const { id } = await sendFile(world, file, 'RE-FA3', 'PL-KSEF');
    const phone = { width: 390, height: 844, touch: true } as const;
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/correct`, phone);
    await page.locator('input[name="P_14_1"]').tap();
    await page.keyboard.type('160.77');
    await button(page, 'Check').tap();
    // Remarks of the days stay open, and no error.
    await page.locator('.repair-foot .button:not(.off)', { hasText: 'Compare and send' }).tap();
    await page.locator('.compare tr', { hasText: '(P_14_1)' }).getByText('160.77').waitFor();
  });

  it('sends once, however often Send is pressed, under one key also after a lost answer', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'RE-TWICE' }));
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
    const keys: string[] = [];
    await page.route('**/invoices', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      // The service takes the first one, and its answer is lost.
      const answer = await route.fetch();
      await (keys.length === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    await button(page, 'Apply 2 patches').click();
    await correctIban(page);
    await button(page, 'Compare and send').click();
    await button(page, 'Send as new').dblclick();
    await page.getByText('RE-TWICE is sent as a new invoice').waitFor();
    assert.ok(keys.length >= 2);
    assert.equal(new Set(keys).size, 1);
    const { json } = await world.erp.get<{ total: number }>('/invoices?q=RE-TWICE');
    assert.equal(json.total, 1);
  });

  it('says why it cannot be sent yet, and keeps the text while the reader looks at another page', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'RE-STEPS' }));
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
    const compare = button(page, 'Compare and send');
    await untilPasses(async () =>
      assert.equal(await compare.getAttribute('title'), 'Nothing has changed yet.'),
    );
    const patch = button(page, 'Leave it out');
    await patch.click();
    await page.getByText('1 place changed').waitFor();
    await untilPasses(async () =>
      assert.equal(await compare.getAttribute('title'), 'This text is not checked yet.'),
    );
    await page.getByRole('link', { name: 'Not taken' }).click();
    await page.getByRole('row', { name: /RE-STEPS/ }).click();
    await page.getByText('1 place changed').waitFor();
    await button(page, /^Check/).click();
    await page.getByRole('heading', { name: '2 of 3 findings are open' }).waitFor();
    await page.locator('.solved', { hasText: 'EI-TOTALS-MISMATCH' }).waitFor();
    await untilPasses(async () => assert.equal(await compare.getAttribute('title'), 'Findings are open.'));
    // Of a text that is no JSON no check has seen the rest: nothing more is solved.
    await openJson(page);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('}');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '3 of 4 findings are open' }).waitFor();
    await button(page, 'Undo all').click();
    await page.getByText(/place.* changed/).waitFor({ state: 'detached' });
  });

  it('takes figures and days as people write them in fields, and writes none that it cannot read', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'RE-FORM' }));
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
    const due = page.getByLabel('Payment due date');
    await due.fill('05/11/2026');
    await page.getByText('Day and month can be read in two ways').waitFor();
    await untilPasses(async () =>
      assert.match(
        (await button(page, /^Check/).getAttribute('title')) ?? '',
        /^A field of the form is not complete/,
      ),
    );
    await due.fill('5.11.2026');
    await page.getByText('Day and month can be read in two ways').waitFor({ state: 'detached' });
    await page.getByLabel('Item net price').first().fill('1,129.90');
    await page.getByText('2 places changed').waitFor();
    await openJson(page);
    await page.locator('.cm-line', { hasText: '"due_date": "2026-11-05"' }).waitFor();
  });

  it('corrects a file, and asks no other host', async () => {
    const file = exampleText('xrechnung-cii.xml');
    const [declaration, rest] = [file.slice(0, file.indexOf('?>') + 2), file.slice(file.indexOf('?>') + 2)];
    const { refusal_id: id } = await sendFile(world, `${declaration}\n<!DOCTYPE a>${rest}`, 'RE-FILE');
    const { page, asked, complaints } = await world.openAs(world.erp.key, `/refusals/${id}`);
    await button(page, 'Go to line 2').click();
    await page.locator('.cm-editor.cm-focused').waitFor();
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Enter');
    await passed(page).waitFor();
    await button(page, 'Compare and send').click();
    await page.getByRole('cell', { name: '<!DOCTYPE a>' }).waitFor();
    await button(page, 'Send as new').click();
    await page.getByRole('link', { name: 'Open the new invoice' }).click();
    await page.getByRole('heading', { name: 'RE-2026-0302' }).waitFor();
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(world.service.url)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  for (const { width, height } of rowsFor(SCREENS, 1))
    it(`shows where a missing element belongs between the bars of the page: ${width}`, async () => {
      const { id } = await sendFile(world, exampleText('broken-xrechnung-cii.xml'), `RE-PLACE-${width}`);
      await world.settled(id, ['validation_failed']);
      const viewing = { width, height };
      const { page } = await world.openAs(world.erp.key, `/invoices/${id}/correct`, viewing);
      if (width === 400) await page.getByRole('tab', { name: /^Findings/ }).click();
      await button(page, 'Go to the field').click();
      await page.getByRole('tab', { name: 'XML' }).click();
      if (width === 400) await page.getByRole('tab', { name: /^Findings/ }).click();
      await button(page, 'Show where it belongs').click();
      const place = page.locator('.note .ghost', { hasText: 'BuyerReference' });
      await place.waitFor();
      const edges = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
      await untilPasses(async () => {
        const [bar, foot, editor] = await Promise.all(
          ['.top-bar', '.repair-foot', '.code-editor'].map(edges),
        );
        const { y, height: tall } = (await place.boundingBox())!;
        assert.ok(editor!.y >= bar!.y + bar!.height, 'the editor begins below the bar');
        assert.ok(editor!.y + editor!.height <= foot!.y, 'the editor ends above the foot');
        const middle = editor!.y + editor!.height / 2;
        assert.ok(Math.abs(y + tall / 2 - middle) < editor!.height / 4, 'the place is in the middle');
      });
    });

  for (const [n, { syntax, file, written }] of FILES.entries())
    for (const { width, height } of rowsFor(SCREENS, n))
      it(`takes a clerk through the fields of a file, and keeps all else in it: ${syntax}, ${width}`, async () => {
        const numbered = file.replaceAll(/RE-2026-\d+/g, `$&-${width}`);
        const text = `\uFEFF${numbered.replaceAll('\n', '\r\n')}`;
        const reference = `RE-FIELD-${syntax}-${width}`;
        const { id } = await sendFile(world, text, reference);
        await world.settled(id, ['validation_failed']);
        const viewing = { width, height };
        const opened = await world.openAs(world.erp.key, `/invoices/${id}/correct`, viewing);
        const { page, complaints } = opened;
        if (width === 400) await page.getByRole('tab', { name: /^Findings/ }).click();
        await button(page, 'Go to the field').click();
        await page.locator('input[name="BT-10"]:focus').waitFor();
        await countBecomes(page.getByText('Correct the file in your ERP, and send it from there'), 0);
        await page.getByLabel('Buyer reference (BT-10)').fill('Einkauf & <4711>');
        await page.getByText('1 place changed').waitFor();
        // The text and the form are one.
        await page.getByRole('tab', { name: 'XML' }).click();
        await page.locator('.cm-line', { hasText: 'Einkauf &amp; &lt;4711&gt;' }).waitFor();
        await page.getByRole('tab', { name: 'Form' }).click();
        await page.getByLabel('Buyer reference (BT-10)').focus();
        await page.keyboard.press('Control+Enter');
        await button(page, 'Compare and send').and(page.locator(':not([aria-disabled])')).click();
        const row = page.getByRole('row', { name: /^Buyer reference \(BT-10\)/ });
        await row.getByRole('cell', { name: 'Einkauf & <4711>' }).waitFor();
        await widthBecomes(page, width);
        await button(page, 'Send as new').click();
        await page.locator('.sent').waitFor();
        const { json } = await world.erp.read<{ sent_again_as: { id: string } }>(`/invoices/${id}`);
        const sent = await contentOf(world, json.sent_again_as.id);
        const expected = text.replace(written.before, (before) => `${before}${written.element}`);
        assert.equal(sent, expected);
        assert.deepEqual(complaints, []);
      });

  const marks = [
    ['\uFEFF', 'with a byte order mark'],
    ['', 'without one, which is refused at once,'],
  ] as const;
  for (const [mark, name] of rowsFor(marks, 1))
    it(`shows a file in UTF-16 ${name} as its words, and changes nothing in it`, async () => {
      const xml = exampleText('broken-xrechnung-cii.xml').replace(/^<\?xml.*?\?>/, '<?xml version="1.0"?>');
      const bytes = new Uint8Array(Buffer.from(mark + xml, 'utf16le'));
      const { id, refusal_id: refusal } = await sendFile(world, bytes, `RE-UTF-16 ${name}`);
      if (mark) await world.settled(id, ['validation_failed']);
      const path = mark ? `/invoices/${id}/correct` : `/refusals/${refusal}`;
      const { page } = await world.openAs(world.erp.key, path);
      await page.getByText('The file is not UTF-8 and would change: correct it in your ERP.').waitFor();
      await page
        .locator('.cm-line', { hasText: /^<?.*CrossIndustryInvoice/ })
        .first()
        .waitFor();
    });

  it('takes what a clerk types into the text into the form, empties a field, and says what cannot be left out', async () => {
    const { id } = await sendFile(world, exampleText('broken-xrechnung-cii.xml'), 'RE-EMPTY');
    await world.settled(id, ['validation_failed']);
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/correct`);
    const due = page.getByLabel('Payment due date');
    const before = await due.inputValue();
    await due.fill('');
    await due.blur();
    await page.getByText(`Before: ${before}`).waitFor();
    await due.fill('5.12.2026');
    await page.getByText('1 place changed').waitFor();
    const number = page.getByLabel('Invoice number');
    await number.fill('');
    await number.blur();
    await page.getByText('The schema requires this value').waitFor();
    await untilPasses(async () =>
      assert.match(
        (await button(page, /^Check/).getAttribute('title')) ?? '',
        /^A field of the form is not complete/,
      ),
    );
    await number.fill('RE-EMPTY-2');
    await page.getByRole('tab', { name: 'XML' }).click();
    // The editor draws the lines that are seen.
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.locator('.cm-line', { hasText: '>RE-EMPTY-2<' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('<ram:ID>RE-EMPTY-3</ram:ID>');
    await page.getByRole('tab', { name: 'Form' }).click();
    await untilPasses(async () => assert.equal(await number.inputValue(), 'RE-EMPTY-3'));
    await button(page, 'Undo all').click();
    await untilPasses(async () => assert.equal(await due.inputValue(), before));
  });

  it('has no field where several elements stand, but the text and the way over the ERP', async () => {
    const twice = exampleText('xrechnung-ubl.xml').replace(/ *<cbc:BuyerReference>.*\n/, '$&$&');
    const { id } = await sendFile(world, twice, 'RE-TWO');
    await world.settled(id, ['validation_failed']);
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/correct`);
    await page.getByText('Correct the file in your ERP, and send it from there').waitFor();
    await page.locator('.page-head .button.primary', { hasText: 'Share' }).waitFor();
    await countBecomes(page.locator('.button.primary'), 1);
    await countBecomes(page.getByLabel('Buyer reference'), 0);
    await button(page, /^Go to line/)
      .first()
      .click();
    await page.locator('.cm-editor.cm-focused').waitFor();
  });

  it('loads the editor with the first text and not before', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'RE-PARTS' }));
    const { page, asked } = await world.openAs(world.erp.key, '/refusals');
    await page.getByRole('row', { name: /RE-PARTS/ }).waitFor();
    const before = new Set(asked);
    await page.getByRole('row', { name: /RE-PARTS/ }).click();
    await openJson(page);
    await page.locator('.cm-content').waitFor();
    await untilPasses(async () => assert.ok(page.url().endsWith(id)));
    assert.ok(asked.some((url) => url.includes('/assets/part-') && !before.has(url)));
  });

  const readers = [
    ['reads only', () => world.key(['read'])],
    ['operates', () => Promise.resolve(OPERATOR_KEY)],
  ] as const;
  for (const [holder, key] of rowsFor(readers, 0))
    it(`shows a key that ${holder} the text and its findings, and no button that changes them`, async () => {
      const id = await refuse(world.erp, brokenInvoice({ number: 'RE-READ' }));
      const { page } = await world.openAs(await key(), `/refusals/${id}`);
      await page.getByText('Your key reads and does not send').waitFor();
      await page.locator('.cm-content[aria-readonly=true]').waitFor();
      assert.equal(await button(page, /^(Use|Leave|Apply|Check|Compare)/).count(), 0);
      await button(page, /^Go to line/)
        .first()
        .click();
    });

  it('shows hostile names as text', async () => {
    const submission = brokenInvoice({
      number: 'RE-HOSTILE',
      reference: HOSTILE.slice(0, 100),
      sellerName: HOSTILE,
    });
    const id = await refuse(world.erp, submission);
    const { page, complaints } = await world.openAs(world.erp.key, `/refusals/${id}`);
    await button(page, /^Go to the field/)
      .first()
      .click();
    await page.locator('.repair-form input:focus').waitFor();
    await openJson(page);
    await button(page, /^Go to line/)
      .first()
      .click();
    await page.locator('.cm-editor.cm-focused').waitFor();
    await widthBecomes(page, 1440);
    assert.equal(await page.locator('main img[src]').count(), 0);
    assert.notEqual(await page.title(), 'broken');
    assert.deepEqual(complaints, []);
  });

  for (const times of rowsOfProof([3_000]))
    it('shows a text of 2 MB to read, and goes to a finding in it', async () => {
      const id = await refuse(world.erp, brokenInvoice({ number: 'RE-LARGE', times }));
      const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
      await page.getByText('The text is longer than 1 MB').waitFor();
      await page.locator('.cm-line').first().waitFor();
      await button(page, /^Go to line/)
        .last()
        .click();
      await page.locator('.cm-line', { hasText: 'total_vat' }).waitFor();
    });

  it('leaves a received file that was refused to the one who sent it', async () => {
    const { status, text } = await world.erp.received('PEPPOL', '{"no": "XML"}', 'SF-1');
    assert.equal(status, 422);
    const { refusal_id: id } = JSON.parse(text) as { readonly refusal_id: string };
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
    await page.getByText('This invoice came from another sender, who has to correct it.').waitFor();
    await page.getByRole('heading', { name: 'The file as it came' }).waitFor();
    await textsBecome(page.locator('.finding .owner'), ['The sender']);
    await countBecomes(page.locator('.tag', { hasText: 'XML' }), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await textsBecome(page.getByRole('tab'), ['The file as it came', 'Findings 1']);
    const list = (await world.openAs(world.erp.key, '/refusals')).page;
    await list.getByText('a received one is corrected by its sender').waitFor();
    const received = list.locator('tr', { hasText: 'SF-1' }).getByText('received', { exact: true });
    const weight = await received.evaluate((one) => getComputedStyle(one).fontWeight);
    assert.equal(weight, '400', 'the word is no part of the name');
  });

  it('offers the way to a field while another one has the focus, and moves nothing as it leaves', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'RE-GO-TO' }));
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
    const first = page.locator('.finding').first();
    const height = (await first.boundingBox())!.height;
    await first.getByRole('button', { name: 'Go to the field' }).click();
    await page.locator('input[name="/document/seller/vat_id"]:focus').waitFor();
    await countBecomes(first.getByRole('button', { name: 'Go to the field' }), 0);
    await countBecomes(page.getByRole('button', { name: 'Go to the field' }), 2);
    await untilPasses(async () => assert.equal((await first.boundingBox())!.height, height));
    await page.locator('input[name="/document/invoice/number"]').focus();
    await countBecomes(page.getByRole('button', { name: 'Go to the field' }), 3);
  });

  itInProof(
    'has the first wrong field in the upper half of a phone, and figures as its reader writes them, in German',
    async () => {
      const id = await refuse(world.erp, brokenInvoice({ number: 'RE-HALF' }));
      const phone = { width: 390, height: 844, touch: true, language: 'de' } as const;
      const { page } = await world.openAs(world.erp.key, `/refusals/${id}`, phone);
      await untilPasses(async () => {
        const top = (await page.locator('.repair-form label').first().boundingBox())!.y;
        assert.ok(top < 844 / 2, `${top}`);
      });
      const tabs = page.getByRole('tab');
      await textsBecome(tabs, ['Formular', 'JSON', 'Befunde 3']);
      await tabs.nth(1).tap();
      await page.locator('.cm-content').waitFor();
      await tabs.nth(2).tap();
      await button(page, '169,50 übernehmen').waitFor();
      await tabs.nth(0).tap();
      await button(page, '169,50 übernehmen').waitFor();
    },
  );

  it('opens on a phone with the first wrong field, what to do below it, and buttons of one line', async () => {
    const id = await refuse(world.erp, brokenInvoice({ number: 'RE-PHONE' }));
    const phone = { width: 390, height: 844, touch: true } as const;
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`, phone);
    const first = page.locator('.repair-form .fields > div').first();
    await first.getByRole('alert').getByText('does not begin with a country code').waitFor();
    await first.getByText('Write the number with its two-letter country prefix').waitFor();
    await untilPasses(async () => {
      const heights = await Promise.all(
        (await page.locator('.repair-foot .button').all()).map(
          async (each) => (await each.boundingBox())!.height,
        ),
      );
      assert.deepEqual(heights, [44, 44]);
    });
    await button(page, 'Use DE281457638').tap();
    await page.locator('input[name="/document/seller/vat_id"]:focus').waitFor();
    await untilPasses(async () => assert.equal(await first.locator('input').inputValue(), 'DE281457638'));
    await page.getByRole('tab', { name: /^Findings/ }).tap();
    await button(page, 'Use 169.50').waitFor();
    const meta = page.locator('.finding .meta').first();
    await untilPasses(async () => {
      const [above, title, hint] = await Promise.all(
        [meta, page.locator('.finding h3').first(), page.locator('.finding h3 + p').first()].map((each) =>
          each.boundingBox(),
        ),
      );
      assert.ok(title!.y - above!.y - above!.height >= 4, 'between the note and the title');
      assert.ok(hint!.y - title!.y - title!.height >= 4, 'between the title and the hint');
    });
  });

  for (const step of partOf(['correct', 'list', 'compare'] as const, 2))
    it(`has nothing that axe finds, light and dark, wide and narrow: ${step}`, async () => {
      const opened = await world.openAs(world.erp.key, '/refusals');
      const { page } = opened;
      await inEachView(page, async (view, width) => {
        // The tab keeps a corrected text, and the same invoice is the same refusal: each view corrects another one.
        const number = step === 'compare' ? `RE-AXE, ${view}` : 'RE-AXE';
        const id = await refuse(world.erp, brokenInvoice({ number }));
        await world.visit(opened, '/refusals');
        if (step !== 'list') await world.visit(opened, `/refusals/${id}`);
        await page.getByText('RE-AXE').first().waitFor();
        if (step === 'correct') {
          await page.locator('.repair-form').waitFor();
          assert.deepEqual(await complaintsOfAxe(page), [], `${view}, form`);
        }
        if (step === 'correct' && width === 390) {
          await page.getByRole('tab', { name: 'Findings' }).click();
          assert.deepEqual(await complaintsOfAxe(page), [], view);
          await button(page, /^Go to the field/)
            .first()
            .click();
        }
        if (step === 'correct') {
          await openJson(page);
          await page.locator('.cm-content').waitFor();
        }
        if (step === 'compare') {
          if (width === 390) await page.getByRole('tab', { name: 'Findings' }).click();
          await button(page, 'Apply 2 patches').click();
          if (width === 390) await page.getByRole('tab', { name: 'Form' }).click();
          await correctIban(page);
          await button(page, 'Compare and send').click();
          await page.getByRole('cell', { name: IBAN }).waitFor();
        }
        assert.deepEqual(await complaintsOfAxe(page), [], view);
        await widthBecomes(page, width, view);
      });
    });
});

const openJson = (page: Page) => page.getByRole('tab', { name: 'JSON' }).click();

/** In the open text, and checks it. */
async function correctIban(page: Page): Promise<void> {
  await openJson(page);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('F8');
  await page.locator('.cm-activeLine', { hasText: '"iban"' }).waitFor();
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(`"iban": "${IBAN}",`);
  await page.keyboard.press('Control+Enter');
  await page.locator('.cm-editor').waitFor();
  await page
    .getByRole('button', { name: 'Compare and send', disabled: false })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor();
}
