import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { atEndOfRun } from '../support/end-of-run.ts';

/** What a context cannot change after its start. */
interface Kind {
  readonly language: string;
  readonly zone: string;
  readonly touch: boolean;
  readonly lateFrames: boolean;
}

/** Against a page that hangs, in place of Playwright's 30 seconds; shorter than a test has, so that the failure names what was awaited. */
const MAX_WAIT_MS = 180_000;

/** What a test listens to. */
const HEARD = ['request', 'requestfinished', 'requestfailed', 'console', 'pageerror'] as const;

/** What waits for a frame (`useEffect` of Preact, by a timer or a frame, whichever is first) runs long after a reader has seen the page. */
const LATE_FRAMES = `{
  const LATE_MS = 300;
  const later = window.setTimeout.bind(window);
  window.requestAnimationFrame = (draw) => later(() => draw(performance.now()), LATE_MS);
  window.setTimeout = (run, ms = 0, ...values) => later(run, ms > 0 && ms <= 100 ? ms + LATE_MS : ms, ...values);
}`;

/** What is done to each new tab. A proof makes the browser slow by it. */
export const onNewTab: { run: (page: Page) => Promise<void> } = { run: async () => undefined };

/** Frames that come late in each page that the tab opens. */
export const delayFrames = (page: Page): Promise<unknown> => page.context().addInitScript(LATE_FRAMES);

let launched: Promise<Browser> | undefined;
/** Tabs that no test uses, by their kind. A new tab takes Chromium as much time as a test. */
const idle = new Map<string, Page[]>();
const used = new Map<Page, string>();

/** One Chromium for all test files of this process. */
export const chromium = (): Promise<Browser> => (launched ??= launchChromium());

export async function closeChromium(): Promise<void> {
  const browser = await launched;
  launched = undefined;
  idle.clear();
  used.clear();
  await browser?.close();
}

// At its end a process kills the Chromium that it has launched.
atEndOfRun(closeChromium, () => undefined);

/** An empty tab, of which no other test has the storage. */
export async function takeTab({ language, zone, touch, lateFrames }: Kind): Promise<Page> {
  const kind = JSON.stringify([language, zone, touch, lateFrames]);
  const page =
    idle.get(kind)?.pop() ??
    (await newTab({ locale: language, timezoneId: zone, hasTouch: touch }, lateFrames));
  used.set(page, kind);
  return page;
}

/** A tab of another browser: without the session of any other. */
export async function newTab(options: BrowserContextOptions = {}, lateFrames = false): Promise<Page> {
  const context = await (await chromium()).newContext(options);
  context.setDefaultTimeout(MAX_WAIT_MS);
  const page = await context.newPage();
  if (lateFrames) await delayFrames(page);
  await onNewTab.run(page);
  return page;
}

/** After each test: an open page goes on asking the service. */
export async function leaveTabs(): Promise<void> {
  const left = [...used];
  used.clear();
  await Promise.all(
    left.map(async ([page, kind]) => {
      if (await isEmptied(page)) idle.set(kind, [...(idle.get(kind) ?? []), page]);
      else await page.context().close();
    }),
  );
  const kept = new Set([...idle.values()].flat().map((page) => page.context()));
  for (const context of (await chromium()).contexts()) if (!kept.has(context)) await context.close();
}

async function isEmptied(page: Page): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) return false;
  try {
    for (const event of HEARD) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()]);
    await page.emulateMedia({ media: null });
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await page.goto('about:blank');
    return true;
  } catch {
    // A tab that hangs, or never came to the console, has no storage to clear.
    return false;
  }
}
