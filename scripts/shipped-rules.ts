import { expandPack } from '../validators/packs/expand/expand.ts';
import { builtInFolders, builtInPacks } from '../validators/packs/install/sources.ts';

/** The ids of the rules of each built-in pack, by its id: a rule that is not among them did not come with the service. */
export function shippedRules(): Readonly<Record<string, string>> {
  const ids = new Map<string, Set<string>>();
  for (const [at, folder] of builtInFolders().entries()) {
    const { id } = builtInPacks()[at]!.pack;
    for (const { text } of expandPack(folder).files)
      for (const [, rule = ''] of text.matchAll(/<assert id="([^"]+)"/g))
        ids.set(id, (ids.get(id) ?? new Set()).add(rule));
  }
  return Object.fromEntries([...ids].map(([pack, rules]) => [pack, [...rules].sort().join(' ')]));
}
