import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describeInChromium } from '../support/chromium.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { countBecomes } from './reads.ts';
import { newTab } from './tabs.ts';
import { ConsoleWorld } from './world.ts';

/** In how many places the values beside their names begin, and how many of them stand on another line than their name. */
const PAIRS = `(() => {
  const middle = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { top, height } = range.getBoundingClientRect();
    return top + height / 2;
  };
  const pairs = [...document.querySelectorAll('.verdict .pairs > div')].map((pair) => [...pair.children]);
  return [
    new Set(pairs.map(([, value]) => Math.round(value.getBoundingClientRect().left))).size,
    pairs.filter(([name, value]) => Math.abs(middle(name) - middle(value)) > 3).length,
  ];
})()`;

describeInChromium('what can be done with one invoice, in Chromium', () => {
  let world: ConsoleWorld;
  let buyer: Erp;
  /** Never called, called in vain, delivered. */
  let ids: readonly string[];
  let received: string;
  before(async () => {
    // An invoice is given up within seconds, and its route with it.
    world = await ConsoleWorld.start({ RETRY_SCALE: '0.001' });
    buyer = await Erp.of(world.service, 'buyer');
    ids = await world.sent(
      ['RE-1-NORUN', 'RE-2-5XX', 'RE-3'].map((number) => numbered(example('over-peppol'), number)),
    );
    await world.settled(ids[2]!, ['delivered']);
    const { text: xml } = await world.erp.read(`/invoices/${ids[2]!}/documents/ubl`);
    received = (await buyer.received('PEPPOL', xml)).id;
    await world.settled(ids[0]!, ['dead_letter']);
    await world.settled(ids[1]!, ['dead_letter']);
  });
  after(() => world?.stop());
  afterEach(() => world.closePages());

  it('begins another number for a dead letter that the network may have only after the sender says that it looked', async () => {
    const chosen = encodeURIComponent('EI-ROUTE-UNAVAILABLE  route');
    const { page } = await world.openAs(world.erp.key, `/to-correct?sel=${chosen}`);
    const group = page.getByRole('complementary', { name: 'The route was not available' });
    await group.getByText(/Ask the operator of your access point/).waitFor();
    assert.equal(await group.getByRole('button', { name: 'Correct' }).count(), 0);
    await page.goto(`${world.service.url}/console/invoices/${ids[1]!}`);
    const begin = page.getByRole('button', { name: 'Send under another number' });
    await page.locator('.facts', { hasText: 'Addressed to' }).waitFor();
    assert.equal(await page.locator('.facts dt', { hasText: 'Route' }).count(), 0, 'its address names it');
    await begin.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'The network does not have it: continue' }).click();
    await page.getByText(/Send it only if you have looked and the network does not have RE-2-5XX/).waitFor();
    await page.waitForURL(/next\/invoice\?at=number$/);
    await countBecomes(page.getByText('No finding is open'), 1);
    await page.locator('h1 .unbroken', { hasText: 'RE-2-5XX' }).waitFor();
    const values = page.locator('.way .title .unbroken', { hasText: 'RE-2-5XX' });
    await countBecomes(values, 2);
    for (const width of [320, 350, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      await untilPasses(async () => {
        const lines = await values.evaluateAll((each) => each.map((value) => value.getClientRects().length));
        assert.deepEqual(lines, [1, 1], `the number and the reference stand on one line each at ${width}px`);
      });
    }
    await page.goto(`${world.service.url}/console/invoices/${ids[0]!}`);
    await page.getByRole('button', { name: 'Proof (PDF)' }).waitFor();
    assert.equal(await begin.count(), 0, 'no network was called');
    const correct = page.locator('.verdict a.button');
    await untilPasses(async () =>
      assert.match((await correct.getAttribute('class')) ?? '', /\bplain\b/, 'the operator acts'),
    );
  });

  it('is to release a dead letter for which no network was called, for the operator alone', async () => {
    const client = await world.openAs(world.erp.key, `/invoices/${ids[0]!}`);
    await client.page.getByRole('button', { name: 'Proof (PDF)' }).waitFor();
    assert.equal(await client.page.getByRole('button', { name: 'Release' }).count(), 0);
    const called = await world.openAs(OPERATOR_KEY, `/invoices/${ids[1]!}`);
    const off = called.page.getByRole('button', { name: 'Release' });
    await off.waitFor();
    await untilPasses(async () => assert.equal(await off.getAttribute('aria-disabled'), 'true'));
    const { page } = await world.openAs(OPERATOR_KEY, `/invoices/${ids[0]!}`);
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await page.getByText('Cancelled').first().waitFor();
    assert.equal(await world.stateOf(ids[0]!), 'cancelled');
  });

  it('is to tell the seller of a received invoice a status with its reason, once, by keyboard', async () => {
    const { page, complaints } = await world.openAs(buyer.key, `/received/${received}`);
    await page.getByRole('button', { name: 'Answer' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Answer the seller' });
    const send = dialog.getByRole('button', { name: 'Send' });
    await untilPasses(async () => assert.equal(await dialog.getByLabel('Your answer').inputValue(), ''));
    await untilPasses(async () => assert.equal(await send.getAttribute('aria-disabled'), 'true'));
    await dialog.getByLabel('Your answer').selectOption({ label: 'Refuse' });
    await dialog.getByText(/^The seller learns that you do not pay, and sends/).waitFor();
    await untilPasses(async () => assert.equal(await send.getAttribute('aria-disabled'), 'true'));
    await dialog.getByLabel('Reason').selectOption({ label: 'Prices are wrong' });
    await dialog.getByLabel('Note').fill('Agreed: 120.00');
    assert.deepEqual(await complaintsOfAxe(page), []);
    await send.press('Enter');
    await page.getByText('You: Refused').waitFor();
    await page.locator('.rows-steps tbody').getByText('Your answer: Refused').waitFor();
    const plot = page.getByRole('img', { name: /steps over time/ });
    await plot.locator('text.lane', { hasText: 'You' }).waitFor();
    // Nothing follows a refusal.
    await page.getByRole('button', { name: 'Answer' }).waitFor({ state: 'detached' });
    const isTold = async (): Promise<boolean> =>
      (await world.erp.read<{ buyer_status?: string }>(`/invoices/${ids[2]!}`)).json.buyer_status ===
      'refused';
    await until(isTold, 'the seller is told', 60_000, 200);
    assert.deepEqual(complaints, []);
  });

  it('is, if the network refused what was said to the seller, what the page of the invoice begins with', async () => {
    const { page, complaints } = await world.openAs(buyer.key, '/received');
    await page.route(`**/received/${received}/events*`, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { data: readonly object[] };
      const refusal = {
        ...list.data[0],
        event_id: 'evt_000000000000000000000001',
        status: 'validated',
        occurred_at: new Date().toISOString(),
        errors: [{ code: 'BR-CO-15', message: 'The platform does not take it.', fix_hint: 'Send another.' }],
      };
      const told = list.data.map((event) => ({ ...event, status: 'validated' }));
      await route.fulfill({ response: answer, json: { ...list, data: [...told, refusal] } });
    });
    await page.route(`**/received/${received}`, async (route) => {
      const answer = await route.fetch();
      const record = (await answer.json()) as object;
      await route.fulfill({
        response: answer,
        json: { ...record, answer: { state: 'failed', status: 'refused' } },
      });
    });
    await page.locator(`a[href="/console/received/${received}"]`).click();
    const verdict = page.getByRole('region', { name: 'What is wrong' });
    await verdict.getByRole('heading', { name: 'Your answer did not reach the seller' }).waitFor();
    await verdict.getByText('The platform does not take it.').waitFor();
    await verdict.getByText('Send another.').waitFor();
    await untilPasses(async () => assert.deepEqual(await page.evaluate(PAIRS), [1, 0]));
    assert.deepEqual(await complaintsOfAxe(page), []);
    assert.deepEqual(complaints, []);
  });

  it('is no status for a key that does not submit, nor of an invoice that takes none', async () => {
    const fa3 = exampleText('fa3.xml');
    const other = await buyer.received('PL-KSEF', fa3);
    assert.equal(other.status, 202, other.text);
    for (const [key, id] of [
      [await world.key(['read'], 'buyer'), received],
      [buyer.key, other.id],
    ] as const) {
      const { page, asked } = await world.openAs(key, `/received/${id}`);
      await page.getByRole('button', { name: 'Download all' }).waitFor();
      if (key === buyer.key) await until(() => asked.some((url) => url.endsWith('/statuses')), 'it asks');
      await page.getByRole('row').nth(1).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Answer' }).count(), 0);
    }
  });

  it('is to download the document that no network delivers, after which nothing is left to do', async () => {
    const [id] = await world.sent([numbered(example('plain'), 'ACT-FETCH')]);
    await world.settled(id!, ['ready']);
    const { page } = await world.openAs(world.erp.key, `/invoices/${id!}`);
    await page.getByText('Download the document and give it to the buyer').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the document' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /ACT-FETCH-.*\.xml$/);
    await page.getByText(/^Document downloaded, /).waitFor();
    await page.getByText('Once the buyer has it, nothing is left to do.').waitFor();
    await page.getByRole('button', { name: 'Download again' }).waitFor();
  });

  it('is to make a link for a colleague without a key, and to revoke it', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, `/invoices/${ids[2]!}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'A link for one reader' });
    await dialog.getByLabel('It works for').selectOption('2 days');
    assert.deepEqual(await complaintsOfAxe(page), []);
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = await dialog.locator('.secret code').innerText();
    assert.deepEqual(await complaintsOfAxe(page), []);
    const reading = await newTab();
    const path = new URL(link).pathname;
    const answer = await reading.goto(world.service.url + path);
    assert.equal(answer?.status(), 200);
    await reading.getByRole('heading', { level: 1 }).waitFor();
    await untilPasses(async () =>
      assert.match(await reading.locator('main, body').first().innerText(), /RE-3/),
    );
    await dialog.getByRole('button', { name: 'Revoke the link' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.notEqual((await reading.goto(world.service.url + path))?.status(), 200);
    for (const [key, shares] of [
      [await world.key(['read']), 1],
      [await world.mint('--operator', '--read-only'), 0],
    ] as const) {
      const reader = await world.openAs(key, `/invoices/${ids[2]!}`);
      await reader.page.getByRole('button', { name: 'Proof (PDF)' }).waitFor();
      await countBecomes(reader.page.getByRole('button', { name: 'Share' }), shares);
    }
    assert.deepEqual(complaints, []);
  });

  it('is to download every file in one zip', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${ids[2]!}`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all' }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'RE-3.zip');
    const list = [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.testzip(); print(*z.namelist())',
    ];
    const names = execFileSync('python3', [...list, await download.path()], { encoding: 'utf8' }).split(/\s/);
    for (const name of ['invoice.pdf', 'canonical.json', 'ubl.xml', 'manifest.json', 'proof.pdf'])
      assert.ok(names.includes(`RE-3-${name}`), names.join(' '));
  });
});
