import { loadSchema } from '../../../validators/engine/load/load.ts';
import type { EntryDescription } from '../../../validators/packs/description.ts';
import { officialPacksIn } from '../../../validators/packs/install/sources.ts';
import type { TestedPack } from './engines.ts';

export interface MutatedPack extends TestedPack {
  /** `en16931-1.3.16/EN16931-UBL-validation-preprocessed.sch`, as verdicts name it. */
  readonly name: string;
  readonly entry: EntryDescription;
}

/** Every rule entry of the official packs below a folder. */
export function mutatedPacks(official: string): readonly MutatedPack[] {
  return officialPacksIn(official).flatMap(({ pack, files }) => {
    const contents = files();
    return pack.entries
      .filter(({ kind }) => kind === 'schematron')
      .map((entry) => ({
        name: `${pack.id}-${pack.version}/${entry.path}`,
        entry,
        schema: loadSchema(contents, entry.path, entry.visits),
      }));
  });
}
