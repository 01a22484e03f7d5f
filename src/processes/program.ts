import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';

/** The project's folder: the nearest one above with a package.json, from sources and from dist/ alike. */
export function projectFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = manifestIn(folder);
    if (manifest) return folder;
    if (folder === dirname(folder)) throw new Error('no package.json above the program');
  }
}

/** The program's own version. */
export const serviceVersion = (): string => manifestIn(projectFolder())?.version ?? 'unknown';

function manifestIn(folder: string): { readonly version: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  } catch {
    return undefined;
  }
}
