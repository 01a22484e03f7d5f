import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from 'playwright-core';
import { inEachView } from './views.ts';
import { exampleText } from '../support/example-file.ts';
import { rowsFor } from '../support/volume.ts';
import { allDrawn, ConsoleWorld, SAMPLES } from './world.ts';
import { complaintsOfAxe } from './axe.ts';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { countBecomes, parameterBecomes, textsBecome, widthBecomes } from './reads.ts';

const ASSETS = fileURLToPath(new URL('../../dist/console/assets', import.meta.url));

const BROKEN = exampleText('broken-xrechnung-cii.xml');

/** Log-in and list, with everything that a browser loads for them. */
const MAX_FIRST_VIEW_BYTES = 64 * 1024;
/** A file costs a request, also if it has a hundred bytes. */
const MAX_FIRST_VIEW_FILES = 12;

describeInChromium('the console, in Chromium', () => {
  let world: ConsoleWorld;
  /** Of the samples: 1 was sent twice, 2 was refused. */
  let ids: readonly string[];
  before(async () => {
    world = await ConsoleWorld.of('console');
    // A call of some milliseconds would be too short to fill the width: the three invoices for KSeF go out by four calls.
    await world.slowDown('PL-KSEF', 'POST /sessions/online/*/invoices', 4);
    ids = await world.sent(SAMPLES.slice(0, 6));
    await world.settled(ids.at(-1)!, ['delivered']);
    await world.settled(ids[2]!, ['rejected']);
    await world.settled(ids[1]!, ['accepted']);
    await world.erp.received('PEPPOL', BROKEN);
  });
  afterEach(() => world.closePages());

  it('opens Now after a log-in, or the page that the address names, asks no other host, and stays logged in without keeping the key', async () => {
    const opened = await world.open('');
    const { page, asked, complaints } = opened;
    await world.logIn(opened, world.erp.key);
    await page.waitForURL('**/console/now');
    await page.locator('main .panel').first().waitFor();
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(world.service.url)),
      [],
    );
    assert.deepEqual(complaints, []);
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    assert.ok(!String(kept).includes(world.erp.key));
    await page.goto(`${world.service.url}/console/invoices`);
    await page.getByRole('row', { name: /FV\/2026\/11\/0117/ }).waitFor();
    const named = await world.open('/invoices');
    await world.logIn(named, world.erp.key);
    await named.page.getByRole('row', { name: /FV\/2026\/11\/0117/ }).waitFor();
  });

  it('says what is wrong with a key', async () => {
    const { page } = await world.open('');
    for (const [key, title] of [
      ['', 'The key is missing'],
      ['ids_test_123', 'This key is cut off'],
      [`ids_live_${'0'.repeat(48)}`, 'This key is of the other environment'],
      [`ids_test_${'0'.repeat(48)}`, 'The service does not know this key'],
    ] as const) {
      await page.locator('input[name=key]').fill(key);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText(title).waitFor();
    }
  });

  for (const [holder, entries] of [
    [
      'read',
      [
        'Now',
        'To correct',
        'Search',
        'Invoices',
        'Received',
        'Tax reports',
        'Events',
        'Webhooks',
        'Rules',
        'Links',
      ],
    ],
    ['submit', []],
    ['admin', ['Keys and credentials']],
  ] as const)
    it(`shows a key with the scope ${holder} only what it may do`, async () => {
      const { page, complaints } = await world.openAs(await world.key([holder]), '');
      const links = page.getByRole('navigation', { name: 'Pages' }).first().getByRole('link');
      await countBecomes(links, entries.length);
      const shown = await links.allInnerTexts();
      assert.deepEqual(
        shown.filter((name) => !entries.some((entry) => name.startsWith(entry))),
        [],
      );
      assert.deepEqual(complaints, []);
    });

  it('lets the operator choose a client, and keeps the choice in the address', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/invoices?client=nobody');
    await page.getByText('No invoice yet.').waitFor();
    await page.getByLabel('Client').first().selectOption('');
    await page.getByRole('row', { name: /console\/FV\/2026\/11\/0117/ }).waitFor();
    await parameterBecomes(page, 'client', null);
  });

  it('is worked by keyboard: filter of a list, rows, help', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices');
    await page.getByRole('row', { name: /FV/ }).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = await page.locator('tbody tr').nth(1).getAttribute('data-row');
    await parameterBecomes(page, 'sel', second);
    await page.keyboard.press('k');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('c');
    await page.getByRole('status').getByText('The link to this view is copied.').waitFor();
    await untilPasses(async () =>
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url()),
    );
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys of this page' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.keyboard.type('0117');
    await page.keyboard.press('Enter');
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await parameterBecomes(page, 'q', '0117');
  });

  it('takes the keys of what it shows, and has the focus on its heading, from the drawing on', async () => {
    const opened = await world.openAs(world.erp.key, '/rules');
    await opened.page.evaluate(`new MutationObserver((_, watch) => {
      if (!document.querySelector('#list-search')) return;
      watch.disconnect();
      globalThis.focused = document.activeElement.tagName;
      dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }));
    }).observe(document.body, { childList: true, subtree: true })`);
    await world.visit(opened, '/invoices');
    await opened.page.locator('#list-search:focus').waitFor();
    assert.equal(await opened.page.evaluate('globalThis.focused'), 'H1');
  });

  it('says that a list is filtered by buyers, and finds them, but promises none where it does not', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices');
    await page.getByPlaceholder('Number or buyer').fill('fulda-nord');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /RE-2026-1011/ }).waitFor();
    await page
      .getByRole('row', { name: /FV\/2026/ })
      .first()
      .waitFor({ state: 'detached' });
    const opened = await world.openAs(OPERATOR_KEY, '/invoices');
    const operator = opened.page;
    await operator.locator('main').getByPlaceholder('Number or reference').waitFor();
    await operator.getByTitle('with one client chosen also whole words of the buyer’s name').waitFor();
    await world.visit(opened, '/invoices?client=console');
    await operator.getByPlaceholder('Number or buyer').waitFor();
  });

  it('counts new invoices, and shows them when they are asked for', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices');
    await page.getByRole('row', { name: /FV/ }).first().waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    await world.sent([numbered(example('plain'), 'RE-2026-NEW')]);
    const button = page.getByRole('button', { name: 'Show 1 new' });
    await button.waitFor();
    assert.equal(await page.getByRole('row', { name: /RE-2026-NEW/ }).count(), 0);
    await button.click();
    await page.getByRole('row', { name: /RE-2026-NEW/ }).waitFor();
  });

  it('lays the log-in over a page whose key is revoked, and goes on with another one', async () => {
    const operator = world.erp;
    const minted = await operator.post<{ id: string; key: string }>('/keys', {
      scopes: ['read'],
      label: 'brief',
    });
    const { page } = await world.openAs(minted.json.key, '/invoices?view=arrived');
    await page.getByRole('row', { name: /FV/ }).first().waitFor();
    await operator.post(`/keys/${minted.json.id}/revoke`);
    // The log-in may lie over the link already: the page asks by itself, too.
    await page.getByRole('link', { name: /^All/ }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'You are logged out' });
    await dialog.getByLabel('Key').fill(world.erp.key);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /FV\/2026\/11\/0120/ }).waitFor();
  });

  it('saves a list that a spreadsheet reads as UTF-8', async () => {
    const { page } = await world.openAs(world.erp.key, '/received');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    assert.match(text, /^\uFEFFInvoice number,/);
  });

  it('names buyer, date and total in each row, and the reference below the number', async () => {
    const { page } = await world.openAs(world.erp.key, '/invoices');
    const row = page.getByRole('row', { name: /FV\/2026\/11\/0118/ });
    await row.getByText('Bałtyk Budowa S.A.').waitFor();
    await row.getByText('1,054.17 PLN').waitFor();
    await untilPasses(async () =>
      assert.equal(await row.getByRole('rowheader').locator('.reference').textContent(), 'SO-24118'),
    );
    const heads = await page.getByRole('columnheader').allTextContents();
    assert.deepEqual(heads.slice(1), [
      ...['State', 'Number', 'Buyer', 'Date', 'Due', 'Total', 'Route', 'Must be sent by', 'Taken in'],
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilPasses(async () => {
      const [top, bottom] = await Promise.all(
        ['.c-party', '.c-number'].map((cell) => row.locator(cell).boundingBox()),
      );
      assert.ok(top && bottom && top.y + top.height <= bottom.y);
    });
  });

  it('has below the pages of a phone who reads, and the colours, at the left edge of the pages', async () => {
    const { page } = await world.openAs(OPERATOR_KEY, '/now', { width: 390, touch: true });
    await page.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    await untilPasses(async () => {
      const boxes = await Promise.all(
        ['.entry .icon', 'select', '.button:has-text("colours")', '.reader .name'].map((part) =>
          more.locator(part).first().boundingBox(),
        ),
      );
      assert.deepEqual([...new Set(boxes.map((box) => Math.round(box!.x)))].length, 1, JSON.stringify(boxes));
    });
  });

  it('asks once for the counts of all its views, as Now does for those that it has', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page, asked } = opened;
    const callsTo = (path: string): readonly URL[] =>
      asked.map((url) => new URL(url)).filter(({ pathname }) => pathname === path);
    await page.getByRole('link', { name: /^All\s*\d/ }).waitFor();
    await allDrawn(opened, 'the list');
    // An event that comes meanwhile may ask again, for the same.
    assert.equal(new Set(callsTo('/invoices').map(({ search }) => search)).size, 1);
    assert.ok(callsTo('/invoices/counts').length <= callsTo('/invoices').length);
    const before = callsTo('/invoices').length;
    await world.visit(opened, '/now');
    for (const { searchParams } of callsTo('/invoices').slice(before))
      assert.ok(searchParams.has('deadline_local_before'), String(searchParams));
  });

  it('shows an invoice: facts of its document, lanes, the calls, and the files', async () => {
    const { page, asked, complaints } = await world.openAs(world.erp.key, '/invoices');
    await page
      .getByRole('row', { name: /SO-24118/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'FV/2026/11/0118-HTML' }).waitFor();
    await page.getByText('Bałtyk Budowa S.A.').waitFor();
    await page.getByText('1,054.17 PLN').waitFor();
    const facts = await page.locator('.facts').innerText();
    assert.doesNotMatch(facts, /\d{4}-\d\d-\d\d/);
    const plot = page.getByRole('img', { name: /steps over time/ });
    await countBecomes(plot.locator('rect.attempt'), 2);
    // The first step that is shown is the one that went wrong.
    const detail = page.getByRole('complementary', { name: /^Step: Attempt 1/ });
    await detail.locator('summary', { hasText: 'Technical details' }).click();
    await detail.getByRole('heading', { name: 'The network’s answer, as it came' }).waitFor();
    await detail.getByText('Bad Gateway').first().waitFor();
    await detail.getByText(/looked it up/).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('complementary', { name: /^Step: Look-up/ }).waitFor();
    await untilPasses(async () => assert.ok(new URL(page.url()).searchParams.has('step')));
    const saved = page.waitForEvent('download');
    await page.getByRole('listitem').filter({ hasText: 'FA(3)' }).getByRole('button').click();
    assert.match((await saved).suggestedFilename(), /^console-FV-2026-11-0118-HTML-fa3\.xml$/);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(world.service.url) && !url.startsWith('blob:')),
      [],
    );
  });

  it('names what leaves the state as it is: a document that was mailed', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page } = opened;
    const mailed = async (route: Route): Promise<void> => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: readonly object[] };
      const json = { ...rest, data: data.map((event) => ({ ...event, event: 'document_mailed' })) };
      return route.fulfill({ response: answer, json });
    };
    await page.route('**/events*', mailed);
    await world.visit(opened, '/events?from=first');
    await page.locator('tbody tr').first().getByText('Mailed to the buyer').waitFor();
    await page.locator('tbody tr').first().click();
    await page.getByRole('complementary').getByText('Mailed to the buyer').waitFor();
    await world.visit(opened, `/invoices/${ids[3]!}`);
    await page.locator('.rows-steps tbody').getByText('Mailed to the buyer').first().waitFor();
  });

  it('draws the timeline larger, moves it and draws the whole again, by keyboard and by pointer', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${ids[1]!}`);
    const plot = page.getByRole('img', { name: /steps over time/ });
    const xOf = async (): Promise<number> =>
      (await plot.locator('rect.attempt').first().boundingBox())?.x ?? NaN;
    const widthOf = async (): Promise<number> =>
      (await plot.locator('rect.attempt').first().boundingBox())?.width ?? NaN;
    await plot.locator('text.number').first().click();
    const [x, width] = [await xOf(), await widthOf()];
    const changes = async (what: () => Promise<boolean>, label: string): Promise<void> =>
      until(what, label, 60_000, 50);
    await page.getByRole('button', { name: 'Calls' }).click();
    await changes(async () => (await widthOf()) > 500, 'one call fills the width');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Waits folded' }).click();
    await changes(async () => (await xOf()) === x, 'the whole is drawn');
    for (const times of [1.5, 3]) {
      await page.keyboard.press('+');
      await changes(async () => (await widthOf()) > width * times, `it is ${times} times larger`);
    }
    const larger = await xOf();
    await page.keyboard.press('Shift+ArrowLeft');
    await changes(async () => (await xOf()) > larger + 100, 'it has moved');
    const [before, box] = [await xOf(), (await plot.boundingBox())!];
    await page.mouse.move(box.x + 500, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 440, box.y + 60, { steps: 3 });
    await page.mouse.up();
    await changes(async () => Math.abs((await xOf()) - (before - 60)) < 2, 'it follows the pointer');
    await page.getByRole('button', { name: 'Draw it smaller' }).click();
    await page.keyboard.press('0');
    await changes(async () => (await xOf()) === x && (await widthOf()) === width, 'the whole is drawn again');
    await page.keyboard.press('?');
    for (const act of [
      'Draw it larger',
      'Draw it smaller',
      'Draw the whole',
      'Move to earlier',
      'Move to later',
    ])
      await page.getByRole('dialog').getByText(act).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('counts a deadline to the end of the day where the tax office is, wherever the reader is', async () => {
    for (const zone of rowsFor(['Europe/Warsaw', 'America/New_York'], 1)) {
      const opened = await world.openAs(world.erp.key, `/invoices?sel=${ids[2]!}`, { zone });
      const { page } = opened;
      const row = page.getByRole('row', { name: /FV\/2026\/11\/0120/ });
      const { deadline_local: local } = (await world.erp.read<{ deadline_local: string }>(`/invoices/${ids[2]!}`)).json; // prettier-ignore
      assert.match(local, /T23:59:59.999\+0[12]:00$/);
      await row.locator(`time[datetime="${local}"]`, { hasText: '23:59' }).waitFor();
      await world.visit(opened, `/invoices/${ids[2]!}`);
      await page.locator('.facts time', { hasText: '23:59' }).waitFor();
      await page.locator('.plot .deadline text', { hasText: '23:59' }).waitFor();
      await world.visit(opened, '/to-correct');
      await page.locator('.rows-care time', { hasText: '23:59' }).first().waitFor();
    }
  });

  it('says why an invoice was refused and who acts, and marks it as handled', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids[2]!}`);
    const verdict = page.getByRole('region', { name: 'What is wrong' });
    await verdict.getByRole('heading', { name: 'KSeF finds the invoice invalid', exact: true }).waitFor();
    await verdict.locator('blockquote[lang=pl]', { hasText: 'Błąd weryfikacji' }).waitFor();
    await verdict.getByText('KSeF in its own words, Polish').waitFor();
    await verdict.getByText('KSeF does not say what is wrong. Check that').waitFor();
    await verdict.getByText('You', { exact: true }).waitFor();
    await verdict.getByRole('button', { name: 'Mark as handled' }).click();
    await verdict.getByRole('button').waitFor({ state: 'detached' });
    const reader = await world.openAs(await world.key(['read']), `/invoices/${ids[2]!}`);
    await reader.page.getByRole('region', { name: 'What is wrong' }).waitFor();
    assert.equal(await reader.page.getByRole('button', { name: /handled|Cancel/ }).count(), 0);
  });

  it('says on one page whether the routes work, and what is due', async () => {
    const { page, complaints } = await world.openAs(OPERATOR_KEY, '');
    await untilPasses(async () => assert.match(page.url(), /\/console\/now$/));
    await page.getByRole('heading', { name: 'All routes work.' }).waitFor();
    for (const route of ['KSeF', 'Peppol'])
      await page.getByRole('listitem').filter({ hasText: route }).getByText('Works').waitFor();
    const listed = await fetch(`${world.service.url}/invoices`, {
      headers: { authorization: `Bearer ${OPERATOR_KEY}` },
    });
    const { total } = (await listed.json()) as { total: number };
    const plots = [
      ['Taken in: Each hour of the last 24', 24],
      ['Taken in: Each day of the last 30', 30],
    ] as const;
    for (const [index, [plot, rows]] of plots.entries()) {
      await page.getByRole('img', { name: plot }).waitFor();
      await page
        .getByRole('button', { name: /^Show as/ })
        .nth(index)
        .click();
      const table = page.getByRole('table', { name: plot });
      await countBecomes(table.getByRole('row'), rows + 1);
      const counts = await table.locator('td:nth-child(2)').allInnerTexts();
      assert.equal(
        counts.reduce((sum, count) => sum + Number(count), 0),
        total,
      );
    }
    await page.getByRole('region', { name: 'Soon' }).waitFor();
    const [late] = await world.sent([numbered(example('over-pl-ksef'), 'OVERDUE-REJECT')]);
    await world.settled(late!, ['rejected']);
    await page.reload();
    const [overdue, due] = ['Sending deadline passed', 'Sending deadline today or tomorrow'].map((name) =>
      page.getByRole('region', { name }),
    );
    await overdue!.getByRole('link', { name: 'OVERDUE-REJECT' }).waitFor();
    assert.equal(await due!.getByRole('link', { name: 'OVERDUE-REJECT' }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('says what a client has to correct, grouped by remedy, and opens the invoice', async () => {
    const { page } = await world.openAs(world.erp.key, '/to-correct');
    const group = page.getByRole('row', { name: /The receiver's access point/ });
    await group.click();
    await page.getByRole('complementary').getByText('What to do').waitFor();
    await page.getByRole('link', { name: 'RE-2026-1012-REJECT' }).click();
    await page.getByRole('heading', { name: 'RE-2026-1012-REJECT' }).waitFor();
  });

  it('shows an invoice that came, and what its sender has to correct', async () => {
    const { page } = await world.openAs(world.erp.key, '/received');
    await page.getByRole('link', { name: 'RE-2026-0303' }).click();
    const finding = page.getByRole('article');
    await finding.getByText('The buyer reference (BT-10) is missing.').waitFor();
    await finding.getByText('The sender').waitFor();
  });

  it('names what each kind of key sees in words', async () => {
    const { page } = await world.open('');
    const kinds = page.locator('.log-in aside dt');
    await textsBecome(kinds, ['Read', 'Send', 'Manage', 'Operator']);
  });

  it('has a log-in in which axe finds nothing, light and dark, wide and narrow', async () => {
    const { page } = await world.open('');
    await page.locator('h1').first().waitFor();
    await inEachView(page, async (view, width) => {
      assert.deepEqual(await complaintsOfAxe(page), [], view);
      await widthBecomes(page, width, view);
    });
  });

  it('needs at most 64 KB, compressed, in a dozen files, for its first view', async () => {
    const { page, asked } = await world.openAs(world.erp.key, '/invoices');
    await page.getByRole('row', { name: /FV/ }).first().waitFor();
    const names = new Set(asked.flatMap((url) => /\/console\/assets\/(.+)$/.exec(url)?.[1] ?? []));
    const bytes = [...names].reduce((sum, name) => sum + readFileSync(`${ASSETS}/${name}.gz`).length, 0);
    assert.ok(readdirSync(ASSETS).length > names.size);
    assert.ok(bytes <= MAX_FIRST_VIEW_BYTES, `${bytes} bytes`);
    assert.ok(names.size <= MAX_FIRST_VIEW_FILES, `${names.size} files`);
  });
});
