/** The kind of a checked file, by its root element. */
export const SYNTAXES = ['ubl-invoice', 'ubl-creditnote', 'cii', 'fa3'] as const;
export type Syntax = (typeof SYNTAXES)[number];
