import type { BuiltInRules, XRechnungPackName } from '../../support/built-in-rules.ts';
import { edited } from '../edits.ts';
import { baseInvoice } from './base.ts';
import { CARDINALITY_ROWS } from './cardinality-rows.ts';
import { CODE_ROWS } from './code-rows.ts';
import { DATA_TYPE_ROWS } from './data-type-rows.ts';
import { EXTENSION_ROWS } from './extension-rows.ts';
import { GERMAN_ROWS } from './german-rows.ts';
import { MISSING_ROWS } from './missing-rows.ts';
import { PEPPOL_ROWS } from './peppol-rows.ts';
import type { Row } from './rows.ts';
import { SUM_ROWS } from './sum-rows.ts';
import { TABLE_ROWS } from './table-rows.ts';
import { VAT_CATEGORY_ROWS } from './vat-category-rows.ts';

export const ROWS: Readonly<Record<XRechnungPackName, readonly Row[]>> = {
  en16931: [
    ...MISSING_ROWS,
    ...SUM_ROWS,
    ...CODE_ROWS,
    ...VAT_CATEGORY_ROWS,
    ...CARDINALITY_ROWS,
    ...DATA_TYPE_ROWS,
  ],
  xrechnung: [...GERMAN_ROWS, ...PEPPOL_ROWS, ...EXTENSION_ROWS],
};
/** Too many to list, with the rules that fail with each. */
export const TABLES: Readonly<Record<XRechnungPackName, readonly Row[]>> = {
  en16931: TABLE_ROWS,
  xrechnung: [],
};
/**
 * No document breaks them: another rule raises an error on the second total, as in the published rules, and the layer ends
 * without findings.
 */
export const UNREACHABLE = ['477', '478', '479', '480', '481', '482', '484', '487'].map(
  (nr) => `CII-SR-${nr}`,
);

/** The ids that the rules report of a row's document, in order; `no verdict` if they end with an error. */
export async function findings(
  rules: BuiltInRules,
  pack: XRechnungPackName,
  [, edit, , of]: Row,
): Promise<string> {
  const run = await rules.run(pack, new TextEncoder().encode(edited(baseInvoice(of), edit)));
  if (run.kind !== 'verdict') return 'no verdict';
  return [...new Set(run.fired.map(({ id }) => id ?? ''))].sort().join(' ');
}
