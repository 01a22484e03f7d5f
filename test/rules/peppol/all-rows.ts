import assert from 'node:assert/strict';
import type { BuiltInRules, RuledSyntax } from '../../support/built-in-rules.ts';
import { type Edit, edited } from '../edits.ts';
import type { Row } from '../row.ts';
import { BASES } from './base.ts';
import { BILLING_ROWS, SELF_BILLING_ROWS } from './billing-rows.ts';
import { CII_ROWS } from './cii-rows.ts';

export type PeppolPack = keyof typeof BASES;
export interface Tried {
  readonly syntax: RuledSyntax;
  readonly rows: readonly Row[];
}
export const PACKS: Readonly<Record<PeppolPack, Tried>> = {
  peppol: { syntax: 'ubl', rows: BILLING_ROWS },
  'peppol-selfbilling': { syntax: 'ubl', rows: SELF_BILLING_ROWS },
  'peppol-cii': { syntax: 'cii', rows: CII_ROWS },
};

/** National rules have rows of their own. */
export const isPeppols = (id: string): boolean => id.startsWith('PEPPOL-');

const bases = new Map<string, string>();
/** For all rows. */
function baseOf(pack: PeppolPack, of: Row['of']): string {
  const key = `${pack} ${JSON.stringify(of)}`;
  const base = bases.get(key) ?? BASES[pack](of);
  bases.set(key, base);
  return base;
}

/** The ids of the pack's own rules that a document breaks, in order. */
export async function findings(
  rules: BuiltInRules,
  pack: PeppolPack,
  { of, edit }: { readonly of?: Row['of']; readonly edit: Edit },
): Promise<string[]> {
  const run = await rules.run(pack, new TextEncoder().encode(edited(baseOf(pack, of), edit)));
  assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
  return [...new Set(run.fired.map(({ id }) => id ?? ''))].filter(isPeppols).sort();
}
