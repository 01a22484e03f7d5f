import { builtInPacks } from 'en16931-rules/packs/install/sources.ts';

/** The ids of the rules of each built-in pack, by its id: a rule that is not among them did not come with the service. */
export function shippedRules(): Readonly<Record<string, string>> {
  const ids = new Map<string, Set<string>>();
  for (const { pack, files } of builtInPacks())
    for (const [path, bytes] of files())
      for (const [, rule = ''] of textOf(path, bytes).matchAll(/<assert id="([^"]+)"/g))
        ids.set(pack.id, (ids.get(pack.id) ?? new Set()).add(rule));
  return Object.fromEntries([...ids].map(([pack, rules]) => [pack, [...rules].sort().join(' ')]));
}

const textOf = (path: string, bytes: Uint8Array): string =>
  path.endsWith('.sch') ? new TextDecoder().decode(bytes) : '';
