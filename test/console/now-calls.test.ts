import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { example, numbered } from '../support/erp.ts';
import { untilPasses } from '../support/until.ts';
import { allDrawn, ConsoleWorld } from './world.ts';

/** What the browser moved while the page loaded, as a share of what is seen; below 0.1 is called good (web.dev, CLS). */
const MAX_SHIFT = 0.1;
/** The session, the health and the feed of any page; routes, two plots, deadlines, two counts, the care list, what was not taken, the calendar. */
const MAX_CALLS = 13;

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((done) => new PerformanceObserver((list) => {
    done(list.getEntries().reduce((sum, { value }) => sum + value, 0));
  }).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => done(0), 1000))`);

describeInChromium('the page Now, loaded again, in Chromium', function () {
  let world: ConsoleWorld;
  before(async function () {
    world = await ConsoleWorld.of('now-calls');
    const [refused] = await world.sent([numbered(example('over-peppol'), 'NC-1-NOTREG')]);
    await world.settled(refused!, ['rejected']);
  });
  afterEach(() => world.closePages());

  it('makes few calls, none of them twice, and moves nothing', async () => {
    const opened = await world.openAs(world.erp.key, '/now');
    const { page, asked } = opened;
    await allDrawn(opened, 'Now');
    // An event that comes meanwhile would have the page ask again.
    await page.route('**/events?**', () => undefined);
    // On a machine of any speed: each look at the clock is five seconds after the one before, and what is asked each 15 seconds is not.
    await page.addInitScript(
      'const now = Date.now.bind(Date); let looks = 0; Date.now = () => now() + 5000 * (looks += 1); window.setInterval = () => 0;',
    );
    const before = asked.length;
    await page.reload();
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await page.getByRole('link', { name: '1 invoice to correct' }).waitFor();
    await allDrawn(opened, 'Now');
    const calls = asked
      .slice(before)
      .map((url) => new URL(url))
      .filter(({ pathname }) => !pathname.startsWith('/console'))
      .map(({ pathname, search }) => pathname + search.replaceAll(/\d{4}-[^&]+/g, 'DAY'));
    const shift = await shiftOf(page);
    const twice = calls.filter((call, index) => calls.indexOf(call) !== index);
    assert.deepEqual(
      twice.filter((call) => !call.startsWith('/events')),
      [],
    );
    assert.ok(calls.length <= MAX_CALLS, calls.join('\n'));
    assert.ok(shift < MAX_SHIFT, `${shift}`);
    await untilPasses(async () => {
      const [list, last] = await Promise.all(
        ['.today', '.today > li:last-child'].map((each) => page.locator(each).boundingBox()),
      );
      assert.ok(list!.y + list!.height - last!.y - last!.height < 2, 'no empty strip below the last line');
    });
    // No other test gets this clock.
    await page.context().close();
  });
});
