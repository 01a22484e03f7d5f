import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built-in packs, compiled by scripts/pretest.mjs. `rules/` belongs to the person whose clone it is, who may have installed others. */
export const PREPARED_PACKS = fileURLToPath(new URL('../../dist/rules-of-tests', import.meta.url));

/** Puts the compiled built-in packs into an empty rules folder. */
export function copyPreparedPacks(rulesDir: string): void {
  cpSync(PREPARED_PACKS, rulesDir, { recursive: true });
}
