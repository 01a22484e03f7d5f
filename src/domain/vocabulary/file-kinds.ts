import type { Route } from './route.ts';
import type { Syntax } from './syntax.ts';

/** A finished file as it is kept, by what it is written in (contract 2.4). */
export const FILE_KIND = {
  'ubl-invoice': 'ubl',
  'ubl-creditnote': 'ubl',
  cii: 'cii',
  fa3: 'fa3',
} as const satisfies Record<Syntax, string>;
export type FileKind = (typeof FILE_KIND)[Syntax];

/** The files that each route takes as they are (decisions, "file kinds taken"). */
export const FILE_KINDS_OF: Readonly<Record<Route, readonly FileKind[]>> = {
  'DE-XRECHNUNG': ['ubl', 'cii'],
  PEPPOL: ['ubl', 'cii'],
  'RO-EFACTURA': ['ubl'],
  'FR-PA': ['ubl', 'cii'],
  'PL-KSEF': ['fa3'],
};
