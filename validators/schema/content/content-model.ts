import type { ContentModel } from '../model.ts';
import type { NameKey } from '../names.ts';

/** No transition. */
export const NOWHERE = -1;

/** The symbol of a child: its name, or the wildcards that allow its namespace. */
export function symbolOf(model: ContentModel, key: NameKey, namespace: string): number {
  const known = model.symbols.get(key);
  if (known !== undefined) return known;
  let allowed = 0;
  for (const [bit, { wildcard }] of model.wildcards.entries())
    if (wildcard.allows(namespace)) allowed |= 1 << bit;
  return model.names.length + allowed;
}
