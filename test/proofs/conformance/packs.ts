import { inForceOn } from 'en16931-rules/layers/pack-in-force.ts';
import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import type { PackDescription } from 'en16931-rules/packs/description.ts';
import type { RecordedVerdict } from '../verdicts/reference.ts';

/** Finds the installed entry that corresponds to an entry of the reference packs; undefined if there is none. */
export type EntryFinder = (
  pack: string,
  path: string,
  verdict: RecordedVerdict,
) => InstalledEntry | undefined;

/** @param official the official packs, which state the layer and profile of an entry. */
export function entryFinder(
  origin: PackOrigin,
  installed: readonly InstalledEntry[],
  official: readonly PackDescription[],
): EntryFinder {
  const entries = installed.filter((entry) => entry.origin === origin);
  if (origin === 'official')
    return (pack, path) =>
      entries.find((entry) => `${entry.id}-${entry.version}` === pack && entry.ref.path === path);
  return (pack, path, { syntax }) => {
    const release = official.find(({ id, version }) => `${id}-${version}` === pack);
    const restated = release?.entries.find((entry) => entry.path === path);
    if (!release || !restated) return undefined;
    const editions = entries.filter(
      ({ layer, syntaxes, customizations }) =>
        layer === restated.layer &&
        syntaxes.includes(syntax) &&
        restated.customizations.some((id) => customizations.includes(id)),
    );
    return editionOf(release, editions);
  };
}

/** Of the editions of a built-in pack the one that restates a release: it is in force on the first day of the release. */
export const editionOf = <P extends Pick<InstalledEntry, 'validFrom' | 'validUntil' | 'version' | 'origin'>>(
  { validFrom }: Pick<PackDescription, 'validFrom'>,
  editions: readonly P[],
): P | undefined => inForceOn(editions, validFrom ?? '9999-12-31')[0] ?? editions[0];

/** `ubl-2.1/xsd/maindoc/UBL-Invoice-2.1.xsd` → pack and path in it. */
export function schemaOf({ xsd }: RecordedVerdict): { readonly pack: string; readonly path: string } {
  const slash = xsd.indexOf('/');
  return { pack: xsd.slice(0, slash), path: xsd.slice(slash + 1) };
}
