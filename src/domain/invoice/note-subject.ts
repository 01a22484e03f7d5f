import type { CanonicalInvoice } from './canonical.ts';

type Note = CanonicalInvoice['invoice']['notes'][number];

const OPENING = /^#([^#]{3})#/;

/** BT-21 of a note, which may precede its text: `#PMT#…`. */
export const subjectOf = ({ subjectCode, text }: Note): string | undefined =>
  subjectCode ?? OPENING.exec(text)?.[1];

/** BT-22 of a note, without its subject. */
export const textWithoutSubject = ({ subjectCode, text }: Note): string =>
  subjectCode === undefined ? text.replace(OPENING, '') : text;

const hasText = (note: Note): boolean => textWithoutSubject(note).trim() !== '';

/** Subjects that a note with a text has: a document leaves out a note without one, or its subject. */
export const writtenSubjects = (notes: readonly Note[]): ReadonlySet<string | undefined> =>
  new Set(notes.filter(hasText).map(subjectOf));

/** The notes with others, each in the place of a note of its subject without a text. */
export function withNotes(stated: readonly Note[], added: readonly Note[]): readonly Note[] {
  const places = added.map(({ subjectCode }) =>
    stated.findIndex((note) => subjectOf(note) === subjectCode && !hasText(note)),
  );
  return [
    ...stated.map((note, index) => added[places.indexOf(index)] ?? note),
    ...added.filter((_, index) => places[index] === -1),
  ];
}
