import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { digitAt, isCui, isNip, luhn, mod1110, mod97, weigh } from 'en16931-rules/vocabulary/identifiers.ts';

interface VatNumber {
  /** The part after the country prefix. */
  readonly shape: RegExp;
  /** Check digits, if the state publishes how they are computed. */
  readonly checks?: (number: string) => boolean;
}

const part = (number: string, from: number, to?: number): number => Number(number.slice(from, to));

/** Weights 9 8 7 … on the digits before the last; the difference to the next multiple of 11. */
const mod11Complement = (number: string, weights: readonly number[]): number =>
  11 - (weigh(number, weights) % 11);

/** Structure of VAT identification numbers by prefix (Directive 2006/112/EC article 215; VIES), Northern Ireland as XI. */
const VAT_NUMBERS: Readonly<Record<string, VatNumber>> = {
  AT: { shape: /^U\d{8}$/, checks: (number) => austrian(number.slice(1)) },
  BE: { shape: /^[01]\d{9}$/, checks: (number) => 97 - (part(number, 0, 8) % 97) === part(number, 8) },
  BG: { shape: /^\d{9,10}$/ },
  CY: { shape: /^\d{8}[A-Z]$/ },
  CZ: { shape: /^\d{8,10}$/ },
  DE: { shape: /^[1-9]\d{8}$/, checks: mod1110 },
  DK: { shape: /^\d{8}$/, checks: (number) => weigh(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^\d{9}$/, checks: (number) => weigh(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: {
    shape: /^\d{9}$/,
    checks: (number) => (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(number, 8),
  },
  ES: { shape: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: {
    shape: /^\d{8}$/,
    checks: (number) => mod11Complement(number, [7, 9, 10, 5, 8, 4, 2]) % 11 === digitAt(number, 7),
  },
  FR: { shape: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, checks: french },
  HR: { shape: /^\d{11}$/, checks: mod1110 },
  HU: {
    shape: /^\d{8}$/,
    checks: (number) => (10 - (weigh(number, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === digitAt(number, 7),
  },
  IE: { shape: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  IT: { shape: /^\d{11}$/, checks: luhn },
  LT: { shape: /^(?:\d{9}|\d{12})$/ },
  LU: { shape: /^\d{8}$/, checks: (number) => part(number, 0, 6) % 89 === part(number, 6) },
  LV: { shape: /^\d{11}$/ },
  MT: {
    shape: /^\d{8}$/,
    checks: (number) => 37 - (weigh(number, [3, 4, 6, 7, 8, 9]) % 37) === part(number, 6),
  },
  NL: { shape: /^\d{9}B\d{2}$/, checks: dutch },
  PL: { shape: /^\d{10}$/, checks: isNip },
  PT: {
    shape: /^\d{9}$/,
    checks: (number) => (mod11Complement(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10 === digitAt(number, 8),
  },
  RO: { shape: /^\d{2,10}$/, checks: isCui },
  SE: { shape: /^\d{12}$/, checks: (number) => luhn(number.slice(0, 10)) },
  SI: {
    shape: /^[1-9]\d{7}$/,
    checks: (number) => {
      const complement = mod11Complement(number, [8, 7, 6, 5, 4, 3, 2]);
      return complement !== 11 && complement % 10 === digitAt(number, 7);
    },
  },
  SK: { shape: /^\d{10}$/, checks: (number) => Number(number) % 11 === 0 },
  XI: { shape: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/ },
};

/**
 * Whether a VAT id has the structure that its state gives it.
 * @param vatId with country prefix, without blanks, in capitals.
 * @returns undefined for prefixes outside the European Union, which this table does not have.
 */
export function isVatId(vatId: string): boolean | undefined {
  const prefix = vatId.slice(0, 2) === 'GR' ? 'EL' : vatId.slice(0, 2);
  const pattern = rowOf(VAT_NUMBERS, prefix);
  if (!pattern) return undefined;
  const number = vatId.slice(2);
  return pattern.shape.test(number) && (pattern.checks?.(number) ?? true);
}

function austrian(digits: string): boolean {
  let total = 4;
  for (let index = 0; index < 7; index += 1) {
    const product = digitAt(digits, index) * (index % 2 === 0 ? 1 : 2);
    total += product > 9 ? product - 9 : product;
  }
  return (10 - (total % 10)) % 10 === digitAt(digits, 7);
}

/** Two key characters before a SIREN (in Monaco before another number): a key of digits is computed from it, letters are assigned. */
function french(number: string): boolean {
  const key = number.slice(0, 2);
  return !/^\d\d$/.test(key) || Number(key) === frenchKey(part(number, 2));
}

const frenchKey = (siren: number): number => (12 + 3 * (siren % 97)) % 97;

/** The VAT number of a French company with a key of digits. */
export const frenchVatId = (siren: string): string =>
  `FR${String(frenchKey(Number(siren))).padStart(2, '0')}${siren}`;

/** Companies: weights 9 to 2, mod 11. Sole traders since 2020: mod 97-10 over the whole id with its prefix. */
function dutch(number: string): boolean {
  const company = weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digitAt(number, 8);
  return company || mod97(`NL${number}`) === 1;
}
