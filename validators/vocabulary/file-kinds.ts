import type { Syntax } from './syntax.ts';

/** The kind of a stored file, by its syntax (contract 2.4). */
export const FILE_KIND = {
  'ubl-invoice': 'ubl',
  'ubl-creditnote': 'ubl',
  cii: 'cii',
  fa3: 'fa3',
  'fa-rr': 'fa-rr',
} as const satisfies Record<Syntax, string>;
/** `pdf`: a hybrid, which holds CII. */
export type FileKind = (typeof FILE_KIND)[Syntax] | 'pdf';
