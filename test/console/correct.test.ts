import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { itInProof } from '../support/volume.ts';
import { countBecomes, textsBecome } from './reads.ts';
import { brokenInvoice, refuse, sendFile } from './refused.ts';
import { ConsoleWorld } from './world.ts';
import { untilPasses } from '../support/until.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describeInChromium('the correction of an invoice, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('correct');
  });
  afterEach(() => world.closePages());

  const refused = async (name: string, number: string, reference: string) => {
    const [id] = await world.sent([numbered(example(name), number, reference)]);
    await world.settled(id!, ['rejected']);
    return id!;
  };

  /** Writes another number into its field, and checks it. */
  async function renumber(page: Page, number: string): Promise<void> {
    await page.getByLabel('Invoice number').fill(number);
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('button', { name: 'Compare and send', disabled: false })
      .and(page.locator(':not([aria-disabled])'))
      .waitFor();
  }

  async function checkAndCompare(page: Page): Promise<void> {
    await button(page, /^Check\b/).click();
    await page
      .getByRole('button', { name: 'Compare and send', disabled: false })
      .and(page.locator(':not([aria-disabled])'))
      .click();
  }

  it('is made from the page of a refused invoice, under the same reference, and shows old beside new', async () => {
    const id = await refused('over-peppol', 'C-1-NOTREG', 'REF-C-1');
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${id}`);
    await page.getByRole('link', { name: 'Correct and send' }).click();
    await page.getByText('sent again under the same reference, REF-C-1').waitFor();
    await untilPasses(async () =>
      assert.match(
        await page.locator('.page-head .below').innerText(),
        /^Stadtwerke Fulda-Nord · [\d,]+\.\d\d\u00a0EUR$/,
      ),
    );
    await textsBecome(page.locator('.rail [aria-current] > span'), ['To correct']);
    await renumber(page, 'correct/C-1');
    // No check says what the network will.
    await page.getByText('Judged when it is sent').waitFor();
    assert.equal(await page.getByText('Solved', { exact: true }).count(), 0);
    await button(page, 'Compare and send').click();
    const number = page.getByRole('row', { name: /^Invoice number \(BT-1\)/ });
    await number.getByRole('cell', { name: 'correct/C-1', exact: true }).waitFor();
    await number.getByRole('cell', { name: 'correct/C-1-NOTREG', exact: true }).waitFor();
    await page.locator('summary', { hasText: 'As text' }).click();
    await page.getByRole('cell', { name: '"number": "correct/C-1",' }).waitFor();
    await page.getByText('under the same reference, REF-C-1, with the number correct/C-1.').waitFor();
    await button(page, 'Back to the form').waitFor();
    await button(page, 'Send as new').click();
    await page.getByText('correct/C-1 is sent as a new invoice').waitFor();
    await number.waitFor();
    // Without a reload.
    await page.locator('.sent.ok').getByText('It has arrived: nothing is left to do.').waitFor();
    await page.locator('.sent.ok').getByText('Delivered', { exact: true }).waitFor();
    await countBecomes(page.locator('.page-head .pill'), 0);
    const { json } = await world.erp.read<{ sent_again_as: { id: string } }>(`/invoices/${id}`);
    await world.settled(json.sent_again_as.id, ['delivered']);
    // Another tab, and another day: from what is held.
    const again = await world.openAs(world.erp.key, `/invoices/${id}`);
    await again.page.getByText('correct/C-1 stands in its place: Delivered').waitFor();
    await again.page.getByText('Nothing is left to do here.', { exact: true }).waitFor();
    await again.page.getByRole('link', { name: 'Open correct/C-1' }).waitFor();
    // Once: neither in the head nor among the other tries.
    await countBecomes(again.page.locator('main').getByText('correct/C-1: Delivered'), 0);
    await countBecomes(again.page.locator('.detail .pairs dd', { hasText: 'correct/C-1, Delivered' }), 0);
    assert.equal(await again.page.locator('.verdict').count(), 0);
    assert.equal(await again.page.getByRole('link', { name: 'Correct and send' }).count(), 0);
    const list = await world.openAs(world.erp.key, '/invoices?q=REF-C-1');
    const row = list.page.getByRole('row', { name: /C-1-NOTREG/ });
    await row.getByText('Replaced by correct/C-1: Delivered').waitFor();
    await row.getByText('Refused by network').waitFor();
    await again.page.getByRole('link', { name: 'Old and new side by side' }).click();
    await again.page.getByText('REF-C-1 has been sent again already').waitFor();
    const changed = again.page.getByRole('row', { name: /^Invoice number \(BT-1\)/ });
    await changed.getByRole('cell', { name: 'correct/C-1', exact: true }).waitFor();
    await changed.getByRole('cell', { name: 'correct/C-1-NOTREG', exact: true }).waitFor();
    const care = await world.erp.read<{ data: { invoice_id: string }[] }>('/care?status=open');
    assert.ok(!care.json.data.some((row) => row.invoice_id === id));
    assert.deepEqual(complaints, []);
  });

  it('begins with what colleagues have noted', async () => {
    const id = await refused('over-peppol', 'C-7-NOTREG', 'REF-C-7');
    const care = await world.erp.read<{ data: { invoice_id: string; catalogue_code: string }[] }>(
      '/care?status=open',
    );
    const { catalogue_code: code } = care.json.data.find((row) => row.invoice_id === id)!;
    await world.erp.put(`/care/${id}/note`, {
      catalogue_code: code,
      assignee: 'Jana',
      note: 'Asked by phone.',
    });
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}`);
    await page.locator('.verdict', { hasText: 'Note of your team: Jana: Asked by phone.' }).waitFor();
  });

  it('leads from a buyer that is not registered to the address that decides it', async () => {
    const id = await refused('over-peppol', 'C-6-NOTREG', 'REF-C-6');
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/correct`);
    await button(page, 'Go to the field').click();
    await page.locator('input[name="/document/buyer/endpoint/id"]:focus').waitFor();
    const address = page.getByLabel('Buyer electronic address (BT-49)');
    const before = await address.inputValue();
    await address.fill('DE136695976');
    await page.getByText(`Before: ${before}`).waitFor();
  });

  it('over another route is offered where the receiver is not served, with the route and the address first', async () => {
    const id = await refused('over-peppol', 'C-12-REJECT', 'REF-C-12');
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${id}`);
    await page.getByRole('link', { name: 'Choose another route' }).click();
    await page.locator('select[name="/route"]:focus').waitFor();
    const first = page.locator('.repair-form fieldset').first();
    await first.getByText('Something is wrong here').waitFor();
    await textsBecome(first.locator('label'), [
      'Route',
      'Buyer electronic address (BT-49)',
      'Buyer electronic address, scheme (BT-49-1)',
    ]);
    await countBecomes(page.getByLabel('Route', { exact: true }), 1);
    await countBecomes(first.getByRole('alert').filter({ hasText: /access point does not serve/ }), 1);
    await page.getByLabel('Route', { exact: true }).selectOption('DE-XRECHNUNG');
    await checkAndCompare(page);
    await page.getByRole('row', { name: /^Route / }).waitFor();
    const list = await world.openAs(world.erp.key, '/to-correct');
    await list.page.getByRole('row', { name: /EI-PEPPOL-REFUSED/ }).click();
    await list.page.getByRole('button', { name: 'Choose another route' }).click();
    await list.page.locator('select[name="/route"]:focus').waitFor();
    assert.deepEqual(complaints, []);
  });

  itInProof('leads to the field of a new number on a narrow screen, too', async () => {
    const id = await refused('over-pl-ksef', 'C-13-DUPLICATE', 'REF-C-13');
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}`, { width: 390, height: 844 });
    await page.getByRole('link', { name: 'Send under a new number' }).click();
    await page.locator('input[name="/document/invoice/number"]:focus').waitFor();
  });

  it('asks for a new number where the network holds the old one', async () => {
    const id = await refused('over-pl-ksef', 'C-2-DUPLICATE', 'REF-C-2');
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}`);
    await page.getByRole('link', { name: 'Send under a new number' }).click();
    await page.getByText('The invoice needs a new number: correct/C-2-DUPLICATE is taken on KSeF').waitFor();
    await page.locator('fieldset').first().locator('input[name="/document/invoice/number"]:focus').waitFor();
    await page.getByLabel('Invoiced quantity').first().waitFor();
    await untilPasses(async () =>
      assert.equal(await button(page, 'Compare and send').getAttribute('title'), 'Nothing has changed yet.'),
    );
    await renumber(page, 'correct/C-2');
    await untilPasses(async () =>
      assert.equal(await button(page, 'Compare and send').getAttribute('title'), ''),
    );
  });

  it('changes category and rate of a line by their fields, and the route beside them', async () => {
    const id = await refused('over-peppol', 'C-8-NOTREG', 'REF-C-8');
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${id}/correct`);
    const category = page.locator('select[name="/document/lines/0/vat_category"]');
    await category.selectOption('E');
    await category.locator('..').getByText('Before: S: Standard or reduced rate').waitFor();
    await category.selectOption('S');
    await page.locator('input[name="/document/lines/0/vat_rate"]').fill('7');
    await page.getByLabel('Route', { exact: true }).selectOption('DE-XRECHNUNG');
    await checkAndCompare(page);
    const cells = (head: RegExp) => page.getByRole('row', { name: head }).getByRole('cell');
    await textsBecome(cells(/^Route /), ['Peppol', 'XRechnung']);
    await textsBecome(cells(/\(BT-152\)/), ['19', '7']);
    await button(page, 'Send as new').click();
    await page.locator('.sent').waitFor();
    const { json } = await world.erp.read<{ sent_again_as: { id: string } }>(`/invoices/${id}`);
    const sent = await world.erp.read<{ route: string }>(`/invoices/${json.sent_again_as.id}`);
    assert.equal(sent.json.route, 'DE-XRECHNUNG');
    await world.settled(json.sent_again_as.id, ['ready']);
    await page.locator('.sent.warn').getByText('No network delivers it: download the document').waitFor();
    await countBecomes(page.getByText('It has arrived'), 0);
    const { page: old } = await world.openAs(world.erp.key, `/invoices/${id}`);
    await old.getByText('correct/C-8-NOTREG stands in its place: To fetch').waitFor();
    await old.getByText(/^Nothing is left to do here\. No network delivers/).waitFor();
    const fetched = page.waitForEvent('download');
    await page.locator('.sent .button.primary', { hasText: 'Download the document' }).click();
    await fetched;
    await page.locator('.sent.ok').getByText('Once the buyer has it, nothing is left to do.').waitFor();
    assert.deepEqual(complaints, []);
  });

  itInProof('changes the route of a file, which is then checked and sent as it is', async () => {
    const file = exampleText('xrechnung-cii.xml');
    const { refusal_id: id } = await sendFile(world, file, 'REF-C-9', 'PL-KSEF');
    const { page } = await world.openAs(world.erp.key, `/refusals/${id}`);
    await page.getByLabel('Route', { exact: true }).selectOption('DE-XRECHNUNG');
    await page.getByText('1 place changed').waitFor();
    await checkAndCompare(page);
    await textsBecome(page.getByRole('row', { name: /^Route / }).getByRole('cell'), ['KSeF', 'XRechnung']);
    await button(page, 'Send as new').click();
    await page.locator('.sent').waitFor();
    const { json } = await world.erp.read<{ data: { route: string }[] }>('/invoices?q=REF-C-9');
    assert.deepEqual(
      json.data.map(({ route }) => route),
      ['DE-XRECHNUNG'],
    );
  });

  itInProof(
    'of the newest one is offered on the page of the first, if that one was refused, too',
    async () => {
      const id = await refused('over-peppol', 'C-10-NOTREG', 'REF-C-10');
      const again = await refused('over-peppol', 'C-11-NOTREG', 'REF-C-10');
      const { page } = await world.openAs(world.erp.key, `/invoices/${id}`);
      await page.getByText('correct/C-11-NOTREG stands in its place: Refused by network').waitFor();
      await page.getByText('It did not arrive either: correct/C-11-NOTREG needs correction.').waitFor();
      await page.getByRole('link', { name: 'Correct correct/C-11-NOTREG and send' }).click();
      await page.waitForURL(new RegExp(`/invoices/${again}/correct`));
    },
  );

  it('is never made of what the network may have delivered', async () => {
    const id = await refused('over-peppol', 'C-3-NOTREG', 'REF-C-3');
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page } = opened;
    await page.route(new RegExp(`/invoices/${id}(\\?.*)?$`), async (route) => {
      const response = await route.fetch();
      if (route.request().resourceType() === 'document') return route.fulfill({ response });
      const json = (await response.json()) as { correction: object };
      const correction = { ...json.correction, allowed: false, reason: 'may_be_delivered' };
      return route.fulfill({ response, json: { ...json, correction } });
    });
    await world.visit(opened, `/invoices/${id}`);
    await page.getByText('It is not sent again from here').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Correct and send' }).count(), 0);
    await world.visit(opened, `/invoices/${id}/correct`);
    await page.getByText('The network may have delivered this invoice').waitFor();
    assert.equal(await button(page, 'Compare and send').count(), 0);
  });

  it('makes one invoice, when two readers correct the same one at the same time', async () => {
    const id = await refused('over-peppol', 'C-4-NOTREG', 'REF-C-4');
    const [first, second] = await Promise.all(
      ['A', 'B'].map(async (letter) => {
        const key = await world.key(['submit', 'read']);
        const { page } = await world.openAs(key, `/invoices/${id}/correct`);
        await renumber(page, `correct/C-4-${letter}X`);
        await button(page, 'Compare and send').click();
        return page;
      }),
    );
    await Promise.all([first!, second!].map((page) => button(page, 'Send as new').click()));
    await Promise.all([first!, second!].map((page) => page.locator('.sent').waitFor()));
    const { json } = await world.erp.read<{ total: number }>('/invoices?q=REF-C-4');
    assert.equal(json.total, 2, 'the refused one, and one correction');
  });

  it('of a submission that the ERP has sent again is not asked for any more', async () => {
    await refused('over-peppol', 'C-5-NOTREG', 'REF-C-5');
    const submission = brokenInvoice({ number: 'C-5' });
    await refuse(world.erp, submission);
    const opened = await world.openAs(world.erp.key, '/refusals');
    const { page } = opened;
    await page.getByRole('heading', { name: '1 invoice was not taken' }).waitFor();
    await world.visit(opened, '/to-correct');
    const heading = page.getByRole('heading', { level: 1, name: /^\d+ invoices? to correct/ });
    await heading.waitFor();
    await page.getByRole('main').getByRole('link', { name: '1 invoice was not taken' }).waitFor();
    const numbersIn = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);
    const count = numbersIn(await heading.innerText())[0]! + 1;
    const entry = page.getByRole('navigation').getByRole('link', { name: /^To correct/ });
    await untilPasses(async () => assert.deepEqual(numbersIn(await entry.innerText()).at(-1), count));
    await world.visit(opened, '/now');
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByRole('link', { name: '1 invoice was not taken' }).waitFor();
    await countBecomes(page.getByText('1 invoice was not taken'), 1);
    await world.erp.submit(numbered(example('over-peppol'), 'C-5'));
    await world.visit(opened, '/to-correct');
    await countBecomes(page.getByText('1 invoice was not taken'), 0);
    await world.visit(opened, '/refusals');
    await page.getByRole('heading', { name: 'Every invoice was sent again' }).waitFor();
    await page.getByText('Replaced by C-5').waitFor();
  });

  itInProof(
    'leads from a finding without a field to the form on a narrow screen, where the buttons are of one height',
    async () => {
      const id = await refuse(world.erp, brokenInvoice({ number: 'C-14', reference: 'REF-C-14' }));
      const viewing = { width: 400, height: 800 };
      const opened = await world.openAs(world.erp.key, '/refusals', viewing);
      const { page } = opened;
      await page.route(new RegExp(`/refusals/${id}(\\?.*)?$`), async (route) => {
        const response = await route.fetch();
        if (route.request().resourceType() === 'document') return route.fulfill({ response });
        const json = (await response.json()) as object;
        const errors = [{ code: 'EI-BUYER-REFUSED', message: 'The buyer refuses.' }];
        return route.fulfill({ response, json: { ...json, errors } });
      });
      await world.visit(opened, `/refusals/${id}`);
      await page.getByRole('heading', { level: 1, name: 'C-14', exact: true }).waitFor();
      await page.getByRole('heading', { name: '1 finding is open' }).waitFor();
      await button(page, 'Open the form').click();
      await page.getByLabel('Invoice number').fill('C-14/2026/11/0190-B');
      await page.getByLabel('Route', { exact: true }).selectOption('DE-XRECHNUNG');
      await untilPasses(async () => {
        const boxes = await Promise.all(
          (await page.locator('.repair-foot .button').all()).map((each) => each.boundingBox()),
        );
        assert.equal(new Set(boxes.map((box) => `${box?.y} ${box?.height}`)).size, 1, 'in one line');
      });
    },
  );
});
