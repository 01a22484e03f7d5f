import { setFlagsFromString } from 'node:v8';
import { StoreRefused } from '../ports/store-refused.ts';
import { readSettings } from './settings/read-settings.ts';
import { SettingRefused } from './settings/settings.ts';
import { stopOnSignal } from './stop-signal.ts';

/** How much, in percent of what is in use, the old generation of each thread grows before it is cleared. V8 allows 200. */
const HEAP_GROWING_PERCENT = 30;

async function main(): Promise<void> {
  // A full disk, or a reader that has gone, costs what would have been said there.
  process.stderr.on('error', () => undefined);
  const settings = readSettings(process.env);
  // Behind the settings: a wrong one is named at once, not after all the rest was loaded.
  const starting = import('./service.ts').then(({ startService }) => startService(settings));
  // From the first moment on: a start that is told to stop ends in good order, too.
  stopOnSignal(async () => (await starting).stop());
  process.stderr.write((await starting).banner);
  // An invoice leaves some 20 KB there. Cleared rarely, memory rises and falls by a quarter and looks like a leak. Not
  // earlier: a start lets the heap grow and should not wait for it to be cleared.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
}

// What the operator can correct is one sentence; anything else is a bug and shows its stack.
await main().catch((error: unknown) => {
  const plain = error instanceof SettingRefused || error instanceof StoreRefused;
  console.error(plain ? error.message : error);
  process.exit(1);
});
