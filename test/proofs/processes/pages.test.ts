import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge } from '../../support/judges.ts';
import { type Service, startService } from '../../support/service.ts';

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
  before(async function () {
    this.timeout(120_000);
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

  it('the reference lists every call, loads nothing from another host and breaks no policy', async () => {
    const { page, asked, complaints } = await opened(`${service.url}/docs`);
    assert.ok(
      asked.every((url) => url.startsWith(service.url)),
      asked.join(),
    );
    assert.deepEqual(complaints, []);
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const headings = await page.locator('h2').allInnerTexts();
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId }] of Object.entries(methods))
        if (operationId)
          assert.ok(
            headings.some((heading) => heading.replace(/\s+/g, ' ') === `${method.toUpperCase()} ${path}`),
            `${method} ${path} is missing among ${headings.join(', ')}`,
          );
    // Its style is applied: the policy allows it by its hash.
    assert.equal(await page.evaluate('getComputedStyle(document.body).maxWidth'), '960px');
    for (const link of await page.locator('a[href^="#"]').all()) {
      const target = (await link.getAttribute('href'))!.slice(1);
      assert.equal(await page.locator(`[id="${target}"]`).count(), 1, `#${target} leads nowhere`);
    }
  }).timeout(60_000);

  it('the type of a problem leads to a page that gives the next step', async () => {
    const answer = await fetch(`${service.url}/invoices`);
    const { type, title } = (await answer.json()) as { type: string; title: string };
    const { page, complaints } = await opened(service.url + new URL(type).pathname);
    assert.equal(await page.title(), title);
    assert.match(await page.locator('body').innerText(), /unauthorized, status 401/);
    assert.deepEqual(complaints, []);
  }).timeout(60_000);

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
    }).timeout(60_000);
});
