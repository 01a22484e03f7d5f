// Written by `npm run docs` from schematron/codelists; not to be edited.
export const LACKING_CODES = {
  'iso-4217-currency': 'STD',
} as const;
