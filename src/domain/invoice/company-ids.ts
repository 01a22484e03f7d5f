import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { lawIn } from '../vocabulary/territory.ts';
import type { Identifier } from './en16931.ts';

/**
 * Register numbers whose ISO 6523 scheme follows from the country. A number of another shape, and every German register number, has no
 * scheme: a wrong one would claim a register that does not hold it.
 */
const SCHEMES: Readonly<Record<string, { readonly scheme: string; readonly shape: RegExp }>> = {
  FR: { scheme: '0002', shape: /^\d{9}$/ },
  BE: { scheme: '0208', shape: /^[01]\d{9}$/ },
  NL: { scheme: '0106', shape: /^\d{8}$/ },
  SE: { scheme: '0007', shape: /^\d{10}$/ },
  NO: { scheme: '0192', shape: /^\d{9}$/ },
  DK: { scheme: '0184', shape: /^\d{8}$/ },
  FI: { scheme: '0212', shape: /^\d{7}-\d$/ },
  IS: { scheme: '0196', shape: /^\d{10}$/ },
  EE: { scheme: '0191', shape: /^\d{8}$/ },
};

/** BT-30, BT-47; the scheme as stated, else by country. */
export function companyId(
  id: string | undefined,
  scheme: string | undefined,
  country: string,
): Identifier | undefined {
  if (id === undefined) return undefined;
  const known = rowOf(SCHEMES, lawIn(country));
  const used = scheme ?? (known?.shape.test(id) ? known.scheme : undefined);
  return used === undefined ? { id } : { id, scheme: used };
}
