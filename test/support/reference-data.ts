import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Official schemas, rules and code lists are beside the project, never in it. */
export const REFERENCE_DATA = resolve(PROJECT, process.env['REFERENCE_DATA'] ?? '../shared');

/** Folders of the reference data with official packs: those of August 2026, and the releases after them. */
export const OFFICIAL_FOLDERS = ['official', 'official-2026-11'] as const;

/** A suite whose body may read the reference data. Without the data it is skipped, and its one test gives the reason. */
export const describeByReference = (title: string, suite: () => void): void => {
  if (existsSync(REFERENCE_DATA)) describe(title, suite);
  else describe(title, () => it.skip(`no reference data at ${REFERENCE_DATA}; set REFERENCE_DATA`));
};
