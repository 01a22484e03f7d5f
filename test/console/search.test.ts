import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { Erp, OPERATOR_KEY } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { partOf, rowsFor } from '../support/volume.ts';
import { complaintsOfAxe } from './axe.ts';
import { POINTERS, pressInSequence } from './presses.ts';
import { brokenInvoice, refuse } from './refused.ts';
import { inEachViewOfProof } from './views.ts';
import { countBecomes, parameterBecomes, textsBecome } from './reads.ts';
import { ConsoleWorld, SAMPLES } from './world.ts';
import { untilPasses } from '../support/until.ts';

const BROKEN = exampleText('broken-xrechnung-cii.xml');

describeInChromium('the one search, in Chromium', () => {
  let world: ConsoleWorld;
  let ids: Readonly<Record<'sent' | 'received' | 'not_taken', string>>;
  before(async () => {
    world = await ConsoleWorld.of('search');
    const [sent] = await world.sent([SAMPLES[3]!]);
    const not_taken = await refuse(world.erp, brokenInvoice({ number: 'RE-2026-1033' }));
    ids = { sent: sent!, received: (await world.erp.received('PEPPOL', BROKEN)).id, not_taken };
  });
  afterEach(() => world.closePages());

  const rowsOf = (page: Page) => page.locator('main tbody tr');
  const address = (page: Page) => new URL(page.url());

  it('is opened from any page by one key, shows a row of each kind with where the words were found, and is left by Esc', async () => {
    const opened = await world.openAs(world.erp.key, '/rules');
    const { page, complaints } = opened;
    for (const path of rowsFor(['/now', '/invoices', '/received', '/events', '/webhooks', '/links'], 1)) {
      await world.visit(opened, path);
      await page.keyboard.press('/');
      await page.locator('#search:focus').waitFor();
      await page.keyboard.press('Escape');
      await countBecomes(page.locator('#search:focus'), 0);
    }
    await world.visit(opened, '/events');
    await page.keyboard.press('/');
    await page.keyboard.type('2026');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^3 invoices for “2026”$/ }).waitFor();
    await untilPasses(async () => assert.equal(address(page).pathname, '/console/search'));
    for (const kind of ['Sent', 'Not taken', 'Received'])
      await rowsOf(page)
        .filter({ hasText: kind })
        .filter({ hasText: /Number/ })
        .first()
        .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = await rowsOf(page).nth(1).getAttribute('data-row');
    await parameterBecomes(page, 'sel', second);
    await page.reload();
    await rowsOf(page).nth(2).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('opens from a row what it names', async () => {
    const opened = await world.openAs(world.erp.key, '/rules');
    const { page } = opened;
    for (const [kind, path] of [
      ['sent', '/invoices/'],
      ['received', '/received/'],
      ['not_taken', '/refusals/'],
    ] as const) {
      await world.visit(opened, '/search?q=2026');
      await page.locator(`tr[data-row="${ids[kind]}"] .c-party`).click();
      await page.waitForURL(`**${path}${ids[kind]}`);
    }
  });

  for (const language of rowsFor(['de', 'fr', 'pl', 'ro', 'en'], 1))
    it(`has its few views in sight on a phone, with the period beside the last of them if it has room, in ${language}`, async () => {
      const viewing = { width: 390, height: 844, touch: true, language };
      const { page } = await world.openAs(world.erp.key, '/search?q=2026&period=2026-03', viewing);
      const chips = page.locator('.filters .chip');
      await untilPasses(async () => {
        const boxes = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect()));
        assert.equal(boxes.length, 5);
        for (const { left, right } of boxes) assert.ok(left >= 16 && right <= 374, `${left} to ${right}`);
        const [view, period] = boxes.slice(-2);
        const hasRoom = view!.right + period!.width < 366;
        assert.equal(view!.top === period!.top, hasRoom);
      });
    });

  for (const pointer of rowsFor(['mouse', 'finger'] as const, 1))
    it(`works by ${pointer} alone: words, kind, period, another view of the same link`, async () => {
      const { page } = await world.openAs(world.erp.key, '/rules', POINTERS[pointer]);
      const press = (name: string) =>
        pointer === 'mouse' ? page.locator(name).first().click() : page.locator(name).first().tap();
      await press('#search');
      await page.locator('#search').fill('stadtwerke 1.061,60');
      await page.keyboard.press('Enter');
      await rowsOf(page).nth(1).waitFor();
      await press('.filters a:has-text("Not taken")');
      await page.getByRole('heading', { name: /^1 invoice for/ }).waitFor();
      await press('main .menu > button');
      await page.getByLabel('Period', { exact: true }).selectOption('2025');
      await page.getByRole('heading', { name: /^Nothing found for/ }).waitFor();
      await page.getByLabel('Period', { exact: true }).selectOption('2026');
      await page.getByLabel('Quarter or month').selectOption('10');
      await page.getByRole('heading', { name: /^1 invoice for/ }).waitFor();
      await untilPasses(async () =>
        assert.deepEqual(Object.fromEntries(address(page).searchParams), {
          ...{ q: 'stadtwerke 1.061,60', kind: 'not_taken', period: '2026-10' },
        }),
      );
      const colleague = await world.openAs(await world.key(['read']), `/search${address(page).search}`);
      await colleague.page.getByRole('heading', { name: /^1 invoice for/ }).waitFor();
    });

  for (const list of rowsFor(['/invoices', '/received'], 1))
    it(`is one press from ${list}, with the words of its own field, whether it found something or not`, async () => {
      const { page } = await world.openAs(world.erp.key, list);
      for (const words of ['2026', 'stadtwerke 1.061,60']) {
        await page.locator('#list-search').fill(words);
        await page.keyboard.press('Enter');
        const links = page.getByRole('link', { name: `Search everywhere for “${words}”` });
        await countBecomes(links, 1);
      }
      await page
        .getByRole('link', { name: /^Search everywhere/ })
        .last()
        .click();
      await page.getByRole('heading', { name: /^[23] invoices for “stadtwerke 1.061,60”$/ }).waitFor();
    });

  it('is a line of name and amount and one of number and state at 390 px, the date below a number that fills it, in German', async () => {
    const viewing = { width: 390, height: 844, language: 'de' };
    const { page } = await world.openAs(world.erp.key, '/search?q=2026', viewing);
    await rowsOf(page).nth(2).waitFor();
    const linesOfRows = `[...document.querySelectorAll('main tbody tr')].map((row) => {
      const [number, state] = ['.c-number', '.c-state'].map((cell) => row.querySelector(cell).getBoundingClientRect());
      return [number.height < 44, number.top === state.top];
    })`;
    await untilPasses(async () =>
      assert.deepEqual(await page.evaluate(linesOfRows), Array(3).fill([true, true])),
    );
  });

  it('leads into the list of the same sent invoices, words and period, and does not where the list finds others', async () => {
    const opened = await world.openAs(world.erp.key, '/search?q=2026&period=2026');
    const { page } = opened;
    const link = page.getByRole('link', { name: 'Show the sent one in the list, with sum and CSV' });
    await countBecomes(page.locator('main :has(table) ~ .below-rows a'), 1);
    // The answer of the search says it.
    const ofList = opened.asked.filter((url) => new URL(url).pathname === '/invoices');
    assert.deepEqual(ofList, []);
    await link.click();
    await page.locator(`tr[data-row="${ids.sent}"]`).waitFor();
    await countBecomes(rowsOf(page), 1);
    await page.locator('.sums b').waitFor();
    await untilPasses(async () =>
      assert.deepEqual(Object.fromEntries(address(page).searchParams), { q: '2026', period: '2026' }),
    );
    // An amount, and the beginning of a word of the buyer: only the search finds them.
    for (const q of ['1.061,60', 'stadtwer']) {
      await world.visit(opened, `/search?${new URLSearchParams({ q })}`);
      await page.locator(`tr[data-row="${ids.sent}"]`).waitFor();
      await countBecomes(link, 0);
    }
    await world.visit(opened, '/search?q=stadtwerke');
    await countBecomes(link, 1);
    // Older ones are left: the page does not know whether they are the same.
    await page.route('**/search?*', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...json, next: '1.inv_0000000000000001' } });
    });
    await world.visit(opened, '/search?q=2026');
    await page.getByRole('link', { name: 'Older' }).waitFor();
    await countBecomes(link, 0);
  });

  it('says where it looked and what to try if nothing is found, and drops the filters by a press', async () => {
    const { page } = await world.openAs(world.erp.key, '/search?q=stadtwerke&kind=received&period=2020');
    await page.getByText('Fewer words, the beginning of a word').waitFor();
    const facts = await page.locator('main .facts').innerText();
    for (const text of ['Received', 'VAT number', 'Number of the network', '2020'])
      assert.ok(facts.includes(text), text);
    await page.getByRole('link', { name: 'Search without filters' }).click();
    await rowsOf(page).nth(1).waitFor();
  });

  it('shows nothing of another client, and names to the operator only in a chosen client', async () => {
    const stranger = (await Erp.of(world.service, 'search-stranger')).key;
    const strange = await world.openAs(stranger, '/rules');
    for (const q of ['stadtwerke', ids.sent, '1061,60', 'RE-2026-1033']) {
      await world.visit(strange, `/search?${new URLSearchParams({ q })}`);
      await textsBecome(strange.page.locator('main h1'), [`Nothing found for “${q}”`]);
    }
    const opened = await world.openAs(OPERATOR_KEY, '/search?q=stadtwerke');
    const { page } = opened;
    await page.getByRole('heading', { name: /^Nothing found for/ }).waitFor();
    await page.getByText('With one client chosen also beginnings of words').waitFor();
    assert.equal(await page.locator('main .facts').getByText('Buyer').count(), 0);
    await world.visit(opened, '/search?q=stadtwerke&client=search');
    await rowsOf(page).nth(1).waitFor();
  });

  it('takes any words for words, and says which the service refuses', async () => {
    const opened = await world.openAs(world.erp.key, '/rules');
    const { page, complaints } = opened;
    const nothing = ['%', '.*', `' OR 1=1 --`, '"><img src=x>', '\\', '{q}{n}', '\u202Egnp.exe', '((('];
    for (const q of partOf(nothing, 2)) {
      await world.visit(opened, `/search?${new URLSearchParams({ q })}`);
      await textsBecome(page.locator('main h1'), [`Nothing found for “${q}”`]);
      assert.equal(await page.locator('main img').count(), 0, q);
    }
    assert.deepEqual(complaints, []);
    for (const q of ['x'.repeat(5_000), 'a\0b']) {
      await world.visit(opened, `/search?${new URLSearchParams({ q })}`);
      await page.getByRole('alert').getByText(/q/).first().waitFor();
      await untilPasses(async () =>
        assert.equal(await page.evaluate('document.documentElement.scrollWidth === innerWidth'), true),
      );
    }
  });

  it('goes on with older ones, and back to the newest', async () => {
    const { page } = await world.openAs(world.erp.key, '/rules');
    const row = {
      kind: 'sent',
      client: 'search',
      created_at: '2026-10-05T08:00:00.000Z',
      matched_in: ['buyer'],
    };
    await page.route('**/search?*', async (route) => {
      const isOlder = route.request().url().includes('after=');
      const data = isOlder ? [{ ...row, id: 'inv_0000000000000002', number: 'OLD' }] : [];
      await route.fulfill({
        json: { data, looked_in: ['number'], ...(!isOlder && { next: '1.inv_0000000000000001' }) },
      });
    });
    await page.keyboard.press('/');
    await page.keyboard.type('muster');
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', { name: 'Nothing found for “muster” yet: older ones are left' })
      .waitFor();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('row', { name: /OLD/ }).waitFor();
    await page.getByRole('link', { name: 'Newest' }).click();
    await page.getByRole('link', { name: 'Older' }).waitFor();
  });

  it('opens the field if there are no words yet, and has nothing that axe finds', async () => {
    const { page } = await world.openAs(world.erp.key, '/rules');
    await pressInSequence(page, 'g', 's');
    await page.locator('#search:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const keys = await page.getByRole('dialog', { name: 'Keys of this page' }).innerText();
    for (const label of ['Search everything', 'Back to the view before', 'looks in what was sent'])
      assert.ok(keys.includes(label), label);
    await page.keyboard.press('Escape');
    for (const words of ['stadtwerke', 'nowhere']) {
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `“${words}”` }).waitFor();
      await inEachViewOfProof(page, async (view) =>
        assert.deepEqual(await complaintsOfAxe(page), [], `${words}, ${view}`),
      );
    }
  });

  it('says of an invoice that came that its seller has no answer', async () => {
    await world.settled(ids.sent, ['delivered']);
    const { text } = await world.erp.get(`/invoices/${ids.sent}/documents/ubl`);
    await world.erp.received('PEPPOL', text.replaceAll('RE-2026-1011', 'FREMD-7'));
    const { page } = await world.openAs(world.erp.key, '/search?q=fremd-7');
    await rowsOf(page).getByText('Not answered', { exact: true }).waitFor();
  });
});
