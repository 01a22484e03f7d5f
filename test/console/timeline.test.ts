import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/chromium.ts';
import { exampleText } from '../support/example-file.ts';
import { until, untilPasses } from '../support/until.ts';
import { complaintsOfAxe } from './axe.ts';
import { inColours, resize } from './views.ts';
import { rowsFor } from '../support/volume.ts';
import { countBecomes, widthBecomes } from './reads.ts';
import { ConsoleWorld, SAMPLES } from './world.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = async (page: Page, what: string): Promise<Box> => {
  const box = await page.locator(what).boundingBox();
  assert.ok(box, what);
  return box;
};

/** Words under the shapes, from left to right. */
const boxesOfLabels = async (page: Page): Promise<readonly Box[]> =>
  (await page.evaluate(
    `[...document.querySelectorAll('.plot .label')].map((label) => {
      const { x, y, width, height } = label.getBoundingClientRect();
      return { x, y, width, height };
    })`,
  )) as readonly Box[];

describeInChromium('the timeline of an invoice, in Chromium', () => {
  let world: ConsoleWorld;
  /** Its last step, at the right end, has a long answer. */
  let refused: string;
  before(async () => {
    world = await ConsoleWorld.of('timeline');
    refused = (await world.sent([SAMPLES[4]!]))[0]!;
    await world.settled(refused, ['rejected']);
  });
  afterEach(() => world.closePages());

  it('keeps its words within its lanes, and apart from each other, at each width', async () => {
    const opened = await world.openAs(world.erp.key, '/invoices');
    const { page } = opened;
    for (const width of rowsFor([1440, 1000, 900], 1)) {
      // It is drawn again, not from the drawing of the width before.
      await world.visit(opened, '/invoices');
      await resize(page, width);
      await world.visit(opened, `/invoices/${refused}`);
      await page.locator('.plot .label', { hasText: 'refused' }).waitFor();
      await untilPasses(async () => assert.doesNotMatch(await page.locator('.timeline').innerText(), /EBMS/));
      // The plot is as wide as its panel after a second drawing.
      await until(
        async () => (await boxOf(page, '.plot svg')).width <= (await boxOf(page, '.timeline')).width,
        'the plot is as wide as its panel',
        60_000,
        20,
      );
      await untilPasses(async () => {
        const lane = await boxOf(page, '.plot .grid >> nth=-1');
        const labels = await boxesOfLabels(page);
        assert.ok(labels.length > 1, `${width} px`);
        for (const [index, label] of labels.entries()) {
          assert.ok(label.x + label.width <= lane.x + lane.width, `it ends with its lane, ${width} px`);
          assert.ok(
            labels.slice(index + 1).every((next) => label.x + label.width <= next.x),
            `it is apart, ${width} px`,
          );
        }
      });
    }
  });

  it('shows the time once of the steps within one second, whose order is that of their numbers', async () => {
    const { page } = await world.openAs(world.erp.key, `/invoices/${refused}`);
    await page.locator('.rows-steps tbody tr').first().waitFor();
    const cellsOf = (column: string): Promise<readonly string[]> =>
      page.locator(`.rows-steps tbody .c-${column}`).allTextContents();
    await untilPasses(async () => {
      const times = await cellsOf('time');
      const numbers = await cellsOf('no');
      // A row of equal tries has the number of the first.
      assert.deepEqual(
        numbers.map(Number),
        numbers.map(Number).toSorted((one, other) => one - other),
      );
      const whole = times.map((time) => time.replace('″', ''));
      assert.deepEqual(
        times.map((time) => time.endsWith('″')),
        whole.map((time, n) => time === whole[n - 1]),
      );
      for (const time of whole) assert.match(time, /\d\d:\d\d:\d\d$/);
    });
    await page
      .locator('.timeline > .head')
      .getByText(/^\d+ \w+ \d{4} · /)
      .waitFor();
    // On a phone the mark would stand alone at the right edge.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.rows-steps .c-time', { hasText: '″' }).first().waitFor();
    await countBecomes(page.locator('.rows-steps .ditto:visible'), 0);
  });

  it('has room for the words beside the bar that ends it', async () => {
    const broken = exampleText('broken-xrechnung-cii.xml');
    const { id } = await world.erp.received('PEPPOL', broken);
    const { page } = await world.openAs(world.erp.key, `/received/${id}`);
    const note = page.locator('.plot text.note', { hasText: 'Failed the checks' });
    await note.waitFor();
    await untilPasses(async () => {
      const [words, plot] = [(await note.boundingBox())!, await boxOf(page, '.plot svg')];
      assert.ok(words.x + words.width <= plot.x + plot.width, `${words.x + words.width} px`);
    });
  });

  it('is a table on a phone, and a plot turned sideways on request, light and dark', async () => {
    const viewing = { width: 390, height: 844 };
    const opened = await world.openAs(world.erp.key, '/invoices', viewing);
    const { page, complaints } = opened;
    const table = page.getByRole('table', { name: 'Timeline' });
    const plot = page.getByRole('img', { name: /steps over time/ });
    for (const colours of rowsFor(['light', 'dark'] as const, 1)) {
      await inColours(page, colours);
      // Without the step of the view before.
      await world.visit(opened, '/invoices');
      await world.visit(opened, `/invoices/${refused}`);
      await table.waitFor();
      await countBecomes(plot, 0);
      await page.getByRole('button', { name: 'Show as plot' }).click();
      await plot.waitFor();
      await countBecomes(table, 0);
      await untilPasses(async () =>
        assert.doesNotMatch((await plot.getAttribute('aria-label')) ?? '', /below/),
      );
      await untilPasses(async () => {
        const [drawing, panel] = [await boxOf(page, '.plot svg'), await boxOf(page, '.timeline')];
        assert.ok(drawing.height > drawing.width, 'it is turned');
        assert.ok(
          drawing.x >= panel.x && drawing.x + drawing.width <= panel.x + panel.width,
          'it is seen whole',
        );
        for (const label of await boxesOfLabels(page)) {
          assert.ok(label.height > label.width);
          assert.ok(label.y >= drawing.y && label.y + label.height <= drawing.y + drawing.height);
        }
      });
      await plot.locator('text.number').click();
      await page.getByRole('complementary', { name: /^Step: Attempt 1/ }).waitFor();
      // Nothing is half below the head of the page.
      await page.evaluate('scrollTo(0, 0)');
      assert.deepEqual(await complaintsOfAxe(page), [], colours);
      await widthBecomes(page, 390, colours);
      await page.getByRole('button', { name: 'Show as table' }).click();
      await table.locator('tr[aria-current]', { hasText: 'Attempt 1' }).waitFor();
    }
    assert.deepEqual(complaints, []);
  });

  it('follows a finger along the plot that is turned sideways', async () => {
    const viewing = { width: 390, height: 844 };
    const { page } = await world.openAs(world.erp.key, `/invoices/${refused}`, viewing);
    await page.getByRole('button', { name: 'Show as plot' }).click();
    const attempt = page.locator('.plot rect.attempt');
    await page.locator('.plot text.number').click();
    const drawn = (await attempt.boundingBox())!;
    await page.getByRole('button', { name: 'Draw it larger' }).click();
    await until(async () => (await attempt.boundingBox())!.height > drawn.height, 'it is larger');
    await page.evaluate("document.querySelector('.plot svg').scrollIntoView()");
    const lane = await boxOf(page, '.plot svg');
    const [x, from] = [lane.x + lane.width - 60, lane.y + 300];
    // A shape is cut where it leaves the plot; the lines of the axis are not.
    const lines = (): Promise<readonly number[]> =>
      page.evaluate(
        `[...document.querySelectorAll('.plot path.grid')].map((line) => line.getBoundingClientRect())
          .filter(({ width, height }) => height < 1 && width > 50).map(({ y }) => y)`,
      );
    const linesAtRest = async (): Promise<readonly number[]> => {
      let seen: readonly number[] = [];
      const isStill = async (): Promise<boolean> => `${seen}` === `${(seen = await lines())}`;
      await until(isStill, 'it lies still', 60_000, 50);
      return seen;
    };
    const follows = async (by: number): Promise<boolean> => {
      const before = await linesAtRest();
      const line = before[Math.floor(before.length / 2)]!;
      await page.mouse.move(x, from);
      await page.mouse.down();
      await page.mouse.move(x, from + by, { steps: 4 });
      await page.mouse.up();
      return (await linesAtRest()).some((y) => Math.abs(y - (line + by)) < 2);
    };
    // What is drawn larger moves no further than to its first or last moment: one of two ways has room.
    await until(async () => (await follows(40)) || (await follows(-40)), 'it follows the finger');
  });
});
