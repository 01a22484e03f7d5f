import { setFlagsFromString } from 'node:v8';
import { loadDriver } from '../adapters/sqlite/load-driver.ts';
import { Threads } from '../adapters/piscina/threads.ts';
import { StoreRefused } from '../ports/store-refused.ts';
import { readSettings } from './settings/read-settings.ts';
import type { RunningService } from './service.ts';
import { type Settings, SettingRefused } from './settings/settings.ts';
import { stopOnSignal } from './stop-signal.ts';

/** How much the old generation of each thread grows before it is collected, in percent of its present size. V8 allows 200. */
const HEAP_GROWING_PERCENT = 30;

async function main(): Promise<void> {
  // A full disk, or a reader that has gone, loses the output there and nothing else.
  process.stderr.on('error', () => undefined);
  const settings = readSettings(process.env);
  // After the settings: a wrong one is reported at once, not after everything else was loaded.
  const starting = start(settings);
  // From the first moment on: a start that gets a stop signal ends in good order, too.
  stopOnSignal(async () => (await starting).stop());
  process.stderr.write((await starting).banner);
  // An invoice leaves some 20 KB there. With rare collections memory rises and falls by a quarter and looks like a leak. Not earlier: a
  // start lets the heap grow and should not wait for a collection.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
}

async function start(settings: Settings): Promise<RunningService> {
  if (settings.store.kind === 'sqlite') await loadDriver();
  // They load their modules on other processors while the rest is loaded here.
  const threads = new Threads(settings.poolThreads);
  const [{ startService }, { buildContainer }] = await Promise.all([
    import('./service.ts'),
    import('./container.ts'),
  ]);
  return startService(() => buildContainer(settings, { threads }), endLost);
}

/** Of sysexits.h: input or output failed. A supervisor starts the process again. */
const EX_IOERR = 74;

function endLost(sentence: string): void {
  console.error(sentence);
  process.exit(EX_IOERR);
}

// An error that the operator can correct is one sentence; any other error is a bug and shows its stack.
await main().catch((error: unknown) => {
  const plain = error instanceof SettingRefused || error instanceof StoreRefused;
  console.error(plain ? error.message : error);
  process.exit(1);
});
