import type { PackEntry } from '../../layers/pack-in-force.ts';
import type { MissingPack } from '../../vocabulary/missing-pack.ts';
import type { PackDescription } from '../description.ts';
import { builtInPacks, officialPacks } from './sources.ts';

type Wanted = Pick<PackEntry, 'layer'> & {
  readonly syntax: PackEntry['syntaxes'][number];
  readonly customization: string | null;
};

let cached: readonly PackDescription[] | undefined;

/** The newest pack for such a document in a layer, and the command that installs it: one written in this project comes first. */
export function packThatBrings(layer: Wanted): MissingPack | undefined {
  cached ??= [
    ...builtInPacks()
      .map(({ pack }) => pack)
      .toReversed(),
    ...officialPacks().toReversed(),
  ];
  const pack = cached.find(({ entries }) => entries.some((entry) => isFor(entry, layer)));
  if (!pack) return undefined;
  const { id, version, origin } = pack;
  return {
    id,
    version,
    origin,
    command: `ids packs ${origin === 'built-in' ? `compile ${id}` : `install --from PLACE ${id}`}`,
  };
}

const isFor = (
  entry: PackDescription['entries'][number],
  { layer, syntax, customization }: Wanted,
): boolean =>
  entry.layer === layer &&
  entry.syntaxes.includes(syntax) &&
  entry.customizations.includes(customization ?? '*');
