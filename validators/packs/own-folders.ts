import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledEntry } from './manifest.ts';
import { ownLayer } from '../layers/layer-selection.ts';
import { SYNTAXES } from '../vocabulary/syntax.ts';

/** In `RULES_DIR`: a folder for each pack of a company's own rules, in the form of `schematron/`. */
export const OWN_FOLDER = 'own';

/** The names of the own packs that are written there, compiled or not. */
export async function ownNames(rulesDir: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(rulesDir, OWN_FOLDER), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

export const notCompiled = (name: string): string =>
  `own rules ${name} are not compiled: run ids packs compile ${name}`;

/**
 * Stands for own rules that are written and cannot run: no document passes beside them. It checks beside the schema, which every document has.
 */
export const entryWithoutProgram = (name: string): InstalledEntry => ({
  id: name,
  version: 'none',
  origin: 'own',
  layer: ownLayer(name),
  beside: 'xsd',
  syntaxes: SYNTAXES,
  customizations: ['*'],
  validFrom: null,
  validUntil: null,
  kind: 'schematron',
  engines: [],
  refused: null,
  checksum: '',
  ref: { folder: '', manifest: '', path: '' },
});
