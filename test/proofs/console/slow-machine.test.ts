// What is pressed as soon as it is seen, in a browser with late frames, a slow processor and answers that come in any order.
import type { Page } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import '../../console/focus.test.ts';
import '../../console/live.test.ts';
import '../../console/webhooks.test.ts';
import { delayFrames, onNewTab } from '../../console/tabs.ts';
import { seeded } from '../../support/seeded.ts';
import { SEED } from '../seed.ts';

const CPU_RATE = 6;
const MAX_DELAY_MS = 800;

async function slowDown(page: Page): Promise<void> {
  const draw = seeded(SEED);
  await delayFrames(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.context().route(/^(?!.*\/console)/, async (route) => {
    await pause(draw() * MAX_DELAY_MS);
    // The page may have gone to another meanwhile.
    await route.fallback().catch(() => undefined);
  });
}

before(() => {
  onNewTab.run = slowDown;
});
