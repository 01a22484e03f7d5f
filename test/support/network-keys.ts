import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The keys that scripts/pretest.mjs makes: of networks that were never called. */
const MADE = fileURLToPath(new URL('../../dist/networks/sandbox', import.meta.url));

/** Simulated networks that start in the folder get these keys; without them they make their own. */
export function withNetworkKeys(folder: string): void {
  if (existsSync(MADE)) cpSync(MADE, folder, { recursive: true });
}
