import { sha256 } from './hash.ts';
import type { Manifest } from './manifest.ts';

/**
 * Hash of everything in a pack that affects a verdict: its files, its dates, and the documents of each file. It is the same on every
 * installation. Compiler and programs are left out: another version of the service makes other programs of the same rules.
 */
export function packChecksum(manifest: Manifest): string {
  const { id, version, origin, valid_from, valid_until, clients, severity_overrides, files, catalog } =
    manifest;
  const entries = manifest.entries.map(({ path, kind, layer, beside, syntaxes, customizations, visits }) => {
    return { path, kind, layer, ...(beside && { beside }), syntaxes, customizations, visits };
  });
  const pack = {
    id,
    version,
    origin,
    valid_from,
    valid_until,
    ...(clients && { clients }),
    severity_overrides,
    entries,
  };
  return sha256(JSON.stringify({ ...pack, files: byName(files), catalog: byName(catalog) }));
}

const byName = (members: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));
