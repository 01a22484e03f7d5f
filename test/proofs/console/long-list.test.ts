import assert from 'node:assert/strict';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import type { InvoiceState } from '../../../src/domain/lifecycle/states.ts';
import { numberedInvoice } from '../../../scripts/bench/numbered-invoice.ts';
import { untilPasses } from '../../support/until.ts';
import { ConsoleWorld } from '../../console/world.ts';
import { describeInChromium } from '../../support/chromium.ts';

const INVOICES = 10_000;
const AT_ONCE = 500;
/** The goal for an answer of the list; it is printed beside the figures, because a machine may be busy. */
const GOAL_MS = 100;
const STATES: readonly InvoiceState[] = ['delivered', 'accepted', 'rejected', 'ready', 'dead_letter'];

async function fill(file: string): Promise<void> {
  const sqlite = openSqlite(file, 'sandbox');
  const { invoices } = sqliteStores(sqlite);
  const now = Date.now();
  for (let from = 0; from < INVOICES; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const n = from + index;
        const record = numberedInvoice(n, {
          client: 'nordwerk',
          route: ROUTES[n % ROUTES.length]!,
          state: STATES[n % STATES.length]!,
          dueAt: null,
          createdAt: new Date(now - (INVOICES - n) * 60_000),
        });
        return invoices.takeIn({ record, events: [], audit: [], files: [] });
      }),
    );
  sqlite.close();
}

describeInChromium(`a list of ${INVOICES} invoices, in Chromium`, function () {
  let world: ConsoleWorld;
  before(async function () {
    world = await ConsoleWorld.start({}, fill);
  });
  after(() => world?.stop());

  it('shows its count, a page of it, and what is asked of it', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page, complaints } = opened;
    const took: { readonly what: string; readonly ms: number }[] = [];
    page.on('requestfinished', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname !== '/invoices' || request.method() !== 'GET') return;
      const { responseEnd, requestStart } = request.timing();
      took.push({ what: search, ms: responseEnd - requestStart });
    });
    await page
      .getByText(/of 10,000/)
      .first()
      .waitFor();
    for (const path of [
      '/invoices?page=200',
      '/invoices?view=failed',
      '/invoices?route=PEPPOL',
      '/invoices?q=RE-2026-9999',
      '/invoices',
    ]) {
      await world.visit(opened, path);
      await untilPasses(async () => assert.ok((await page.locator('tbody tr').count()) > 0, path));
    }
    for (const { what, ms } of took)
      console.log(`      ${ms.toFixed(0).padStart(5)} ms (goal: ${GOAL_MS})  ${what}`);
    assert.ok(took.length > 0);
    await page.keyboard.press('j');
    await untilPasses(async () => assert.ok(new URL(page.url()).searchParams.has('sel')));
    assert.deepEqual(complaints, []);
  });
});
