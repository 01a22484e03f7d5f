import type { PackFiles } from '../../engine/load/source.ts';
import type { EntryDescription, PackDescription } from '../description.ts';
import { compilerHash, sha256 } from '../hash.ts';
import { MANIFEST_FORMAT, type Manifest, type ManifestEntry, type Program } from '../manifest.ts';

/** The manifest of a pack whose entries have been compiled. */
export function manifestOf(
  pack: PackDescription,
  files: PackFiles,
  entries: readonly ManifestEntry[],
): Manifest {
  return {
    format: MANIFEST_FORMAT,
    id: pack.id,
    version: pack.version,
    origin: pack.origin,
    title: pack.title,
    licence: pack.licence,
    source: pack.source,
    valid_from: pack.validFrom,
    valid_until: pack.validUntil,
    ...(pack.clients && { clients: pack.clients }),
    ...(pack.ownSource !== undefined && { own_source: pack.ownSource }),
    severity_overrides: pack.severityOverrides,
    compiler: compilerHash(),
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, sha256(bytes)])),
    catalog: pack.catalog,
    entries,
  };
}

export const manifestEntry = (
  { path, kind, layer, beside, syntaxes, customizations, visits }: EntryDescription,
  programs: readonly Program[],
  refused: string | null,
  ownRules: readonly string[],
): ManifestEntry => ({
  path,
  kind,
  layer,
  ...(beside && { beside }),
  syntaxes,
  customizations,
  visits,
  programs,
  refused,
  ...(ownRules.length > 0 && { own_rules: ownRules }),
});
