/** The kind of a checked file, by its root element. */
export const SYNTAXES = ['ubl-invoice', 'ubl-creditnote', 'cii', 'fa3', 'fa-rr'] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** Those of the Polish ministry are no syntaxes of EN 16931, and state no BT-24. */
export const isOfEn16931 = (syntax: Syntax): boolean => syntax !== 'fa3' && syntax !== 'fa-rr';
