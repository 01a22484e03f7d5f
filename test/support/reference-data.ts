import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Official schemas, rules and code lists lie beside the project, never in it. */
export const REFERENCE_DATA = resolve(PROJECT, process.env['REFERENCE_DATA'] ?? '../shared');

/** A suite that is skipped, its title saying why, where the reference data is absent. */
export const describeByReference = (title: string, suite: () => void): void => {
  if (existsSync(REFERENCE_DATA)) describe(title, suite);
  else describe.skip(`${title} (no reference data at ${REFERENCE_DATA}; set REFERENCE_DATA)`, suite);
};
