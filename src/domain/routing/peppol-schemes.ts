import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { isGln, isSiren, luhn, weigh, withoutSigns } from 'en16931-rules/vocabulary/identifiers.ts';
import { isVatId } from '../checks/identifiers/vat-ids.ts';
import { lawIn } from '../vocabulary/territory.ts';

/** The numbers of a party by which it may be registered. */
interface StatedNumbers {
  /** BT-48, of a seller BT-31. */
  readonly vatId?: string | undefined;
  /** BT-47, of a seller BT-30. */
  readonly companyId?: string | undefined;
  readonly companyIdScheme?: string | undefined;
}

interface SchemeRow {
  readonly scheme: string;
  /** `derived`: a part of the VAT number that is the register number, too. */
  readonly from: 'register' | 'vat' | 'derived';
  /** The scheme of a register number in an invoice. */
  readonly idScheme: string;
  /** The participant's value; undefined if the number does not have this form. */
  readonly value: (number: string) => string | undefined;
}

interface Form {
  readonly prefix?: string;
  readonly idScheme?: string;
  /** A shorter number gets zeros in front. */
  readonly length?: number;
  readonly holds?: (number: string) => boolean;
}

/** The register number as stated. */
const register = (
  scheme: string,
  shape: RegExp,
  { prefix = '', idScheme = scheme, holds = () => true }: Form = {},
): SchemeRow => ({
  scheme,
  from: 'register',
  idScheme,
  value: (number) => (shape.test(number) && holds(number) ? `${prefix}${number}` : undefined),
});

/** The VAT number with the prefix of its country. */
const vat = (scheme: string, prefix: string): SchemeRow => ({
  scheme,
  from: 'vat',
  idScheme: scheme,
  value: (number) => (number.toUpperCase().startsWith(prefix) ? withoutSigns(number) : undefined),
});

/** The first group of the shape. One whose check digits are wrong is a typing error, and is not looked up. */
const derived = (
  scheme: string,
  shape: RegExp,
  { prefix = '', length = 0, holds = () => true }: Omit<Form, 'idScheme'> = {},
): SchemeRow => ({
  scheme,
  from: 'derived',
  idScheme: scheme,
  value: (number) => {
    const digits = shape.exec(withoutSigns(number))?.[1]?.padStart(length, '0');
    return digits !== undefined && holds(digits) ? `${prefix}${digits}` : undefined;
  },
});

const inVat =
  (prefix: string) =>
  (digits: string): boolean =>
    isVatId(`${prefix}${digits}`) === true;

/** The last digit completes the weighed sum to a multiple of 11. */
const completesTo11 =
  (weights: readonly number[]) =>
  (digits: string): boolean =>
    weigh(digits, [...weights, 1]) % 11 === 0;

/** Countries whose companies are registered under their VAT number. */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  ES: '9920',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  LI: '9936',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  OM: '0248',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SM: '9951',
  TR: '9952',
  VA: '9953',
};

/** Greece has the prefix of its language in VAT numbers. */
const vatPrefix = (country: string): string => (country === 'GR' ? 'EL' : country);

/**
 * The other countries, with their schemes in the order of the look-ups (OpenPEPPOL participant identifier schemes 9.7, without those that
 * are removed or deprecated, or that BIS Billing of May 2026 does not take as an address; order: odoo's EAS_MAPPING, billit, the Dutch
 * authority's guideline on identifiers). No number is guessed: python-stdnum 2.2 and the list say which part of a VAT number is the register
 * number.
 */
const REGISTER_SCHEMES: Readonly<Record<string, readonly SchemeRow[]>> = {
  AE: [register('0235', /^1\d{9}$/)],
  AU: [register('0151', /^\d{11}$/)],
  // Since 2026 every Belgian company is registered under 0208; 9925 is optional (odoo, documentation PR 15580).
  BE: [
    register('0208', /^[01]\d{9}$/),
    // Old data lack the 0 in front.
    derived('0208', /^BE(\d{9,10})$/, { length: 10, holds: inVat('BE') }),
    vat('9925', 'BE'),
  ],
  CH: [
    register('0183', /^CHE\d{9}$/),
    derived('0183', /^CHE(\d{9})(?:MWST|TVA|IVA|TPV)?$/, {
      prefix: 'CHE',
      holds: completesTo11([5, 4, 3, 2, 7, 6, 5, 4]),
    }),
    vat('9927', 'CH'),
  ],
  DK: [
    register('0184', /^\d{8}$/),
    derived('0184', /^DK(\d{8})$/, { holds: inVat('DK') }),
    derived('0198', /^DK(\d{8})$/, { prefix: 'DK', holds: inVat('DK') }),
  ],
  EE: [register('0191', /^\d{8}$/), vat('9931', 'EE')],
  FI: [derived('0216', /^FI(\d{8})$/, { prefix: '0037', holds: inVat('FI') })],
  FR: [
    register('0225', /^\d{9}$/, { idScheme: '0002' }),
    derived('0225', /^FR[A-Z0-9]{2}(\d{9})$/, { holds: isSiren }),
    register('0009', /^\d{14}$/),
    vat('9957', 'FR'),
    register('0002', /^\d{9}$/),
  ],
  IS: [register('0196', /^\d{10}$/)],
  IT: [
    vat('0211', 'IT'),
    register('0210', /^\d{11}$/),
    derived('0210', /^IT(\d{11})$/, { holds: inVat('IT') }),
  ],
  JP: [register('0221', /^\d{13}$/, { prefix: 'T', idScheme: '0188' }), register('0188', /^\d{13}$/)],
  LT: [register('0200', /^\d{7,9}$/), vat('9937', 'LT')],
  LU: [register('0240', /^\d{11}$/), vat('9938', 'LU')],
  // The digits of a company begin with 4 or more; a person's are its date of birth.
  LV: [register('0218', /^\d{11}$/), derived('0218', /^LV([4-9]\d{10})$/), vat('9939', 'LV')],
  NG: [register('0244', /^\d{13}$/)],
  NL: [register('0190', /^\d{20}$/), register('0106', /^\d{8}$/), vat('9944', 'NL')],
  NO: [
    register('0192', /^\d{9}$/),
    derived('0192', /^NO(\d{9})(?:MVA)?$/, { holds: completesTo11([3, 2, 7, 6, 5, 4, 3, 2]) }),
  ],
  NZ: [register('0088', /^\d{13}$/, { holds: isGln })],
  SE: [register('0007', /^\d{10}$/), derived('0007', /^SE(\d{10})\d\d$/, { holds: luhn })],
  SG: [register('0195', /^[A-Z0-9]{9,10}$/i, { prefix: 'sguen' })],
  SK: [derived('0245', /^SK(\d{10})$/, { holds: inVat('SK') }), vat('9950', 'SK')],
};

/** The participants `<ICD>:<id>` that a party of a country may be, in the order of the look-ups. */
export function participantsBy(country: string, numbers: StatedNumbers): readonly string[] {
  const scheme = rowOf(VAT_SCHEMES, country);
  const rows = rowOf(REGISTER_SCHEMES, lawIn(country)) ?? (scheme ? [vat(scheme, vatPrefix(country))] : []);
  const participants = rows.flatMap((row) => {
    const value = valueBy(row, numbers);
    return value === undefined ? [] : [{ from: row.from, participant: `${row.scheme}:${value}` }];
  });
  // The VAT number of a VAT group is not the register number of its member, which a stated one is.
  const isRegistered = participants.some(({ from }) => from === 'register');
  const preferred = participants.filter(({ from }) => !isRegistered || from !== 'derived');
  return [...new Set(preferred.map(({ participant }) => participant))];
}

function valueBy(row: SchemeRow, { vatId, companyId, companyIdScheme }: StatedNumbers): string | undefined {
  if (row.from !== 'register') return vatId === undefined ? undefined : row.value(vatId);
  const isOfRegister = (companyIdScheme ?? row.idScheme) === row.idScheme;
  return companyId !== undefined && isOfRegister ? row.value(companyId) : undefined;
}
