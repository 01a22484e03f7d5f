import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { readInstalled } from '../installed.ts';
import { VerifiedEntry } from '../load.ts';
import { loadSchema } from '../../engine/load/load.ts';
import { RECORDS, SVRL } from '../../engine/saxon/output.ts';
import { transpile } from '../../engine/saxon/transpile.ts';

/**
 * Writes the rules of an installed pack as XSLT, one file for each entry.
 * @param svrl with a full report of everything that was reached, as publishers' stylesheets write it.
 * @returns the files' paths.
 * @throws PackDamaged: stylesheets before the damaged one are written.
 */
export async function writeStylesheets(
  rulesDir: string,
  id: string,
  folder: string,
  svrl: boolean,
): Promise<readonly string[]> {
  const { entries } = await readInstalled(rulesDir);
  const expectedEntries = entries.filter((entry) => entry.id === id && entry.kind === 'schematron');
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  for (const { ref } of expectedEntries) {
    const verified = await VerifiedEntry.open(rulesDir, ref);
    const schema = loadSchema(await verified.source(), ref.path, verified.entry.visits);
    const file = join(folder, `${basename(ref.path, extname(ref.path))}.xsl`);
    writeFileSync(file, transpile(schema, svrl ? SVRL : RECORDS, false));
    written.push(file);
  }
  return written;
}
