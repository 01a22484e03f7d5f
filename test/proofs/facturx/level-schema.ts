import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDescription } from 'en16931-rules/packs/description.ts';
import { builtInFiles } from 'en16931-rules/packs/install/built-in-files.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { packFolder } from '../../support/built-in-rules.ts';
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
