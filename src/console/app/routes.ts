import { wordFor } from './words.ts';

/** The networks have names of their own; two letters say where. */
export const ROUTES = {
  'PL-KSEF': { tag: 'PL', name: 'KSeF' },
  'RO-EFACTURA': { tag: 'RO', name: 'e-Factura' },
  'FR-PA': { tag: 'FR', name: undefined, isCancelledInBooks: true },
  'DE-XRECHNUNG': { tag: 'DE', name: 'XRechnung', isFileOnly: true },
  PEPPOL: { tag: 'EU', name: 'Peppol' },
} as const;

export type RouteName = keyof typeof ROUTES;

export const isKnownRoute = (route: string): route is RouteName => Object.hasOwn(ROUTES, route);

/** Of a route without one the file is fetched. */
export const hasNetwork = (route: string): boolean => !(isKnownRoute(route) && 'isFileOnly' in ROUTES[route]);

/** The seller cancels what the buyer has refused in the books, and sends no credit note (`EI-FR-CREDIT-REFUSED`). */
export const isCancelledInBooks = (route: string): boolean =>
  isKnownRoute(route) && 'isCancelledInBooks' in ROUTES[route];

/** By the kind of the invoice's document, where the service builds several formats; where it builds one, none needs to be named. */
const FORMATS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'FR-PA',
    new Map([
      ['ubl', 'ubl'],
      ['cii', 'cii'],
      ['facturx', 'facturx'],
      ['pdf', 'facturx'],
    ]),
  ],
]);

/** The format in which an invoice with these kinds of document went over a route. */
export const formatOver = (route: string, kinds: readonly string[]): string | undefined =>
  kinds.map((kind) => FORMATS.get(route)?.get(kind)).find((format) => format !== undefined);

const WORDS_OF_NETWORKS: ReadonlyMap<string, string> = new Map([
  ['PL-KSEF', 'pl'],
  ['RO-EFACTURA', 'ro'],
  ['FR-PA', 'fr'],
]);

/** The language in which the network writes; undefined where each access point has its own. */
export const wordsOfNetwork = (route: string): string | undefined => WORDS_OF_NETWORKS.get(route);

/** The French platform alone is named by a word. */
export const nameOfRoute = (route: string): string =>
  (isKnownRoute(route) ? ROUTES[route].name : undefined) ?? wordFor('common', `route.${route}`) ?? route;
