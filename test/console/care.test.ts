import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { countBecomes, parameterBecomes, textsBecome } from './reads.ts';
import { until, untilPasses } from '../support/until.ts';
import { rowsFor } from '../support/volume.ts';
import { complaintsOfAxe } from './axe.ts';
import { ConsoleWorld } from './world.ts';

/** An expression of the page: the room between the parts of a dialog. */
const GAPS = `[...document.querySelectorAll('.dialog > * + *, .dialog .form > * + *')].map(
  (part) => part.getBoundingClientRect().top - part.previousElementSibling.getBoundingClientRect().bottom,
)`;

describeInChromium('what a clerk does with To correct, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('care');
    const numbers = ['FV/1-REJECT', 'FV/2-REJECT', 'FV/3-REJECT'];
    const ids = await world.sent(
      numbers.map((number, index) => numbered(example('over-pl-ksef'), number, `SO-${index + 1}`)),
    );
    for (const id of ids) await world.settled(id, ['rejected']);
  });
  afterEach(() => world.closePages());

  const open = async (): Promise<number> =>
    (await world.erp.read<{ data: object[] }>('/care?status=open')).json.data.length;

  it('says of each invoice who the buyer is and how much it is about', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct');
    const { json } = await world.erp.get<{ data: readonly { id: string }[] }>('/invoices');
    const answer = await world.erp.get<{ data: readonly { buyer: string; number: string }[] }>(
      `/summaries?ids=${json.data[0]!.id}`,
    );
    const { buyer, number } = answer.json.data[0]!;
    const row = page.getByRole('row', { name: number });
    await row.getByText(buyer).waitFor();
    await untilPasses(async () =>
      assert.match(await row.locator('.amount').innerText(), /^[\d,]+\.\d\d\sPLN$/),
    );
    await row.getByText(/^SO-\d$/).waitFor();
    await page.getByText(/^care\/FV\/\d-REJECT (had to|must) be sent by /).waitFor();
  });

  it('takes what is typed at once into a note for no key, and asks before a letter closes anything', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct');
    await page.getByRole('heading', { name: /^3 invoices to correct/ }).waitFor();
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('please see me');
    await untilPasses(async () =>
      assert.equal(await page.getByRole('dialog').getByRole('textbox').first().inputValue(), 'please see me'),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Mark 3 invoices as handled?' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await open(), 3);
  });

  it('keeps a note with an invoice, and who takes it, for the colleagues', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct');
    await page.getByRole('button', { name: 'Add a note' }).click();
    const dialog = page.getByRole('dialog', { name: /^Note on/ });
    await dialog.getByLabel('For', { exact: true }).selectOption('care/FV/1-REJECT');
    await page.getByRole('dialog', { name: 'Note on care/FV/1-REJECT' }).waitFor();
    await dialog.getByLabel('Who takes care of it').fill('Jana');
    await dialog.getByLabel('Note').fill('The buyer sends the NIP on Monday.');
    assert.deepEqual(await complaintsOfAxe(page), []);
    assert.deepEqual(
      (await page.evaluate<readonly number[]>(GAPS)).filter((px) => px < 8),
      [],
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    const colleague = await world.openAs(await world.key(['read']), '/to-correct');
    await colleague.page.getByText('Jana: The buyer sends the NIP on Monday.').first().waitFor();
    assert.equal(await colleague.page.getByRole('button', { name: /note|Change/ }).count(), 0);
  });

  it('puts a note on each invoice of a group, and leaves what one of them alone has', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct');
    await page.getByText('differs from invoice to invoice').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Note on 3 invoices' });
    await dialog.getByLabel('Note', { exact: true }).fill('Asked by phone.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    type Noted = { readonly data: readonly { readonly note?: string; readonly assignee?: string }[] };
    const { data } = (await world.erp.read<Noted>('/care?status=open')).json;
    assert.deepEqual(data.map(({ note, assignee }) => [note, assignee]).toSorted(), [
      ['Asked by phone.', undefined],
      ['Asked by phone.', undefined],
      ['Asked by phone.', 'Jana'],
    ]);
    await page.locator('.detail').getByText('Asked by phone.', { exact: true }).waitFor();
  });

  it('has what a person has taken as a view of its own, in the address', async () => {
    type Row = { readonly invoice_id: string; readonly catalogue_code: string; readonly assignee?: string };
    const { json } = await world.erp.get<{ data: readonly Row[] }>('/care?status=open');
    const { invoice_id: id, catalogue_code } = json.data.find(({ assignee }) => assignee === undefined)!;
    await world.erp.put(`/care/${id}/note`, { catalogue_code, assignee: 'Piotr & Ewa' });
    const opened = await world.openAs(world.erp.key, '/to-correct');
    const { page } = opened;
    const takers = page.getByRole('group', { name: 'Taken by' });
    await textsBecome(takers.getByRole('link'), ['All\n3', 'Jana\n1', 'Piotr & Ewa\n1']);
    await takers.getByRole('link', { name: 'Piotr & Ewa' }).click();
    await parameterBecomes(page, 'taken', 'Piotr & Ewa');
    await page.getByRole('heading', { name: /^1 invoice to correct/ }).waitFor();
    await countBecomes(page.locator('.rows-care .one'), 1);
    await world.visit(opened, '/to-correct?taken=Marek');
    await textsBecome(takers.locator('[aria-current]'), ['Marek\n0']);
    await page.getByText('Nothing waits for you.').waitFor();
    await takers.getByRole('link', { name: 'All' }).click();
    await countBecomes(page.locator('.rows-care .one'), 3);
    await world.erp.put(`/care/${id}/note`, { catalogue_code, assignee: null, note: null });
  });

  it('shows what to do on a phone below the row that was pressed', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct', {
      width: 400,
      height: 500,
      touch: true,
    });
    const handle = page.getByRole('heading', { name: 'What to do' });
    const isSeen = (): Promise<boolean> =>
      handle.evaluate((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      });
    const row = page.getByRole('row', { name: /KSEF-450/ }).first();
    await row.waitFor();
    await countBecomes(handle, 0);
    await row.tap();
    await handle.waitFor();
    await until(isSeen, 'what to do is on the screen');
  });

  it('has exactly the rows of a number on Now, which the badge counts, too', async () => {
    const { page } = await world.openAs(world.erp.key, '/now');
    await page.getByRole('heading', { level: 1, name: 'Today: 3 invoices' }).waitFor();
    await page.getByText(/^All routes work\. /).waitFor();
    await page.getByRole('link', { name: '3 invoices to correct' }).click();
    await page.getByRole('heading', { name: /^3 invoices to correct/ }).waitFor();
    await page.locator('.entry .count', { hasText: /^3$/ }).first().waitFor();
  });

  it('has for the operator exactly the rows of who acts', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, `/now?client=${world.client}`);
    const number = page.locator('.owners').first().getByRole('link', { name: '3', exact: true });
    await number.click();
    await parameterBecomes(page, 'owner', 'erp');
    await parameterBecomes(page, 'client', world.client);
    await countBecomes(page.locator('.rows-care .one'), 3);
    await page.getByRole('link', { name: 'Show those of all' }).click();
    await parameterBecomes(page, 'owner', null);
  });

  it('marks all of a group as handled by one key, takes it back, and opens it again later', async () => {
    const { page, asked } = await world.openAs(world.erp.key, '/to-correct');
    await page.getByRole('heading', { name: /^3 invoices to correct/ }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark 3 as handled' }).press('Enter');
    await page.getByText('3 invoices are handled', { exact: true }).first().waitFor();
    await until(async () => (await open()) === 0, 'all are closed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: /^3 invoices to correct/ }).waitFor();
    await until(async () => (await open()) === 3, 'all are open again');
    assert.equal(asked.filter((url) => url.includes('reopened')).length, 1);
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark 3 as handled' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing to correct' }).waitFor();
    await page.getByRole('tab', { name: 'Handled' }).click();
    await page.getByRole('button', { name: 'Open again' }).click();
    await until(async () => (await open()) === 3, 'all are open again');
  });

  it('leads to a tax report that was refused, with what keeps it, what was sent and its evidence', async () => {
    const fr = { vat_regime: 'monthly', reports: 'own' };
    await new Erp(world.service, OPERATOR_KEY).put('/clients/care/profile', { fr });
    const sell = async (day: string): Promise<void> => {
      const { status, text } = await world.erp.post('/reports/sales', {
        ...{ seller: { company_id: '100000009', name: 'Ateliers-REJECT' }, day, category: 'goods' },
        amounts: [{ vat_rate: '20.00', net: '100.00', vat: '20.00' }],
      });
      assert.equal(status, 202, text);
    };
    await sell('2026-10-02');
    await sell(new Date().toISOString().slice(0, 10));
    const isRefused = async () => (await world.erp.read('/reports')).text.includes('REJ_SEMAN');
    await until(isRefused, 'it is refused', 60_000, 200);
    const { page } = await world.openAs(world.erp.key, '/to-correct?for=others');
    // Its deadline is over, too: another row.
    const row = page.getByRole('row', { name: /rep_[0-9a-f]{24}/ }).first();
    await row.waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: 'Sales, 1 Oct 2026 to 10 Oct 2026' }).waitFor();
    const wrong = page.getByRole('article').filter({ hasText: 'REJ_SEMAN' });
    await wrong.getByText('A field of the report is invalid.').waitFor();
    await untilPasses(async () => assert.doesNotMatch(await wrong.innerText(), /invoice/));
    await page.locator('.facts time[datetime$="+02:00"]', { hasText: '20 Oct 23:59' }).waitFor();
    assert.deepEqual(await complaintsOfAxe(page), []);
    const [evidence] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the evidence' }).click(),
    ]);
    assert.match(evidence.suggestedFilename(), /^rep_[0-9a-f]{24}-evidence\.zip$/);
    const [sent] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('listitem')
        .filter({ hasText: 'The report as it was sent' })
        .getByRole('button')
        .first()
        .click(),
    ]);
    assert.match(sent.suggestedFilename(), /tax-report-1\.xml$/);
    await page.getByRole('link', { name: 'Tax reports' }).first().click();
    const listed = page.getByRole('row', { name: /1 Oct 2026 to 10 Oct 2026/ });
    await listed.waitFor();
    await untilPasses(async () => assert.match(await listed.innerText(), /Refused by network[^]*Sales/));
    // The report of this period has no document yet, so that its number of statements would be a riddle.
    const waiting = page.getByRole('row', { name: /Waiting/ });
    await untilPasses(async () => assert.match(await waiting.innerText(), /not sent yet/));
    assert.deepEqual(await complaintsOfAxe(page), []);
    await page.getByRole('link', { name: /^Accepted/ }).click();
    await page.getByText('No report is in this state.').waitFor();
  });

  it('prints a box and a line for each invoice, and nothing of the page around it', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct');
    await page.getByRole('row', { name: /SO-1/ }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const name of ['.rail', '.detail', '.tab-list', '.top-bar'])
      await untilPasses(async () => assert.equal(await page.locator(name).first().isVisible(), false, name));
    await untilPasses(async () => assert.equal(await page.locator('.to-tick').first().isVisible(), true));
    assert.ok((await page.pdf({ format: 'A4' })).length > 0);
  });

  it('names the field of a rule as a clerk knows it, in the language of the reader', async () => {
    const [id] = await world.sent([numbered(example('over-ro-efactura'), 'FV/4-REJECT', 'SO-4')]);
    await world.settled(id!, ['rejected']);
    for (const [language, name] of rowsFor(
      [
        ['en', 'Seller country subdivision (BT-39)'],
        ['de', 'Bezirk des Verkäufers (BT-39)'],
      ] as const,
      1,
    )) {
      const { page } = await world.openAs(world.erp.key, '/to-correct', { language });
      await page.getByRole('row', { name: /BR-RO-110/ }).click();
      const detail = page.locator('aside.detail');
      await detail.getByText(name, { exact: true }).waitFor();
      await detail.getByText(/seller\.address|canonical|kanonisch/).waitFor({ state: 'detached' });
    }
  });
});
