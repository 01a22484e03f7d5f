import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge } from '../../support/judges.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const missing = existsSync(CHROMIUM) ? undefined : findJudge('chromium').missing;
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

const TITLE = 'a page of a running service, in Chromium';

/** Skipped with a reason in the title if no Chromium is installed. */
const describeInChromium = (suite: () => void): unknown =>
  missing === undefined
    ? describe(TITLE, suite)
    : describe.skip(`${TITLE} (${missing}, or set CHROMIUM)`, suite);

describeInChromium(() => {
  const folder = emptyFolder();
  let service: Service;
  let browser: Browser;
  before(async () => {
    service = await startService({ cwd: folder.path, env: { OPERATOR_KEY } });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    folder.remove();
  });

  /** Opens an address. @returns the requests and the complaints of the browser. */
  async function opened(address: string, viewport = { width: 1200, height: 900 }) {
    const page = await browser.newPage({ viewport });
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    return { page, asked, complaints };
  }

  /** Scalar prints its version. */
  const complaintsAbout = (printed: readonly string[]) =>
    printed.filter((text) => !text.startsWith('@scalar/api-reference@'));

  it('the reference is searched, shows samples and calls the service with a key, and asks no other host', async () => {
    const { page, asked, complaints } = await opened(`${service.url}/docs`);
    await page.getByRole('button', { name: /^Open Search/ }).click();
    await page.getByRole('combobox', { name: 'Enter search query' }).fill('client records');
    await page
      .getByRole('option', { name: /List client records/ })
      .first()
      .click();
    const call = page.getByRole('region', { name: 'List client records' });

    for (const [name, sample] of [
      ['JavaScript', "service.list('/clients')"],
      ['Requests', 'requests.get('],
      ['Curl', `curl ${service.url}/clients`],
    ] as const) {
      await call.getByRole('button', { name: /Curl$|Requests$|JavaScript$/ }).click();
      await page.getByRole('option', { name }).click();
      const text = "document.body.textContent.replaceAll('\\u00a0', ' ')";
      // `waitForFunction` would evaluate the text in the page, whose policy forbids that once it is tried again.
      await until(async () => (await page.evaluate<string>(text)).includes(sample), sample, 60_000, 100);
    }

    await call.getByRole('button', { name: /Test Request/ }).click();
    const dialog = page.getByRole('dialog', { name: 'API Client' });
    await dialog.getByPlaceholder('Token').fill(OPERATOR_KEY);
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/clients');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    assert.equal((await answered).status(), 200);

    assert.deepEqual(
      asked.filter((url) => /^https?:/.test(url) && !url.startsWith(service.url)),
      [],
    );
    assert.deepEqual(complaintsAbout(complaints), []);
    // The key is gone with the page.
    assert.doesNotMatch(await page.evaluate('JSON.stringify(localStorage)'), /operator-key/);
  });

  it('the type of a problem leads to a page that gives the next step', async () => {
    const answer = await fetch(`${service.url}/invoices`);
    const { type, title } = (await answer.json()) as { type: string; title: string };
    const { page, complaints } = await opened(service.url + new URL(type).pathname);
    assert.equal(await page.title(), title);
    assert.match(await page.locator('body').innerText(), /unauthorized, HTTP 401/);
    assert.deepEqual(complaints, []);
  });

  for (const path of ['/docs', '/problems/unauthorized', '/codes/BR-DE-15'])
    it(`${path} fits a phone: it scrolls down only, and names are not torn letter by letter`, async () => {
      const { page } = await opened(service.url + path, { width: 375, height: 667 });
      // Folded content must fit, too.
      await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375);
      const torn = await page.evaluate(
        "[...document.querySelectorAll('td code')].filter((each) => each.textContent.length < 20 && each.getClientRects().length > 2).map((each) => each.textContent)",
      );
      assert.deepEqual(torn, []);
    });
});
