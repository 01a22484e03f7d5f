import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { ConsoleWorld, type Opened } from './world.ts';

const UPDATES_A_SECOND = 100;
const SECONDS = 2;
const ROUND_MS = 100;
/** The page paints at most so often, however many events come. */
const MAX_PAINTS_A_SECOND = 4;

describeInChromium('a page that follows what happens, in Chromium', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await ConsoleWorld.of('live');
    await world.sent([numbered(example('plain'), 'RE-1')]);
  });
  afterEach(() => world.closePages());

  /** A call for events without an event ends within a second, not half a minute: what the page does next is shown at once. */
  async function openWithShortWaits(key: string, path: string): Promise<Opened> {
    const opened = await world.open(path);
    await opened.page.route('**/events?**', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/\bwait=\d+/, 'wait=1'),
      }),
    );
    await world.logIn(opened, key);
    return opened;
  }

  it('says that the line is cut and when it tries again, and then shows what came meanwhile', async () => {
    const { page } = await openWithShortWaits(world.erp.key, '/invoices');
    const line = page.getByRole('region', { name: 'Search and state' });
    await line.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('row', { name: /RE-1/ }).waitFor();
    await page.context().setOffline(true);
    await line.getByText(/^Not connected since \d\d:\d\d\. Again in \d+ s$/).waitFor();
    await world.sent([numbered(example('plain'), 'RE-2')]);
    // The rest of the page stays usable.
    await page.keyboard.press('j');
    await untilPasses(async () => assert.ok(new URL(page.url()).searchParams.has('sel')));
    await page.context().setOffline(false);
    await line.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show 1 new' }).click();
    await page.getByRole('row', { name: /RE-2/ }).waitFor();
  });

  it('misses nothing that happens to an invoice while the answer about it is under way', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page } = opened;
    await page.getByText('Connected', { exact: true }).waitFor();
    // Sent two seconds late, so that the first answer is from before.
    await world.slowDown('PEPPOL', 'POST /sendsbdh', 1);
    const delivered = page.waitForResponse(async (answer) =>
      /\/events\?/.test(answer.url()) ? /"status":"delivered"/.test(await answer.text()) : false,
    );
    const isRecord = new RegExp(`/invoices/inv_\\w+(\\?.*)?$`);
    await page.route(
      isRecord,
      async (route) => {
        const answer = await route.fetch();
        await delivered;
        // A page tells its parts of an event a quarter of a second later.
        await page.evaluate('new Promise((over) => setTimeout(over, 1000))');
        await route.fulfill({ response: answer });
      },
      { times: 1 },
    );
    const [id] = await world.sent([numbered(example('over-peppol'), 'RE-EARLY')]);
    await world.visit(opened, `/invoices/${id!}`);
    await page.getByText('Delivered over Peppol').waitFor();
  });

  it('looks like a sandbox also while its health is unknown, and asks for it again', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page } = opened;
    await page.route('**/health', (route) => route.abort());
    await page.reload();
    await page.locator('.sandbox-tag').waitFor();
    await page.getByRole('link', { name: 'Playground' }).first().waitFor();
    assert.equal(await page.getByPlaceholder('Number, name, amount').count(), 0);
    await page.unroute('**/health');
    await page.getByPlaceholder('Number, name, amount').waitFor();
  });

  it('lays the log-in over a page that is not touched, once its key is revoked, and keeps what was typed', async () => {
    const minted = await world.erp.post<{ id: string; key: string }>('/keys', { scopes: ['read', 'submit'] });
    const { page } = await openWithShortWaits(minted.json.key, '/playground');
    await page.getByLabel('Number').fill('RE-TYPED');
    await world.erp.post(`/keys/${minted.json.id}/revoke`);
    const dialog = page.getByRole('dialog', { name: 'You are logged out' });
    await dialog.waitFor();
    await dialog.getByLabel('Key').fill(world.erp.key);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await untilPasses(async () => assert.equal(await page.getByLabel('Number').inputValue(), 'RE-TYPED'));
  });

  it(`stays usable under ${UPDATES_A_SECOND} events a second: rows stand still, keys arrive, paintings are few`, async () => {
    const { page, complaints } = await world.openAs(OPERATOR_KEY, '/events');
    await page.getByText('Connected', { exact: true }).waitFor();
    const [sample] = (await world.erp.get<{ data: object[] }>('/events')).json.data;
    let sent = 0;
    let isOn = true;
    await page.route('**/events?**', async (route) => {
      if (!isOn) return route.abort();
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
      const data = Array.from({ length: UPDATES_A_SECOND / 10 }, () => {
        sent += 1;
        return { ...sample, event_id: `evt_${String(sent).padStart(8, '0')}`, invoice_ref: `RE-${sent}` };
      });
      return route.fulfill({ json: { data, next: String(sent) } });
    });
    // Ends the long poll, so that the next one meets the route.
    await world.sent([numbered(example('plain'), 'RE-3')]);
    await page.locator('tbody tr').nth(3).waitFor();
    await page.evaluate(`(() => {
      globalThis.paints = 0;
      globalThis.longest = 0;
      let isCounted = false;
      new MutationObserver(() => {
        if (isCounted) return;
        isCounted = true;
        globalThis.paints += 1;
        requestAnimationFrame(() => (isCounted = false));
      }).observe(document.querySelector('main'), { childList: true, subtree: true });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ type: 'longtask' });
      globalThis.begun = performance.now();
    })()`);
    const search = page.getByRole('searchbox');
    await search.pressSequentially('typed while events come', { delay: (SECONDS * 1000) / 23 });
    await untilPasses(async () => assert.equal(await search.inputValue(), 'typed while events come'));
    await until(() => sent >= UPDATES_A_SECOND, `${UPDATES_A_SECOND} events have come`, 60_000);
    const seen = (await page.evaluate(
      `({ paints: globalThis.paints, longest: globalThis.longest, seconds: (performance.now() - globalThis.begun) / 1000 })`,
    )) as { paints: number; longest: number; seconds: number };
    const most = Math.ceil(seen.seconds * MAX_PAINTS_A_SECOND) + 2;
    console.log(
      `      ${sent} events, ${seen.paints} paintings in ${seen.seconds.toFixed(1)} s, longest task ${Math.round(seen.longest)} ms`,
    );
    assert.ok(seen.paints > 0 && seen.paints <= most, `${seen.paints} paintings, expected at most ${most}`);
    // A chosen row holds the page still: rows that come between a look and the click must not decide.
    await page.locator('tbody tr').nth(2).click();
    await page.locator('tbody tr.selected').waitFor();
    const placeOfChosen = () =>
      page.evaluate<[number, string]>(`(() => {
        const rows = [...document.querySelectorAll('tbody tr')];
        const at = rows.findIndex((row) => row.classList.contains('selected'));
        return [at, rows[at]?.dataset.row];
      })()`);
    const before = await placeOfChosen();
    await page.getByRole('button', { name: /^Show \d+ new$/ }).waitFor();
    assert.ok(before[0] >= 0, 'a row is chosen');
    assert.deepEqual(await placeOfChosen(), before);
    isOn = false;
    assert.deepEqual(
      complaints.filter((text) => !text.includes('Failed to load')),
      [],
    );
  });
});
