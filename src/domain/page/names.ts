import { ROMANIAN_COUNTIES } from '../vocabulary/romanian-counties.ts';
// Names that are the same in every language.

/** A map, so that `constructor` is no code of it. */
function mapOf(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names));
}

/** Schemes of identifiers: ISO 6523, and the schemes of electronic addresses (EAS). An empty name: the identifier explains itself. */
const SCHEMES: ReadonlyMap<string, string> = mapOf({
  '0002': 'SIREN',
  '0007': 'Organisationsnummer',
  '0009': 'SIRET',
  '0037': 'Y-tunnus',
  '0060': 'D-U-N-S',
  '0088': 'GLN',
  '0106': 'KvK',
  '0151': 'ABN',
  '0154': 'IČO',
  '0160': 'GTIN',
  '0183': 'UID',
  '0184': 'CVR',
  '0190': 'OIN',
  '0191': 'Registrikood',
  '0192': 'Organisasjonsnummer',
  '0195': 'UEN',
  '0196': 'Kennitala',
  '0199': 'LEI',
  '0200': 'Įmonės kodas',
  '0201': 'Codice IPA',
  '0204': 'Leitweg-ID',
  '0208': 'KBO/BCE',
  '0209': 'GS1',
  '0210': 'Codice fiscale',
  '0211': 'Partita IVA',
  '0212': 'Y-tunnus',
  '0216': 'OVT',
  '0225': '',
  EM: '',
});

/** Numbers of VAT among the schemes of electronic addresses; 9918 is SWIFT, 9913 a network of registers. */
const VAT_SCHEME = /^(?:9910|9914|992[2-9]|99[34]\d|995[0-37])$/;

type SchemeName = { readonly name: string } | 'vat' | 'unknown';

export function schemeName(scheme: string): SchemeName {
  const name = SCHEMES.get(scheme);
  if (name !== undefined) return { name };
  return VAT_SCHEME.test(scheme) ? 'vat' : 'unknown';
}

/** UNTDID 7143. */
const CLASSIFICATIONS: ReadonlyMap<string, string> = mapOf({
  EN: 'EAN',
  HS: 'HS',
  IB: 'ISBN',
  IS: 'ISSN',
  SRV: 'GTIN',
  STI: 'CPV',
  STL: 'ATC',
  TSP: 'CN',
  TST: 'UNSPSC',
});

export const classificationName = (list: string): string => CLASSIFICATIONS.get(list) ?? list;

/** Romanian addresses state the code (BR-RO-110). */
export const regionName = (region: string): string => ROMANIAN_COUNTIES.get(region) ?? region;

/** BT-37 of an address in Bucharest (BR-RO-100): `SECTOR1`. */
export const cityName = (city: string): string => city.replace(/^SECTOR(?=\d$)/, 'Sector ');
