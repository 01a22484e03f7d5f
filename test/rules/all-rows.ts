import type { RulePackName } from '../support/built-in-rules.ts';
import { EN16931_ROWS } from './en16931-rows.ts';
import type { Row } from './row.ts';
import { UBL_ROWS, UNUSED_ROWS } from './ubl-rows.ts';
import { VAT_CATEGORY_ROWS } from './vat-category-rows.ts';
import { XRECHNUNG_ROWS } from './xrechnung-rows.ts';

export const ROWS: Readonly<Record<RulePackName, readonly Row[]>> = {
  en16931: [...EN16931_ROWS, ...VAT_CATEGORY_ROWS, ...UBL_ROWS],
  xrechnung: XRECHNUNG_ROWS,
};

/** Too many to name one by one. */
export const LONG_TABLES: Readonly<Record<RulePackName, readonly Row[]>> = { en16931: UNUSED_ROWS, xrechnung: [] };
