import { join } from 'node:path';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import type { EntryDescription } from 'en16931-rules/packs/description.ts';
import { builtInPacks, officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';
import type { Rules } from 'en16931-rules/pool/rules.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { compiledModule } from '../../support/compiled-module.ts';
import { OFFICIAL_FOLDERS, REFERENCE_DATA } from '../../support/reference-data.ts';
import { restated } from '../firing/built-in.ts';

/** A published entry, and the rules written here for the same documents. */
export interface RulePair {
  readonly name: string;
  readonly entry: EntryDescription;
  readonly published: Rules;
  readonly builtIn: Rules;
}

/** All rules of this process share it, as in a thread of the pool. */
const vocabulary = new Vocabulary();

/** Factur-X has a proof of its own: each level judges documents of another schema. */
export async function rulePairs(
  isWanted: (entry: EntryDescription) => boolean = () => true,
): Promise<readonly RulePair[]> {
  const pairs: RulePair[] = [];
  for (const { pack, files } of OFFICIAL_FOLDERS.flatMap((folder) =>
    officialPacksIn(join(REFERENCE_DATA, folder)),
  ))
    for (const entry of pack.entries) {
      const isRestated = entry.kind === 'schematron' && entry.layer !== 'facturx' && isWanted(entry);
      const ours = isRestated ? restated(pack, entry) : undefined;
      if (!ours) continue;
      const published = loadSchema(files(), entry.path, entry.visits);
      pairs.push({
        name: `${entry.path.replace(/^.*\//, '')}@${pack.version}`,
        entry,
        published: await rulesOf(published),
        builtIn: await rulesOf(ours),
      });
    }
  return pairs;
}

const rulesOf = async (schema: Schema): Promise<Rules> =>
  compiledRules(await compiledModule(schema), vocabulary);

export const fileOf = (bytes: Uint8Array): CheckedFile => new CheckedFile(bytes, vocabulary);

/** The schemas written here, by syntax. */
export const builtInSchemas = (): ReadonlyMap<Syntax, XsdSchema> =>
  new Map(
    builtInPacks()
      .filter(({ pack }) => ['ubl-2.1', 'cii-d16b'].includes(`${pack.id}-${pack.version}`))
      .flatMap(({ pack, files }) =>
        pack.entries.flatMap(({ path: entry, syntaxes }) =>
          syntaxes.map(
            (syntax) =>
              [syntax, XsdSchema.compile({ entry, files: files(), catalog: pack.catalog })] as const,
          ),
        ),
      ),
  );
