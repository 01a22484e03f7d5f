/**
 * Texts whose code and whose line are cut differently: a value decides which line is theirs, or a text of ours is inside another one. Each
 * has whole texts that are made from it; these have to be found.
 */
export const TEXT_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'row {}': ['row 3, column Betrag differs from row 2: it must be the same in each row of an invoice.'],
  'column {}': ['row 3, column Betrag differs from row 2: it must be the same in each row of an invoice.'],
};
