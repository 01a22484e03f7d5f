import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { until, untilPasses } from '../support/until.ts';
import { rowsFor } from '../support/volume.ts';
import { complaintsOfAxe } from './axe.ts';
import { countBecomes, textsBecome, widthBecomes } from './reads.ts';
import { overPeppol, sendFile } from './refused.ts';
import { inEachView } from './views.ts';
import { ConsoleWorld } from './world.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const NUMBER = 'input[name="/document/invoice/number"]';

interface Row {
  readonly id: string;
  readonly invoice_ref: string;
  readonly invoice_number: string;
  readonly sent_again_as?: object;
}

interface Content {
  readonly invoice: Readonly<Record<string, unknown>>;
  readonly preceding_invoices?: unknown;
  readonly lines: readonly object[];
}

const TITLES = {
  invoice: {
    en: 'New invoice after #',
    de: 'Neue Rechnung nach #',
    fr: 'Nouvelle facture après #',
    pl: 'Nowa faktura po #',
    ro: 'Factură nouă după #',
  },
  'credit-note': {
    en: 'Credit note for #',
    de: 'Gutschrift zu #',
    fr: 'Avoir pour #',
    pl: 'Korekta faktury #',
    ro: 'Notă de credit pentru #',
  },
} as const;

const fileOverPeppol =
  (file: string, number: string, ownNumber: string) =>
  async (world: ConsoleWorld): Promise<string> =>
    (await sendFile(world, overPeppol(exampleText(file)).replace(number, ownNumber), ownNumber, 'PEPPOL')).id;

/** What a sender hands in, other than canonical JSON. */
const ORIGINS: Readonly<
  Record<string, { readonly lines: number; readonly send: (world: ConsoleWorld) => Promise<string> }>
> = {
  'a file in UBL': { lines: 3, send: fileOverPeppol('xrechnung-ubl.xml', 'RE-2026-0301', 'N-UBL-REFUSE') },
  'a file in CII': { lines: 2, send: fileOverPeppol('xrechnung-cii.xml', 'RE-2026-0302', 'N-CII-REFUSE') },
};

describeInChromium('what follows an invoice that its buyer has refused, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('next');
  });
  afterEach(() => world.closePages());

  async function refused(
    number: string,
    route: 'over-peppol' | 'over-fr-pa' = 'over-peppol',
  ): Promise<string> {
    const [id] = await world.sent([numbered(example(route), number)]);
    return refusedByBuyer(id!);
  }

  async function refusedByBuyer(id: string): Promise<string> {
    const isRefused = async (): Promise<boolean> =>
      (await world.erp.read<{ buyer_status: string }>(`/invoices/${id}`)).json.buyer_status === 'refused';
    await until(isRefused, 'the buyer refuses');
    return id;
  }

  const sentAfter = async (reference: string): Promise<readonly Row[]> =>
    (await world.erp.read<{ data: readonly Row[] }>(`/invoices?q=${encodeURIComponent(reference)}`)).json
      .data;

  const contentOf = async (id: string): Promise<Content> =>
    (await world.erp.read<Content>(`/invoices/${id}/documents/canonical`)).json;

  /** By the keyboard alone, but for the button that sends. */
  async function giveNumber(page: Page, number: string): Promise<void> {
    await page.locator(`${NUMBER}:focus`).waitFor();
    await untilPasses(async () => assert.equal(await page.locator(NUMBER).inputValue(), ''));
    await page.keyboard.type(number);
    await page.keyboard.press('Control+Enter');
    const compare = button(page, 'Compare and send').and(page.locator(':not([aria-disabled])'));
    await compare.waitFor();
    await compare.click();
  }

  it('is a new invoice, begun on its page, which then leads to it', async () => {
    const id = await refused('N-1-REFUSE');
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${id}`, {
      width: 1440,
      height: 900,
    });
    const verdict = page.locator('.verdict');
    const today = new Date().toISOString().slice(0, 10);
    await verdict.getByRole('link', { name: 'Credit this invoice' }).waitFor();
    await verdict.getByRole('link', { name: 'Start a new invoice' }).click();
    await page.getByText('under the reference N-1-REFUSE/new').waitFor();
    await countBecomes(button(page, 'Undo all'), 0);
    await giveNumber(page, 'N-1-B');
    await textsBecome(page.locator('.compare.fields ins'), ['N-1-REFUSE/new', 'N-1-B', today]);
    await button(page, 'Send as new').dblclick();
    await page.getByText('N-1-B is sent as a new invoice').waitFor();
    await page.getByText('Your ERP does not have N-1-B: enter it there.').waitFor();
    await page.getByRole('link', { name: 'The refused invoice' }).click();
    await verdict.getByRole('link', { name: 'New invoice N-1-B' }).waitFor();
    await countBecomes(verdict.getByRole('link', { name: 'Start a new invoice' }), 0);
    await button(page, 'Settled: mark as handled').waitFor();
    const rows = await sentAfter('N-1-REFUSE/new');
    assert.deepEqual(
      rows.map(({ invoice_ref, invoice_number }) => [invoice_ref, invoice_number]),
      [['N-1-REFUSE/new', 'N-1-B']],
    );
    const { invoice, preceding_invoices: preceding } = await contentOf(rows[0]!.id);
    assert.equal(invoice['due_date'], undefined);
    assert.equal(preceding, undefined);
    // It stays in the sums and in its list: nothing was sent in its place.
    const old = (await world.erp.read<Row>(`/invoices/${id}`)).json;
    assert.equal(old.sent_again_as, undefined);
    // A reload, or another tab, sends nothing.
    const again = await world.openAs(world.erp.key, `/invoices/${id}/next/invoice`);
    await again.page.getByText('N-1-B had been sent before; nothing new is sent').waitFor();
    await countBecomes(button(again.page, 'Send as new'), 0);
    assert.deepEqual([...complaints, ...again.complaints], []);
  });

  it('shows what a colleague has sent meanwhile, and not what this reader has typed', async () => {
    const id = await refused('N-7-REFUSE');
    const read = async (number: string) => {
      const { page } = await world.openAs(
        await world.key(['submit', 'read']),
        `/invoices/${id}/next/invoice?at=number`,
      );
      await giveNumber(page, number);
      await textsBecome(page.locator('.compare.fields ins').nth(1), [number]);
      return page;
    };
    const [first, second] = [await read('N-7-A'), await read('N-7-B')];
    await button(first, 'Send as new').click();
    await first.getByText('N-7-A is sent as a new invoice').waitFor();
    const shown = await first.locator('.compare.fields tbody').innerText();
    await button(second, 'Send as new').click();
    await second.getByText('N-7-A had been sent before; nothing new is sent').waitFor();
    await untilPasses(async () =>
      assert.equal(await second.locator('.compare.fields tbody').innerText(), shown),
    );
    const later = await world.openAs(world.erp.key, `/invoices/${id}/next/invoice`);
    await untilPasses(async () =>
      assert.equal(await later.page.locator('.compare.fields tbody').innerText(), shown),
    );
  });

  it('is sent once, though the line breaks in between', async () => {
    const id = await refused('N-8-REFUSE');
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/next/invoice?at=number`);
    await page.locator(`${NUMBER}:focus`).waitFor();
    await page.keyboard.type('next/N-8-REFUSE');
    await page.keyboard.press('Control+Enter');
    await page.getByText('It still has the number next/N-8-REFUSE.').waitFor();
    await page.locator(NUMBER).fill('');
    await page.keyboard.press('Control+Enter');
    await page.locator('.finding').getByText('You', { exact: true }).first().waitFor();
    await giveNumber(page, 'N-8-B');
    let broken = 0;
    await page.route(
      (url) => url.pathname === '/invoices',
      async (route) => {
        if (route.request().method() !== 'POST' || broken > 0) return route.continue();
        broken += 1;
        await route.fetch();
        return route.abort();
      },
    );
    // The client asks again by itself, with the same key.
    await button(page, 'Send as new').click();
    await page.getByText('N-8-B is sent as a new invoice').waitFor();
    assert.equal(broken, 1);
    assert.equal((await sentAfter('N-8-REFUSE/new')).length, 1);
  });

  it('says in each language what is new, and axe finds nothing there', async () => {
    const id = await refused('N-9-REFUSE');
    for (const kind of ['invoice', 'credit-note'] as const)
      for (const [language, title] of rowsFor(Object.entries(TITLES[kind]), 2)) {
        const { page } = await world.openAs(world.erp.key, `/invoices/${id}/next/${kind}`, { language });
        await page.getByRole('heading', { name: title.replace('#', 'next/N-9-REFUSE') }).waitFor();
        await inEachView(page, async (view, width) => {
          assert.deepEqual(await complaintsOfAxe(page), [], `${language} ${view}`);
          await widthBecomes(page, width, `${language} ${view}`);
        });
      }
  });

  it('names the reader and the buyer as those who act, where its editor shows the refusal', async () => {
    const id = await refused('N-10-REFUSE');
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/next/invoice`);
    const finding = page.locator('.finding', { hasText: 'EI-BUYER-REFUSED' });
    await finding.getByText('You and the buyer').waitFor();
    await page.getByText('Still to give').waitFor();
    await page.getByText('Buyer: Refused').waitFor();
  });

  for (const [name, { lines, send }] of Object.entries(ORIGINS))
    it(`goes on as data if the refused one was ${name}`, async () => {
      const id = await refusedByBuyer(await send(world));
      const { page, complaints } = await world.openAs(
        world.erp.key,
        `/invoices/${id}/next/invoice?at=number`,
      );
      const { json } = await world.erp.read<Row>(`/invoices/${id}`);
      await giveNumber(page, `${json.invoice_number}-B`);
      await button(page, 'Send as new').click();
      await page.getByText(`${json.invoice_number}-B is sent as a new invoice`).waitFor();
      await countBecomes(page.getByText('says more than goes on'), 0);
      const [row] = await sentAfter(`${json.invoice_ref}/new`);
      const content = await contentOf(row!.id);
      assert.equal(content.lines.length, lines);
      assert.equal(content.invoice['number'], `${json.invoice_number}-B`);
      assert.deepEqual(complaints, []);
    });

  it('is not begun of a file that KSeF has taken: its buyer does not answer there', async () => {
    const { id } = await sendFile(world, exampleText('fa3.xml'), 'N-FA3', 'PL-KSEF');
    await world.settled(id, ['accepted']);
    const { page } = await world.openAs(world.erp.key, `/invoices/${id}/next/invoice`);
    await page.getByText('The buyer has not refused this invoice').waitFor();
    await page.getByText('What your ERP sent').first().waitFor();
    await countBecomes(page.getByText('The new invoice'), 0);
  });

  it('is one invoice, when two readers begin one at the same time', async () => {
    const id = await refused('N-2-REFUSE');
    const pages = await Promise.all(
      ['A', 'B'].map(async (letter) => {
        const key = await world.key(['submit', 'read']);
        const { page } = await world.openAs(key, `/invoices/${id}/next/invoice?at=number`);
        await giveNumber(page, `N-2-${letter}`);
        return page;
      }),
    );
    await Promise.all(pages.map((page) => button(page, 'Send as new').click()));
    await Promise.all(pages.map((page) => page.locator('.sent').waitFor()));
    assert.equal((await sentAfter('N-2-REFUSE/new')).length, 1);
  });

  it('is a credit note, with the keyboard and on a narrow screen', async () => {
    const id = await refused('N-3-REFUSE');
    const viewing = { width: 390, height: 844 };
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${id}`, viewing);
    const credit = page.locator('.verdict').getByRole('link', { name: 'Credit this invoice' });
    await credit.waitFor();
    await credit.press('Enter');
    await page.getByText('A credit note takes back next/N-3-REFUSE').waitFor();
    await widthBecomes(page, 390, 'the editor');
    await giveNumber(page, 'GS-3');
    await button(page, 'Send as new').press('Enter');
    await page.getByText('GS-3 is sent as a credit note').waitFor();
    const [row] = await sentAfter('N-3-REFUSE/credit');
    const { invoice, preceding_invoices: preceding } = await contentOf(row!.id);
    assert.equal(invoice['type_code'], 381);
    assert.deepEqual(preceding, [{ number: 'next/N-3-REFUSE', issue_date: '2026-10-05' }]);
    await world.settled(row!.id, ['delivered']);
    const { page: old } = await world.openAs(world.erp.key, `/invoices/${id}`, viewing);
    await old.getByRole('link', { name: 'Credit note GS-3' }).waitFor();
    await old.getByRole('link', { name: 'Start a new invoice' }).waitFor();
    await widthBecomes(old, 390, 'the refused invoice');
    assert.deepEqual(complaints, []);
  });

  it('is no credit note in France, where the refused one is cancelled in the books', async () => {
    const id = await refused('N-4-REFUSE', 'over-fr-pa');
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${id}`);
    await page.getByText('Cancel the refused invoice in your books.').waitFor();
    await page.getByRole('link', { name: 'Start a new invoice' }).waitFor();
    await countBecomes(page.getByRole('link', { name: 'Credit this invoice' }), 0);
    await page.goto(`${new URL(page.url()).origin}/console/invoices/${id}/next/credit-note`);
    await untilPasses(async () =>
      assert.match(await page.locator('main').innerText(), /No credit note goes to the buyer/),
    );
    assert.deepEqual(complaints, []);
  });

  it('is not begun of an invoice whose buyer has not refused it, or without the right to send', async () => {
    const [id] = await world.sent([numbered(example('over-peppol'), 'N-5')]);
    await world.settled(id!, ['delivered']);
    const opened = await world.openAs(world.erp.key, `/invoices/${id}/next/invoice`);
    await opened.page.getByText('The buyer has not refused this invoice').waitFor();
    await countBecomes(button(opened.page, 'Compare and send'), 0);
    const reader = await world.key(['read']);
    const { page } = await world.openAs(reader, `/invoices/${await refused('N-6-REFUSE')}`);
    await page.locator('.verdict').waitFor();
    await page.locator('.facts').getByText('To', { exact: true }).waitFor();
    await countBecomes(page.getByRole('link', { name: /^(?:Start a new invoice|Credit this invoice)$/ }), 0);
  });
});
