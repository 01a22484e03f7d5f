import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered, OPERATOR_KEY } from '../support/erp.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { Receiver } from './receiver.ts';
import { inEachView } from './views.ts';
import { rowsOfProof } from '../support/volume.ts';
import { countBecomes, widthBecomes } from './reads.ts';
import { ConsoleWorld, SAMPLES } from './world.ts';

const HOSTILE = `<img src=x onerror="document.title='broken'">‮${'W'.repeat(60)}`;

describeInChromium('events and webhooks, in Chromium', () => {
  let world: ConsoleWorld;
  let receiver: Receiver;
  before(async () => {
    [world, receiver] = await Promise.all([ConsoleWorld.of('webhooks'), Receiver.open()]);
  });
  after(() => receiver?.close());
  afterEach(() => world.closePages());

  const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

  it('sets a webhook, shows its secret once, and tests it', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/webhooks');
    await page.getByRole('heading', { name: 'No webhook is set.' }).waitFor();
    await page.getByRole('button', { name: 'Set a webhook' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Who is told').fill('it@nordwerk.example');
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog', { name: 'Secret of the webhook' });
    await untilPasses(async () => assert.match(await secret.locator('code').innerText(), /^whsec_/));
    await secret.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver took the test').waitFor();
    assert.equal(receiver.got.length, 1);
    // Chromium itself notes each answer of 404: that no webhook is set.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    );
  });

  it('shows what waits and since when, and delivers it again', async () => {
    receiver.status = 503;
    const [id] = await world.sent([SAMPLES[0]!]);
    await world.settled(id!, ['accepted']);
    await until(async () => receiver.got.length > 2, 'the receiver was called');
    const { page } = await world.openAs(world.erp.key, '/webhooks');
    await page.getByRole('heading', { name: /The receiver has failed since .* wait/ }).waitFor();
    await row(page, /Waits.*FV\/2026\/11\/0117 Bałtyk Budowa S\.A\. [\d,]+\.\d\d\sPLN/)
      .first()
      .waitFor();
    await page.keyboard.press('j');
    const detail = page.getByRole('complementary', { name: 'Delivery' });
    await detail.getByText(/503/).first().waitFor();
    await detail.getByText('"invoice_ref": "SO-24117"').waitFor();
    receiver.status = 204;
    await detail.getByRole('button', { name: 'Deliver now' }).click();
    await until(async () => {
      const list = await world.erp.get<{ data: readonly { state: string }[] }>(
        '/webhook/deliveries?state=delivered',
      );
      return list.json.data.length > 0;
    }, 'it was delivered');
    await page.getByRole('button', { name: 'Replay a period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay a period' });
    await dialog.getByLabel('From').fill('2020-01-01T00:00');
    await dialog.getByLabel('To', { exact: true }).fill('2040-01-01T00:00');
    await dialog.getByRole('button', { name: 'Replay a period' }).click();
    await dialog.getByText(/^\d+ events? (is|are) delivered again/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('rotates the secret after a question, and checks what it signed', async () => {
    const { page, asked } = await world.openAs(world.erp.key, '/webhooks');
    await page.getByRole('button', { name: 'Rotate' }).click();
    const question = page.getByRole('dialog', { name: 'Make a new secret?' });
    await question.getByRole('button', { name: 'Rotate' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
    const secret = await shown.locator('code').innerText();
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver took the test').waitFor();
    // What the test before it delivers again may come meanwhile.
    const { headers, body } = receiver.got.findLast((delivery) => /"status":\s*"test"/.test(delivery.body))!;
    const before = asked.length;
    await page.getByLabel('X-Service-Signature').fill(String(headers['x-service-signature']));
    await page.getByLabel('Body').fill(body);
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The signature is right').waitFor();
    await page.getByLabel('Body').fill(`${body} `.replace('test', 'tests'));
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The signature is wrong').waitFor();
    const since = asked.slice(before).filter((url) => !url.includes('/events'));
    assert.deepEqual(since, []);
  });

  it('shows a key that only reads, and an operator who looks at a client, no button', async () => {
    for (const [key, address] of [
      [await world.key(['read']), '/webhooks'],
      [OPERATOR_KEY, '/webhooks?client=webhooks'],
    ] as const) {
      const { page, complaints } = await world.openAs(key, address);
      await row(page, /FV\/2026\/11\/0117/)
        .first()
        .click();
      await page.getByRole('complementary', { name: 'Delivery' }).waitFor();
      const acts = page.getByRole('button', { name: /test|Replay|Rotate|Set|Deliver/ });
      assert.equal(await acts.count(), 0);
      assert.deepEqual(complaints, []);
    }
  });

  it('shows events as they come, and holds still while a row is looked at', async () => {
    const { page, complaints } = await world.openAs(world.erp.key, '/events');
    await page.getByText('No event has come').waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    await world.sent([numbered(example('plain'), 'RE-2026-FEED', HOSTILE.slice(0, 60))]);
    const first = row(page, /RE-2026-FEED/).first();
    await first.waitFor();
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: /^Event of/ }).waitFor();
    const rows = await page.locator('tbody tr').count();
    await world.sent([numbered(example('plain'), 'RE-2026-LATER')]);
    const more = page.getByRole('button', { name: /^Show \d new/ });
    await more.waitFor();
    const stillThere = await page.locator('tbody tr').count();
    assert.ok(stillThere <= rows + 1);
    assert.equal(await row(page, /RE-2026-LATER/).count(), 0);
    await more.click();
    await row(page, /RE-2026-LATER/)
      .first()
      .waitFor();
    await untilPasses(async () => assert.equal(await page.title(), 'Events'));
    assert.deepEqual(complaints, []);
  });

  it('counts anew to the next call if the one after a wait comes over the rate, too', async () => {
    const opened = await world.openAs(world.erp.key, '/rules');
    const { page } = opened;
    const json = { type: 'rate-limited', title: 'Too many calls', status: 429 };
    // The second wait is longer than the test needs to see it.
    const waits = ['4', '60'];
    const isFeed = (url: URL): boolean => url.pathname === '/events' && !url.searchParams.has('wait');
    await page.route(
      isFeed,
      (route) => {
        const headers = { 'Retry-After': waits.shift()! };
        return route.fulfill({ status: 429, headers, contentType: 'application/problem+json', json });
      },
      { times: waits.length },
    );
    const visit = world.visit(opened, '/events?from=first');
    await untilPasses(async () => assert.deepEqual(waits, []));
    await page.getByRole('button', { name: /^Tries again in \d\d / }).click();
    await visit;
    await countBecomes(page.locator('.problem'), 0);
  });

  it('reads the feed from the first event on', async () => {
    const { page } = await world.openAs(await world.key(['read']), '/events?from=first');
    await row(page, /FV\/2026\/11\/0117/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: /events, oldest first/ }).waitFor();
  });

  for (const path of rowsOfProof(['/events?from=first', '/webhooks']))
    it(`has nothing that axe finds, light and dark, wide and narrow: ${path}`, async () => {
      const opened = await world.openAs(world.erp.key, path);
      const { page } = opened;
      await inEachView(page, async (view, width) => {
        // Without the row of the view before.
        await world.visit(opened, path);
        await page.locator('tbody tr').first().click();
        await page.getByRole('complementary').first().waitFor();
        assert.deepEqual(await complaintsOfAxe(page), [], view);
        await widthBecomes(page, width, view);
      });
    });
});
