import type { XRechnungPackName } from '../support/built-in-rules.ts';
import { CODE_ROWS } from './code-rows.ts';
import { DOCUMENT_ROWS } from './document-rows.ts';
import { EXTENSION_ROWS } from './extension-rows.ts';
import { GERMAN_ROWS, XRECHNUNG_ROWS } from './german-rows.ts';
import { LINE_ROWS } from './line-rows.ts';
import { PEPPOL_ROWS } from './peppol-rows.ts';
import type { Row } from './row.ts';
import { DECIMAL_ROWS, SUM_ROWS } from './sum-rows.ts';
import { UBL_ROWS, UNUSED_ROWS } from './ubl-rows.ts';
import { VALID_ROWS, VALID_XRECHNUNG_ROWS } from './valid-rows.ts';
import { VAT_CATEGORY_ROWS } from './vat-category-rows.ts';
import { VEHICLE_ROWS } from './vehicle-rows.ts';

export const ROWS: Readonly<Record<XRechnungPackName, readonly Row[]>> = {
  en16931: [
    ...VALID_ROWS,
    ...DOCUMENT_ROWS,
    ...LINE_ROWS,
    ...SUM_ROWS,
    ...DECIMAL_ROWS,
    ...CODE_ROWS,
    ...VAT_CATEGORY_ROWS,
    ...UBL_ROWS,
  ],
  xrechnung: [
    ...VALID_XRECHNUNG_ROWS,
    ...PEPPOL_ROWS,
    ...GERMAN_ROWS,
    ...XRECHNUNG_ROWS,
    ...EXTENSION_ROWS,
    ...VEHICLE_ROWS,
  ],
};

/** Too many to list. */
export const LONG_TABLES: Readonly<Record<XRechnungPackName, readonly Row[]>> = {
  en16931: UNUSED_ROWS,
  xrechnung: [],
};
