// Written by `npm run docs` from schematron/codelists; not to be edited.
export const CODES_THAT_FACTURX_LACKS = {
  'eas': '0219 0220',
  'icd': '0241 0242 0243 0244 0245 0246 0247 0248',
  'iso-3166-country': 'AN',
  'iso-4217-currency': 'STD',
} as const;
