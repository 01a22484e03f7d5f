import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: the nearest one above with the rules and a package.json, from sources and from dist/ alike. */
export function projectFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (['package.json', 'schematron'].every((name) => existsSync(join(folder, name)))) return folder;
    if (folder === dirname(folder)) throw new Error('no package.json above the program');
  }
}

/** A program of ours that is loaded by its path: as built, or its source if the service runs from sources. */
export const programFile = (source: string): string =>
  import.meta.url.endsWith('.ts')
    ? join(projectFolder(), source)
    : join(projectFolder(), 'dist', source.replace(/ts$/, 'js'));
