import type { CanonicalInvoice } from './canonical.ts';

type Note = CanonicalInvoice['invoice']['notes'][number];

const OPENING = /^#([^#]{3})#/;

/** BT-21 of a note, which may precede its text: `#PMT#…`. */
export const subjectOf = ({ subjectCode, text }: Note): string | undefined =>
  subjectCode ?? OPENING.exec(text)?.[1];

/** BT-22 of a note, without its subject. */
export const textWithoutSubject = ({ subjectCode, text }: Note): string =>
  subjectCode === undefined ? text.replace(OPENING, '') : text;
