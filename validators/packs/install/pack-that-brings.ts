import type { PackEntry } from '../../../src/domain/checks/layers/pack-in-force.ts';
import type { PackDescription } from '../description.ts';
import { officialPacks } from './sources.ts';

type Wanted = Pick<PackEntry, 'layer'> & {
  readonly syntax: PackEntry['syntaxes'][number];
  readonly customization: string | null;
};

let known: readonly PackDescription[] | undefined;

/** The official pack for such a document in a layer, whether it is installed or not. */
export function packThatBrings({ layer, syntax, customization }: Wanted): PackDescription | undefined {
  known ??= officialPacks();
  return known.find(({ entries }) =>
    entries.some(
      (entry) =>
        entry.layer === layer &&
        entry.syntaxes.includes(syntax) &&
        entry.customizations.includes(customization ?? '*'),
    ),
  );
}
