import assert from 'node:assert/strict';
import { pagesWithRecords } from '../../console/pages.ts';
import { findControls, nameOf, POINTERS, pressText, reachedInPlaceOf } from '../../console/presses.ts';
import { ConsoleWorld } from '../../console/world.ts';
import { describeInChromium } from '../../support/chromium.ts';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { printCount } from '../counts.ts';

describeInChromium('every control, in Chromium', () => {
  let world: ConsoleWorld;
  let pages: readonly string[];
  before(async () => {
    world = await ConsoleWorld.start();
    pages = await pagesWithRecords(world);
  });
  after(() => world?.stop());
  afterEach(() => world.closePages());

  for (const pointer of ['mouse', 'finger'] as const)
    it(`is reached by a ${pointer} on its text, on each page and in each menu`, async () => {
      const opened = await world.openAs(OPERATOR_KEY, '/now', POINTERS[pointer]);
      const { page } = opened;
      const missed: string[] = [];
      let count = 0;
      const pressAll = async (within: string, where: string): Promise<void> => {
        const controls = await findControls(page, within);
        for (let control = 0; control < controls; control += 1) {
          const reached = await reachedInPlaceOf(page, control, pointer);
          if (reached !== undefined)
            missed.push(`${where}: ${await nameOf(page, control)} reached ${reached}`);
        }
        count += controls;
      };
      for (const path of pages) {
        await world.visit(opened, path);
        await pressAll('body', path);
        const menus = await page.locator('main .menu > button').count();
        for (let menu = 0; menu < menus; menu += 1) {
          await pressText(page.locator('main .menu > button').nth(menu), pointer);
          await page.locator('.menu-box').waitFor();
          await pressAll('.menu-box', path);
          await page.keyboard.press('Escape');
        }
      }
      assert.deepEqual(missed, []);
      assert.ok(count > 400, String(count));
      printCount({ of: pointer, unit: 'presses', count });
    });
});
