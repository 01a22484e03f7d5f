import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { ROUTE_PROFILES } from '../../src/domain/routes/all.ts';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { inEachViewOfProof } from './views.ts';
import { countBecomes, widthBecomes, textsBecome } from './reads.ts';
import { allDrawn, ConsoleWorld } from './world.ts';
import { itInProof } from '../support/volume.ts';

const LANGUAGES = ['en', 'de', 'fr', 'pl', 'ro'] as const;

describe('the form that answers a received invoice', () => {
  for (const language of LANGUAGES)
    it(`has words for each answer and what follows from it (${language})`, () => {
      const file = new URL(`../../src/console/words/${language}/send-status.json`, import.meta.url);
      const words = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
      const answers = new Set(
        ROUTE_PROFILES.flatMap(({ statuses }) => statuses?.buyer.map(({ status }) => status) ?? []),
      );
      for (const answer of answers)
        for (const name of [`answer.${answer}`, `then.${answer}`]) assert.ok(words[name], name);
    });
});

describeInChromium('answers to received invoices, in Chromium', () => {
  let world: ConsoleWorld;
  let received: readonly string[];
  let twins: readonly string[];
  let ksef: string;
  let barred: string;
  before(async () => {
    world = await ConsoleWorld.of('answers');
    const [sent] = await world.sent([numbered(example('over-peppol'), 'AN-1')]);
    await world.settled(sent!, ['delivered']);
    const { text } = await world.erp.read(`/invoices/${sent!}/documents/ubl`);
    const take = async (number: string): Promise<string> =>
      (await world.erp.received('PEPPOL', text.replaceAll('answers/AN-1', number))).id;
    received = [await take('LF-1'), await take('LF-2'), await take('LF-3')];
    twins = [await take('LF-5'), (await world.erp.received('PEPPOL', text.replace('?>', '?><!-- again -->').replaceAll('answers/AN-1', 'LF-5'))).id]; // prettier-ignore
    // KSeF takes no answer.
    ksef = (await world.erp.received('PL-KSEF', exampleText('fa3.xml'))).id;
    const withoutAddress = text.replace(/<cbc:EndpointID[^>]*>[^<]*<\/cbc:EndpointID>/, '');
    barred = (await world.erp.received('PEPPOL', withoutAddress.replaceAll('answers/AN-1', 'LF-4'))).id;
  });
  afterEach(() => world.closePages());

  const rows = (page: Page) => page.locator('.rows-invoices tbody tr');
  const rowsBecome = (page: Page, count: number): Promise<void> =>
    until(async () => (await rows(page).count()) === count, `${count} rows are shown`, 60_000, 50);
  const countOf = async (answer: string): Promise<number> =>
    (await world.erp.read<{ total: number }>(`/received?answer=${answer}`)).json.total;

  it('are asked for of no invoice whose seller none can reach: the page says why and has no button', async () => {
    const isChecked = async () =>
      (await world.erp.read<{ state: string }>(`/received/${barred}`)).json.state !== 'received';
    await until(isChecked, 'the invoice is checked', 60_000, 100);
    const list = (await world.erp.read<{ data: { id: string }[] }>('/received?answer=none')).json.data;
    assert.deepEqual(
      list.filter(({ id }) => [barred, ksef].includes(id)),
      [],
    );
    for (const [id, reason] of [
      [barred, 'The invoice states no Peppol address of the seller (BT-34).'],
      [ksef, 'PL-KSEF carries no answer to the seller.'],
    ] as const) {
      const opened = await world.openAs(world.erp.key, `/received/${id}`);
      const { page } = opened;
      await page.getByText(`${reason} Write to the seller yourself, for example by e-mail.`).waitFor();
      await allDrawn(opened, 'the received invoice');
      assert.equal(await page.getByRole('button', { name: 'Answer', exact: true }).count(), 0);
      assert.equal(await page.getByText('Not answered').count(), 0);
    }
  });

  it('stand beside a word on other documents of the seller with this number, before one is paid twice', async () => {
    const [first, second] = twins;
    const { page } = await world.openAs(world.erp.key, `/received/${second!}`);
    await page.getByText(/Another document of this seller under this number came on/).waitFor();
    await page.getByRole('link', { name: 'Show the other document' }).click();
    await page.waitForURL(new RegExp(first!));
  });

  it('lead by mouse from Now over the list to the form, and say where they are', async () => {
    const waiting = await countOf('none');
    const opened = await world.openAs(world.erp.key, '/now');
    const { page, complaints } = opened;
    // Lamps that come would move the link away from under the pointer.
    await allDrawn(opened, 'Now');
    const panel = page.getByRole('region', { name: 'Today' });
    await panel.getByRole('link', { name: `${waiting} received invoices have no answer yet` }).click();
    await rowsBecome(page, waiting);
    await page
      .getByRole('link', { name: /^To answer/ })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await page.getByRole('link', { name: 'LF-1' }).click();
    await page.getByText('Not answered').waitFor();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Answer the seller' });
    await untilPasses(async () => assert.equal(await dialog.getByLabel('Your answer').inputValue(), ''));
    const offered = await dialog.getByLabel('Your answer').locator('option').allInnerTexts();
    assert.deepEqual(offered.slice(1, 3), ['Accept', 'Refuse']);
    await dialog.getByLabel('Your answer').selectOption({ label: 'Refuse' });
    await dialog.getByLabel('Your answer').selectOption({ label: 'Accept' });
    await dialog.getByText('What this means').waitFor();
    await dialog.getByText('The seller learns that you will pay.').waitFor();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('You: Accepted', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Received', exact: true }).first().click();
    await page.getByRole('row', { name: /You: Accepted.*LF-1/ }).waitFor();
    assert.equal(await countOf('none'), waiting - 1);
    assert.deepEqual(complaints, []);
  });

  itInProof(
    'take a finger on a phone: the view, the row, the act, the reason in words without its code',
    async () => {
      const before = await countOf('under_way,handed_over');
      const opened = await world.openAs(world.erp.key, '/received', { width: 390, touch: true });
      const { page, complaints } = opened;
      await page.getByRole('link', { name: /^To answer/ }).tap();
      await allDrawn(opened, 'the view');
      await page.getByRole('link', { name: 'LF-2' }).tap();
      await page.getByRole('button', { name: 'Answer', exact: true }).tap();
      const dialog = page.getByRole('dialog', { name: 'Answer the seller' });
      await dialog.getByLabel('Your answer').selectOption({ label: 'Refuse' });
      await dialog.getByLabel('Reason').selectOption({ label: 'Prices are wrong' });
      const wishes = dialog.getByLabel('What the seller is to do');
      await countBecomes(wishes.locator('option[value=NIN]'), 1);
      await countBecomes(dialog.getByLabel('Reason').locator('option[value=NIN]'), 0);
      await wishes.selectOption({ label: 'A new invoice is wanted' });
      await dialog.getByLabel('Note').fill('Agreed: 120.00');
      assert.deepEqual(await complaintsOfAxe(page), []);
      await dialog.getByRole('button', { name: 'Send' }).tap();
      await page.getByText('You: Refused', { exact: true }).waitFor();
      const isTold = async (): Promise<boolean> => (await countOf('handed_over')) === before + 1;
      await until(isTold, 'the sellers are told', 60_000, 200);
      const fact = (name: string) => page.locator('.facts div').filter({ hasText: name }).locator('dd');
      await page.reload();
      await fact('Your reason')
        .getByText('Prices are wrong', { exact: true })
        .and(page.getByTitle('PRI'))
        .waitFor();
      await fact('Your wish').getByText('A new invoice is wanted', { exact: true }).waitFor();
      await fact('Your note').getByText('Agreed: 120.00', { exact: true }).waitFor();
      assert.deepEqual(complaints, []);
    },
  );

  it('that failed are the head of their page, by keyboard alone', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/received?answer=none');
    await page.route(`**/received/${received[2]!}`, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as object;
      const failed = { ...json, answer: { state: 'failed', status: 'refused' } };
      await route.fulfill({ response: answer, json: failed });
    });
    await page.getByRole('link', { name: 'LF-3' }).click();
    await page.getByText('Your answer did not reach the seller').waitFor();
    await page.getByText('You: Refused, did not arrive').waitFor();
    await page.getByText(/^Send another answer\./).waitFor();
    await inEachViewOfProof(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
    await countBecomes(page.getByRole('button', { name: 'Answer', exact: true }), 0);
    await page.getByRole('button', { name: 'Answer again' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Answer the seller' });
    await untilPasses(async () => assert.equal(await dialog.getByLabel('Your answer').inputValue(), ''));
    await untilPasses(async () =>
      assert.equal(await dialog.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled'), 'true'),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  it('are named in the files by what they say; one whose code the service does not know by its code', async () => {
    const { page } = await world.openAs(world.erp.key, '/received?answer=none');
    await page.route(`**/received/${received[2]!}`, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { documents: object[] };
      const [file] = json.documents;
      const [refused, unknown] = [
        { ...file, kind: 'invoice-response-RE', buyer_status: 'refused' },
        { ...file, kind: 'invoice-response-ZZ' },
      ];
      await route.fulfill({ response: answer, json: { ...json, documents: [file, refused, unknown] } });
    });
    await page.getByRole('link', { name: 'LF-3' }).click();
    await textsBecome(page.locator('.files .quiet').filter({ hasNotText: 'PDF' }), ['Refused', 'ZZ']);
  });

  it('have views and filters that take the keyboard, and a list in which axe finds nothing', async () => {
    const opened = await world.openAs(world.erp.key, '/received');
    const { page } = opened;
    await rowsBecome(page, 7);
    await page.getByRole('link', { name: /^Answer failed/ }).press('Enter');
    await page.getByText('No invoice matches.').waitFor();
    await page.locator('.menu.sheet > button').press('Enter');
    await page.getByLabel('Handed over').press('Space');
    await page.keyboard.press('Escape');
    await rowsBecome(page, await countOf('handed_over'));
    await untilPasses(async () =>
      assert.equal(await page.locator('.menu.sheet > button').innerText(), 'Filter (1)'),
    );
    await page.getByRole('link', { name: 'Clear Handed over' }).press('Enter');
    await rowsBecome(page, 7);
    await allDrawn(opened, 'the list');
    await inEachViewOfProof(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
  });
});
