import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packs that a first start has compiled. */
const PREPARED = fileURLToPath(new URL('../../rules', import.meta.url));

/** Puts the compiled built-in packs into an empty rules folder. */
export function copyPreparedPacks(rulesDir: string): void {
  for (const name of readdirSync(PREPARED).filter((each) => each.includes('.built-in.')))
    cpSync(join(PREPARED, name), join(rulesDir, name), { recursive: true });
}
