import { type Edit, all, remove, set } from '../../edits.ts';
import { BREAKDOWN, BUYER, LINE, PAYMENT, SELLER } from '../../places.ts';
import {
  type Country,
  COUNTRY,
  REGISTER_NUMBER,
  VAT_NUMBER,
  account,
  bank,
  located,
  payBy,
  registration,
} from './country.ts';

const RATE = `${BREAKDOWN}/cac:TaxCategory/cbc:Percent`;
const organisation = (number: string): Edit => set(`${SELLER}/${REGISTER_NUMBER}`, number);
const giro = (kind: string, number: string): Edit => all(payBy('30'), bank(`SE:${kind}`), account(number));
/** The base invoice has 20 %, which Sweden does not have. */
const swedishRate = (rate: string): Edit =>
  all(
    set(RATE, rate),
    ...[LINE, `${LINE}[2]`].map((line) =>
      set(`${line}/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent`, rate),
    ),
    ...[1, 2].map((nr) => set(`cac:AllowanceCharge[${nr}]/cac:TaxCategory/cbc:Percent`, rate)),
  );

export const SWEDEN: Country = {
  name: 'Sweden',
  home: all(
    located(SELLER, 'SE', 'SE556036079301'),
    organisation('5560360793'),
    registration('Godkänd för F-skatt', 'TAX'),
    swedishRate('25'),
  ),
  rows: [
    {
      it: 'finds a VAT number of 13 characters',
      edit: set(`${SELLER}/${VAT_NUMBER}`, 'SE55603607931'),
      finds: ['SE-R-001'],
    },
    {
      it: 'finds a letter in a VAT number',
      edit: set(`${SELLER}/${VAT_NUMBER}`, 'SE55603607930X'),
      finds: ['SE-R-002'],
    },
    { it: 'accepts a foreign VAT number', edit: set(`${SELLER}/${VAT_NUMBER}`, 'FR1'), finds: [] },
    {
      it: 'finds a hyphen in an organisation number',
      edit: organisation('556036-0793'),
      finds: ['SE-R-003', 'SE-R-004', 'SE-R-013'],
    },
    {
      it: 'finds a century before an organisation number',
      edit: organisation('165560360793'),
      finds: ['SE-R-004', 'SE-R-013'],
    },
    { it: 'finds a wrong last digit', edit: organisation('5560360794'), finds: ['SE-R-013'] },
    {
      it: 'finds another registration than F-tax',
      edit: set(`${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`, 'yes'),
      finds: ['SE-R-005'],
    },
    {
      it: 'accepts any registration without an organisation number',
      edit: all(
        set(`${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`, 'yes'),
        remove(`${SELLER}/${REGISTER_NUMBER}`),
      ),
      finds: [],
    },
    { it: 'finds another rate', edit: set(RATE, '20'), finds: ['SE-R-006'] },
    ...['12.0', '6'].map((rate) => ({ it: `accepts ${rate} %`, edit: swedishRate(rate), finds: [] })),
    { it: 'accepts a plusgiro account', edit: giro('PLUSGIRO', '12'), finds: [] },
    { it: 'finds letters in a plusgiro account', edit: giro('PLUSGIRO', '12-3'), finds: ['SE-R-007'] },
    {
      it: 'finds a plusgiro account of nine digits',
      edit: giro('PLUSGIRO', '123456789'),
      finds: ['SE-R-010'],
    },
    { it: 'accepts a bankgiro account', edit: giro('BANKGIRO', '1234567'), finds: [] },
    { it: 'finds letters in a bankgiro account', edit: giro('BANKGIRO', '123-4567'), finds: ['SE-R-008'] },
    { it: 'finds a bankgiro account of six digits', edit: giro('BANKGIRO', '123456'), finds: ['SE-R-009'] },
    ...['50', '56'].map((code) => ({
      it: `finds a giro as the means of payment ${code}`,
      edit: payBy(code),
      finds: ['SE-R-011'],
    })),
    {
      it: 'finds a transfer between banks within the country',
      edit: all(set(`${BUYER}/${COUNTRY}`, 'SE'), payBy('31')),
      finds: ['SE-R-012'],
    },
    { it: 'accepts a transfer between banks from abroad', edit: payBy('31'), finds: [] },
    { it: 'accepts an invoice without payment data', edit: remove(PAYMENT), finds: [] },
  ],
};
