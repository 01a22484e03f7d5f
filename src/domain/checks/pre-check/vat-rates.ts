import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { IsoDate } from '../../invoice/canonical.ts';
import { lawIn } from '../../vocabulary/territory.ts';

interface Rates {
  /** Percent. */
  readonly rates: readonly number[];
  /** First and last day of the supply; without them, all days that the table knows. */
  readonly from?: IsoDate;
  readonly until?: IsoDate;
  readonly source: string;
}

/** The days that the table is sure of. A rate that is missing here may be right on another day. */
const KNOWN = { from: '2024-01-01', until: '2026-12-31' } as const;

/** The Commission's "Taxes in Europe Database", as published in September 2026 and repeated by the package eu-vat-rates-data 2026.9.29. */
const TEDB = 'TEDB, September 2026';
/** Percentages that farmers under Directive 2006/112/EC, articles 295 to 305, state as their tax. */
const FARMERS = 'flat-rate scheme of farmers';

/**
 * The rates of category S by country of taxation, regional ones included. A country is left out if its list may lack a rate: a missing
 * warning costs less than a wrong one. Italy's and Luxembourg's flat rates of farmers are unknown here, so both have no list.
 */
const VAT_RATES: Readonly<Record<string, readonly Rates[]>> = {
  AT: [
    { rates: [20, 19, 13, 10], source: `${TEDB}; UStG 1994 § 10, 19 in Jungholz and Mittelberg` },
    { rates: [4.9], from: '2026-07-01', source: 'UStG 1994 § 10, basic food from July 2026; TEDB' },
  ],
  BE: [
    { rates: [21, 12, 6], source: TEDB },
    { rates: [2], source: FARMERS },
  ],
  BG: [{ rates: [20, 9], source: TEDB }],
  CY: [{ rates: [19, 9, 5, 3], source: TEDB }],
  CZ: [{ rates: [21, 12], source: `${TEDB}; 12 in place of 15 and 10 from 2024` }],
  DE: [
    { rates: [19, 7], source: `${TEDB}; UStG § 12` },
    {
      rates: [5.5, 7.8, 8.4, 9],
      source: 'UStG § 24: 9 to 2024-12-05, 8.4 to 2024-12-31, then 7.8; 5.5 forestry',
    },
  ],
  DK: [{ rates: [25], source: TEDB }],
  EE: [
    { rates: [22], until: '2025-06-30', source: 'KMS § 15, 22 from 2024' },
    { rates: [24], from: '2025-07-01', source: 'KMS § 15; TEDB' },
    { rates: [13], from: '2025-01-01', source: 'KMS § 15, accommodation; TEDB' },
    { rates: [9], source: TEDB },
    { rates: [5], until: '2024-12-31', source: 'KMS § 15, press' },
  ],
  ES: [
    { rates: [21, 10, 4], source: TEDB },
    { rates: [5], until: '2024-09-30', source: 'Real Decreto-ley 4/2024, food and oil' },
    {
      rates: [7.5, 2],
      from: '2024-10-01',
      until: '2024-12-31',
      source: 'Real Decreto-ley 4/2024, food and oil',
    },
    { rates: [12, 10.5], source: FARMERS },
  ],
  FI: [
    { rates: [24], until: '2024-08-31', source: 'AVL § 84' },
    { rates: [25.5], from: '2024-09-01', source: 'AVL § 84; TEDB' },
    { rates: [14], until: '2025-12-31', source: 'AVL § 85' },
    { rates: [13.5], from: '2026-01-01', source: 'AVL § 85; TEDB' },
    { rates: [10], source: TEDB },
  ],
  FR: [
    {
      rates: [20, 10, 5.5, 2.1, 13, 8.5, 1.75, 1.05, 0.9],
      source: `${TEDB}; CGI art. 278 to 281, 294 to 297`,
    },
  ],
  GR: [{ rates: [24, 17, 13, 9, 6, 4], source: `${TEDB}; islands 17, 9, 4` }],
  HR: [
    { rates: [25, 13, 5], source: TEDB },
    { rates: [2], source: FARMERS },
  ],
  HU: [
    { rates: [27, 18, 5], source: TEDB },
    { rates: [12, 7], source: FARMERS },
  ],
  IE: [
    { rates: [23, 13.5, 9, 4.8], source: `${TEDB}; 4.8 livestock` },
    { rates: [5.1, 4.5], from: '2025-01-01', source: `${FARMERS}: 5.1 in 2025, 4.5 in 2026` },
  ],
  LT: [
    { rates: [21, 5], source: TEDB },
    { rates: [9], until: '2025-12-31', source: 'Law XV-287' },
    { rates: [12], from: '2026-01-01', source: 'Law XV-287; TEDB' },
    { rates: [6], source: FARMERS },
  ],
  LV: [
    { rates: [21, 12, 5], source: TEDB },
    { rates: [14], source: FARMERS },
  ],
  MT: [{ rates: [18, 12, 7, 5], source: TEDB }],
  NL: [{ rates: [21, 9], source: TEDB }],
  PL: [
    { rates: [23, 8, 5], source: `${TEDB}; art. 146ea of the VAT act` },
    { rates: [22, 7, 4, 3], source: 'FA(3) TStawkaPodatku: taxis, farmers, earlier years' },
  ],
  PT: [
    {
      rates: [23, 13, 6, 22, 12, 5, 16, 9],
      source: `${TEDB}; CIVA art. 18, Madeira 22, 12, 5, Azores 16, 9, 4`,
    },
    { rates: [4], source: 'Azores; Madeira from October 2024' },
  ],
  RO: [
    { rates: [19, 5], until: '2025-07-31', source: 'Law 141/2025' },
    { rates: [9], until: '2026-07-31', source: 'Law 141/2025: dwellings from August 2025 on' },
    { rates: [21, 11], from: '2025-08-01', source: 'Law 141/2025; TEDB' },
    { rates: [8], source: FARMERS },
  ],
  SE: [{ rates: [25, 12, 6], source: TEDB }],
  SI: [
    { rates: [22, 9.5, 5], source: TEDB },
    { rates: [8], source: FARMERS },
  ],
  SK: [
    { rates: [20, 10], until: '2024-12-31', source: 'Law 222/2004 § 27' },
    { rates: [23, 19], from: '2025-01-01', source: 'Law 222/2004 § 27; TEDB' },
    { rates: [5], source: TEDB },
  ],
};

/** Taxed at rates between these, too, which are not listed. */
const NOT_LISTED: ReadonlySet<string> = new Set(['CH', 'GB', 'IS', 'IT', 'LI', 'LU', 'MC', 'NO', 'SM', 'XI']);
/** 0.9 is the lowest rate of the list (newspapers in Corsica), 27 the highest of Europe. */
const LEAST = 0.9;
const MOST = 27;

/** Of the prefix of a VAT id, or of an address. */
const asTaxed = (code: string): string => (code === 'EL' ? 'GR' : lawIn(code));

/**
 * Whether no country concerned has this rate; false if the table does not know.
 * @param countries in which the supply may be taxed.
 * @param rate percent, above 0.
 * @param days the first and the last on which the supply may have been made.
 */
export function isNoRateOf(
  countries: readonly string[],
  rate: number,
  [first, last]: readonly [first: IsoDate, last: IsoDate],
): boolean {
  const taxed = countries.map(asTaxed);
  if (!taxed.every((country) => Object.hasOwn(VAT_RATES, country) || NOT_LISTED.has(country))) return false;
  if (rate < LEAST || rate > MOST) return true;
  if (first < KNOWN.from || last > KNOWN.until) return false;
  return taxed.every((country) => {
    const known = rowOf(VAT_RATES, country);
    return known !== undefined && !known.some((row) => holds(row, rate, first, last));
  });
}

/** Whether invoices from Europe state such a country's tax. */
export const isTaxedInEurope = (country: string): boolean =>
  Object.hasOwn(VAT_RATES, asTaxed(country)) || NOT_LISTED.has(country);

const holds = (
  { rates, from = KNOWN.from, until = KNOWN.until }: Rates,
  rate: number,
  first: IsoDate,
  last: IsoDate,
) => rates.includes(rate) && from <= last && until >= first;
