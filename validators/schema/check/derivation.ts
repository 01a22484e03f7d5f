import type { Type } from '../model.ts';
import { CheckEscaped } from '../unsupported.ts';
import { ANY_SIMPLE_TYPE } from '../text/built-in.ts';
import { ANY_TYPE } from '../ur-type.ts';

/** Whether a type may stand for another (part 1, 3.4.6 and 3.14.6). */
export function isDerived(type: Type, from: Type): boolean {
  if (from === ANY_TYPE) return true;
  if (from === ANY_SIMPLE_TYPE && type.kind === 'simple') return true;
  for (let one: Type | undefined = type; one; one = one.base) if (one === from) return true;
  // A member of a union may stand for it, unless the union was restricted; no schema in use has such a thing.
  if (from.kind === 'simple' && from.members) throw new CheckEscaped('a type that stands for a union');
  return false;
}
