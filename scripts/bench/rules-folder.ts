import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { VerifiedEntry } from 'en16931-rules/packs/load.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { builtInPacks, officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import type { BenchPack } from './peer.ts';
import { PROJECT } from './service-process.ts';

/** A `RULES_DIR` for the benchmark, and one with schemas only. */
export interface BenchRules {
  readonly folder: string;
  readonly schemasOnly: string;
  readonly entries: readonly BenchEntry[];
}

export interface BenchEntry extends InstalledEntry {
  readonly pack: BenchPack;
}

/** The official packs if `REFERENCE_DATA` has them, else the built-in ones; compiled if they have changed. */
export async function benchRules(): Promise<BenchRules> {
  const { sources, folder } = benchPacks();
  const schemasOnly = await benchSchemas();
  for (const source of sources) await bringPack(folder, source, OPTIONS);
  const { entries } = await readInstalled(folder);
  const rules = entries.filter(({ kind, engines }) => kind === 'schematron' && engines.includes('compiled'));
  return { folder, schemasOnly, entries: await Promise.all(rules.map((entry) => withPack(folder, entry))) };
}

/** A `RULES_DIR` with the packs that are schemas only. */
export async function benchSchemas(): Promise<string> {
  const { sources, folder } = benchPacks();
  const schemasOnly = `${folder}-schemas`;
  for (const source of sources)
    if (source.pack.entries.every(({ kind }) => kind === 'xsd'))
      await bringPack(schemasOnly, source, OPTIONS);
  return schemasOnly;
}

const OPTIONS = { engines: ['compiled'] as const, report: () => undefined };

function benchPacks() {
  const official = join(process.env['REFERENCE_DATA'] ?? join(PROJECT, '../shared'), 'official');
  const isThere = existsSync(official);
  if (!isThere) console.log(`Built-in rule packs: there are no official ones at ${official}.`);
  const folder = join(PROJECT, 'node_modules/.cache', `bench-${isThere ? 'official' : 'built-in'}`);
  return { sources: isThere ? officialPacksIn(official) : builtInPacks(), folder };
}

async function withPack(folder: string, entry: InstalledEntry): Promise<BenchEntry> {
  const verified = await VerifiedEntry.open(folder, entry.ref);
  const { path, visits, programs } = verified.entry;
  const program = programs.find(({ engine }) => engine === 'compiled');
  const name = `${entry.layer} ${basename(path, '.sch').replace(/-validation|-Schematron|-preprocessed/g, '')}`;
  const module = join(folder, entry.ref.folder, program?.file ?? '');
  return { ...entry, pack: { name, module, schema: loadSchema(await verified.source(), path, visits) } };
}
