import type { Route } from './route.ts';

/** Documents that a caller may ask for on each route, the one made by default first (contract 4.1, decisions). */
export const FORMATS = {
  'DE-XRECHNUNG': ['xrechnung-ubl', 'xrechnung-cii', 'zugferd'],
  'FR-PA': ['ubl', 'cii', 'facturx'],
  PEPPOL: ['ubl'],
  'RO-EFACTURA': ['ubl'],
  'PL-KSEF': ['fa3'],
} as const satisfies Record<Route, readonly [string, ...string[]]>;

export type Format = (typeof FORMATS)[Route][number];

export const defaultFormat = (route: Route): Format => FORMATS[route][0];

export const isFormatOf = (route: Route, format: string): format is Format =>
  (FORMATS[route] as readonly string[]).includes(format);
