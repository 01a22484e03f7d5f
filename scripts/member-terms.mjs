// The term of each member of the canonical invoice, by its path: `lines[].unit_price` states BT-146. The console has them in its scripts, for
// the names of the fields of a form. The totals of the ERP follow, by the description of the API.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { codeOf } from './bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @returns by path, in the order of the schema; of members that share a term, the first is its own. */
export async function memberTerms() {
  const { MEMBERS } = await codeOf('src/domain/invoice/canonical-places.ts');
  return Object.fromEntries([...MEMBERS.map(({ term, steps }) => [pathOf(steps), term]), ...totalsOfErp()]);
}

const pathOf = (steps) => steps.map(({ name, isList }) => (isList ? `${name}[]` : name)).join('.');

function totalsOfErp() {
  const { components } = parse(readFileSync(`${ROOT}openapi/api.yaml`, 'utf8'));
  const { properties } = components.schemas.ErpTotals;
  return Object.entries(properties).map(([name, { description }]) => [`erp_totals.${name}`, description]);
}
