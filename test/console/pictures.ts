// Draws the pages of the console for people to look at: npx tsx test/console/pictures.ts (after node scripts/pretest.mjs).
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATOR_KEY } from '../support/erp.ts';
import { ConsoleWorld, type Opened, SAMPLES, type Viewing } from './world.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/console', import.meta.url));
const VIEWS = {
  light: { width: 1440, height: 900 },
  dark: { width: 1440, height: 900, colours: 'dark' },
  '390': { width: 390, height: 844 },
} as const satisfies Readonly<Record<string, Viewing>>;
/** The simulated networks settle everything within this time. */
const SETTLED_MS = 15_000;

async function draw(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const world = await ConsoleWorld.start();
  try {
    const ids = await world.sent(SAMPLES);
    const broken = readFileSync(new URL('../../examples/broken-xrechnung-cii.xml', import.meta.url), 'utf8');
    const received = await world.erp.received('PEPPOL', broken);
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const clerk = await world.key(['submit', 'read']);
    const pages = {
      'log-in': (viewing: Viewing) => world.open('', viewing),
      now: (viewing: Viewing) => world.openAs(OPERATOR_KEY, '/now', viewing),
      'to-correct': (viewing: Viewing) => world.openAs(clerk, '/to-correct', viewing),
      invoices: (viewing: Viewing) => world.openAs(clerk, `/invoices?sel=${ids[2]!}`, viewing),
      'invoice-sent-twice': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[1]!}`, viewing),
      'invoice-refused': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[4]!}`, viewing),
      'invoice-buyer-refuses': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[6]!}`, viewing),
      received: (viewing: Viewing) => world.openAs(clerk, '/received', viewing),
      'received-invoice': (viewing: Viewing) => world.openAs(clerk, `/received/${received.id}`, viewing),
      rules: (viewing: Viewing) => world.openAs(OPERATOR_KEY, '/rules', viewing),
    } satisfies Readonly<Record<string, (viewing: Viewing) => Promise<Opened>>>;
    for (const [name, open] of Object.entries(pages))
      for (const [view, viewing] of Object.entries(VIEWS)) {
        const { page } = await open(viewing);
        await page.waitForLoadState('load');
        await page.waitForTimeout(1500);
        await page.screenshot({ path: join(FOLDER, `${name}-${view}.png`) });
        await page.context().close();
      }
  } finally {
    await world.stop();
  }
}

await draw();
