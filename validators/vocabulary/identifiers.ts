/** Check digits of identifiers, as their issuers publish them. Each takes the identifier without blanks, in capitals. */

/** The form of ISO 3166-1 alpha-2. */
export const looksLikeCountry = (value: string): boolean => /^[A-Z]{2}$/.test(value);

/** Country, two check digits, at most 30 letters and digits (ISO 13616); one digit may be missing. */
export const looksLikeIban = (value: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{8,32}$/.test(value);

/** ISO 13616: at most 34 letters and digits, mod 97-10 over the rotated text is 1. */
export const isIban = (value: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value) && mod97(value.slice(4) + value.slice(0, 4)) === 1;

/** GS1: weights 3 and 1 from the right, mod 10. */
export const isGln = (value: string): boolean =>
  /^\d{13}$/.test(value) && weigh(value, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;

/** INSEE: nine digits, Luhn. */
export const isSiren = (value: string): boolean => /^\d{9}$/.test(value) && luhn(value);

/** Polish tax number: weights 6 5 7 2 3 4 5 6 7, mod 11; a remainder of 10 is never issued. */
export const isNip = (value: string): boolean =>
  /^\d{10}$/.test(value) && weigh(value, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(value, 9);

/** In capitals, without blanks, dots, slashes and dashes of any kind (`–` from a text program). */
export const withoutSigns = (id: string): string => id.toUpperCase().replaceAll(/[\s./\p{Pd}\u2212]/gu, '');

/** The name of the number may stand before it (`NIP 584-275-19-79`), and the country. */
const NIP_NAME = /^NIP:?(?=(?:PL)?\d)/;

export const isNamedNip = (id: string): boolean => NIP_NAME.test(withoutSigns(id));

/** A NIP in any spelling without its country; another number without signs. */
export const plainNip = (id: string): string => withoutSigns(id).replace(NIP_NAME, '').replace(/^PL/, '');

/** Number of a person in Poland: weights 1 3 7 9 repeated, the check digit completes their sum to a multiple of 10. */
export const isPesel = (value: string): boolean =>
  /^\d{11}$/.test(value) && weigh(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;

/** Romanian fiscal code of 2 to 10 digits: weights 7 5 3 2 1 7 5 3 2 on the digits before the last, ×10 mod 11 mod 10. */
export function isCui(value: string): boolean {
  if (!/^\d{2,10}$/.test(value)) return false;
  const padded = value.padStart(10, '0');
  return ((weigh(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === digitAt(padded, 9);
}

/** Sex and century, date of birth, place and serial number, check digit. */
const CNP = /^[1-9]\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6}$/;

/** Romanian personal number: weights 2 7 9 1 4 6 3 5 8 2 7 9, mod 11; 1 stands for a remainder of 10. */
export function isCnp(value: string): boolean {
  if (!CNP.test(value)) return false;
  const remainder = weigh(value, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (remainder === 10 ? 1 : remainder) === digitAt(value, 12);
}

/** Coarse part of 2, 3, 5, 8, 9 or 12 digits, optional fine part, two check digits. */
const LEITWEG = /^((?:\d{2}|\d{3}|\d{5}|\d{8}|\d{9}|\d{12}))(?:-([A-Z0-9]{1,30}))?-(\d{2})$/;

/** With a fine part it counts even if the coarse part lacks a digit; `2026-15` is an order of that year. */
export const looksLikeLeitweg = (value: string): boolean =>
  LEITWEG.test(value.toUpperCase()) || /^\d{2,12}-[A-Z0-9]{1,30}-\d{2}$/.test(value.toUpperCase());

/** KoSIT's format: ISO 7064 mod 97-10 over coarse part, fine part and check digits. */
export function isLeitweg(value: string): boolean {
  const [, coarse, fine, check] = LEITWEG.exec(value.toUpperCase()) ?? [];
  return coarse !== undefined && mod97(coarse + (fine ?? '') + (check ?? '')) === 1;
}

/** Remainder by 97 of the number in which letters are 10 to 35. Digit by digit: it has up to 60 digits. */
export function mod97(value: string): number {
  let remainder = 0;
  for (const character of value) {
    const number = Number.parseInt(character, 36);
    remainder = (remainder * (number > 9 ? 100 : 10) + number) % 97;
  }
  return remainder;
}

/** Luhn: every second digit from the right doubled, digit sums, mod 10. */
export function luhn(digits: string): boolean {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digitAt(digits, digits.length - 1 - index);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    total += doubled > 9 ? doubled - 9 : doubled;
  }
  return total % 10 === 0;
}

/** Sum of digits times weights, from the left, for as many digits as there are weights. */
export const weigh = (digits: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, index) => total + weight * digitAt(digits, index), 0);

export const digitAt = (digits: string, index: number): number => Number(digits.charAt(index));

/** ISO 7064 mod 11,10 with the check digit at the end. */
export function mod1110(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const step = (Number(digit) + product) % 10 || 10;
    product = (step * 2) % 11;
  }
  return (11 - product) % 10 === digitAt(digits, digits.length - 1);
}
