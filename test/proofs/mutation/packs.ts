import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { join } from 'node:path';
import type { EntryDescription, PackDescription } from 'en16931-rules/packs/description.ts';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { OFFICIAL_FOLDERS } from '../../support/reference-data.ts';
import type { TestedPack } from './engines.ts';

export interface MutatedPack extends TestedPack {
  /** `en16931-1.3.16/EN16931-UBL-validation-preprocessed.sch`, as verdicts name it. */
  readonly name: string;
  readonly pack: PackDescription;
  readonly entry: EntryDescription;
}

/** Every rule entry of the official packs in the reference data; of a file that a later release keeps the first one. */
export function mutatedPacks(reference: string): readonly MutatedPack[] {
  const sources = OFFICIAL_FOLDERS.flatMap((folder) => officialPacksIn(join(reference, folder)));
  const hashOf = ({ files }: PackDescription, path: string) =>
    files.find((file) => file.path === path)?.sha256;
  const isFirst = (pack: PackDescription, path: string): boolean =>
    sources.find((one) => hashOf(one.pack, path) === hashOf(pack, path))?.pack === pack;
  return sources.flatMap(({ pack, files }) => {
    const contents = files();
    return pack.entries
      .filter(({ kind, path }) => kind === 'schematron' && isFirst(pack, path))
      .map((entry) => ({
        name: `${pack.id}-${pack.version}/${entry.path}`,
        pack,
        entry,
        schema: loadSchema(contents, entry.path, entry.visits),
      }));
  });
}
