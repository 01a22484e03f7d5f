/** Formats that a caller may ask for, on any route (contract 4.1). */
export const FORMATS = ['xrechnung-ubl', 'xrechnung-cii', 'zugferd', 'ubl', 'cii', 'facturx', 'fa3'] as const;
export type Format = (typeof FORMATS)[number];
