import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What scripts/pretest.mjs leaves: networks that were never called. */
const MADE = fileURLToPath(new URL('../../dist/networks/sandbox', import.meta.url));

/** Simulated networks that start in the folder have the keys of others; where there are none, they make their own as ever. */
export function withNetworkKeys(folder: string): void {
  if (existsSync(MADE)) cpSync(MADE, folder, { recursive: true });
}
