import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishMessages } from '../packs/english.ts';
import { readInstalled } from '../packs/installed.ts';
import { type EntryInside, INDEX_FILE, type RulesIndex } from './rules-index.ts';

/**
 * Writes the built-in packs of a rules folder, and a company's own ones, as the modules that the library loads.
 * @param to the folder of the modules.
 */
export async function writeRules(rulesDir: string, to: string): Promise<RulesIndex> {
  mkdirSync(to, { recursive: true });
  const { packs, entries, problems } = await readInstalled(rulesDir);
  if (entries.some(({ origin, engines }) => origin === 'own' && engines.length === 0))
    throw new Error(problems.join('; '));
  const inside = packs.filter(({ manifest: { origin } }) => origin === 'built-in' || origin === 'own');
  const index: RulesIndex = {
    packs: inside.map(({ manifest: { id, version, title, licence, source } }) => {
      return { id, version, title, licence, source };
    }),
    entries: inside.flatMap(({ folder, manifest }) =>
      manifest.entries.map((entry): EntryInside => {
        const installed = entries.find(({ ref }) => ref.folder === folder && ref.path === entry.path);
        const program = entry.programs.find(({ engine }) => engine === 'compiled');
        if (!installed || !program) throw new Error(`${folder} has no program for ${entry.path}`);
        const file = program.file.replace(/\.schema\.json$/, '.schema.mjs');
        const text = readFileSync(join(rulesDir, folder, program.file), 'utf8');
        writeFileSync(join(to, file), entry.kind === 'xsd' ? asModule(text) : text);
        const overlays = installed.overlays?.filter(({ clients }) => clients === undefined);
        return { ...installed, ...(overlays && { overlays }), engines: ['compiled'], file };
      }),
    ),
    messages: Object.fromEntries(englishMessages()),
  };
  writeFileSync(join(to, INDEX_FILE), asModule(index));
  return index;
}

const asModule = (value: unknown): string => `export default ${JSON.stringify(value)};\n`;
