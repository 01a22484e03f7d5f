import type { Route } from './route.ts';
import type { Syntax } from './syntax.ts';

/** A finished file as it is kept, by what it is written in (contract 2.4). */
export const FILE_KIND = {
  'ubl-invoice': 'ubl',
  'ubl-creditnote': 'ubl',
  cii: 'cii',
  fa3: 'fa3',
} as const satisfies Record<Syntax, string>;
/** `pdf`: a hybrid, which holds CII. */
export type FileKind = (typeof FILE_KIND)[Syntax] | 'pdf';

/** The files that each route takes as they are (decisions, "file kinds taken"). */
export const FILE_KINDS_OF: Readonly<Record<Route, readonly FileKind[]>> = {
  'DE-XRECHNUNG': ['ubl', 'cii', 'pdf'],
  PEPPOL: ['ubl', 'cii'],
  'RO-EFACTURA': ['ubl'],
  'FR-PA': ['ubl', 'cii', 'pdf'],
  'PL-KSEF': ['fa3'],
};

/** Levels of hybrid PDFs that are aids for booking and no invoices there (decisions, "file kinds taken"). */
export const LEVELS_NOT_TAKEN: Readonly<Partial<Record<Route, readonly string[]>>> = {
  'DE-XRECHNUNG': ['MINIMUM', 'BASIC WL'],
  'FR-PA': ['MINIMUM'],
};
