/**
 * Schemes of participants by country (OpenPEPPOL participant identifier schemes 9.7), only if the scheme's value is the number as invoices
 * state it: nothing is guessed.
 */

/** Company numbers, by shape. */
export const COMPANY_SCHEMES: Readonly<Record<string, { readonly scheme: string; readonly shape: RegExp }>> =
  {
    AU: { scheme: '0151', shape: /^\d{11}$/ },
    BE: { scheme: '0208', shape: /^[01]\d{9}$/ },
    DK: { scheme: '0184', shape: /^\d{8}$/ },
    EE: { scheme: '0191', shape: /^\d{8}$/ },
    FR: { scheme: '0002', shape: /^\d{9}$/ },
    IS: { scheme: '0196', shape: /^\d{10}$/ },
    LT: { scheme: '0200', shape: /^\d{7,9}$/ },
    LV: { scheme: '0218', shape: /^\d{11}$/ },
    NL: { scheme: '0106', shape: /^\d{8}$/ },
    NO: { scheme: '0192', shape: /^\d{9}$/ },
    SE: { scheme: '0007', shape: /^\d{10}$/ },
    SG: { scheme: '0195', shape: /^[A-Z0-9]{9,10}$/i },
    SK: { scheme: '0158', shape: /^\d{8}$/ },
  };

/** VAT numbers, whose value keeps its country prefix. */
export const VAT_SCHEMES: Readonly<Record<string, string>> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  FR: '9957',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
  VA: '9953',
};

/** Greece has the prefix of its language in VAT numbers. */
export const vatPrefix = (country: string): string => (country === 'GR' ? 'EL' : country);
