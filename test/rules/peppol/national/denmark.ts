import { type Edit, all, make, remove, removeAttribute, set, setAttribute } from '../../edits.ts';
import { BUYER, CHARGE, ITEM, PAYMENT, SELLER } from '../../places.ts';
import type { Row } from '../../row.ts';
import {
  type Country,
  COUNTRY,
  CREDIT_NOTE,
  PARTY_ID,
  REGISTER_NUMBER,
  account,
  identified,
  located,
  payBy,
  paymentId,
} from './country.ts';

const foreignBuyer = set(`${BUYER}/${COUNTRY}`, 'FR');
const BRANCH = `${PAYMENT}/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch`;
const DEBITED = `${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount`;
const CLASS = `${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`;
const mandate = all(make(`${PAYMENT}/cac:PaymentMandate/cbc:ID`, 'M-1'), make(`${DEBITED}/cbc:ID`, '1234'));
const giro = (reference: string, number = '1234567'): Edit =>
  all(payBy('50'), paymentId(reference), account(number));
const slip = (reference: string, number = '12345678'): Edit =>
  all(payBy('93'), paymentId(reference), account(number));
const duty = (reason: string): Edit =>
  all(
    set(`${CHARGE}/cbc:AllowanceChargeReasonCode`, 'ZZZ'),
    set(`${CHARGE}/cbc:AllowanceChargeReason`, reason),
  );

const PARTY_ROWS: readonly Row[] = [
  { it: 'requires the CVR number', edit: remove(`${SELLER}/${REGISTER_NUMBER}`), finds: ['DK-R-002'] },
  {
    it: "finds a seller's number of another scheme",
    edit: setAttribute(`${SELLER}/${REGISTER_NUMBER}`, 'schemeID', '0204'),
    finds: ['DK-R-014'],
  },
  {
    it: "finds a buyer's number without a scheme",
    edit: removeAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID'),
    finds: ['DK-R-017'],
  },
  ...[SELLER, BUYER].map((party) => ({
    it: `finds an identifier without a scheme in ${party}`,
    edit: removeAttribute(`${party}/${PARTY_ID}`, 'schemeID'),
    finds: ['DK-R-013'],
  })),
  {
    it: 'requires the CVR number of a Danish seller, whatever the buyer',
    edit: all(foreignBuyer, remove(`${SELLER}/${REGISTER_NUMBER}`)),
    finds: ['DK-R-002'],
  },
  {
    it: 'requires nothing of a foreign buyer',
    edit: all(foreignBuyer, removeAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID'), payBy('30')),
    finds: [],
  },
  {
    it: 'finds a negative credit note',
    of: CREDIT_NOTE,
    edit: set('cac:LegalMonetaryTotal/cbc:PayableAmount', '-1.00'),
    finds: ['DK-R-016'],
  },
  {
    it: 'accepts a negative invoice',
    edit: set('cac:LegalMonetaryTotal/cbc:PayableAmount', '-1.00'),
    finds: [],
  },
];

const PAYMENT_ROWS: readonly Row[] = [
  { it: 'finds a means of payment that is not used', edit: payBy('30'), finds: ['DK-R-005'] },
  { it: 'accepts any means of payment in a credit note', of: CREDIT_NOTE, edit: payBy('30'), finds: [] },
  { it: 'accepts a bank transfer', edit: payBy('42'), finds: [] },
  { it: 'requires the bank of a transfer', edit: all(payBy('42'), remove(BRANCH)), finds: ['DK-R-006'] },
  {
    it: 'requires the account of a transfer',
    edit: all(payBy('31'), account(' ')),
    finds: ['DK-R-006', 'PEPPOL-EN16931-R008'],
  },
  { it: 'accepts a direct debit', edit: all(payBy('49'), mandate), finds: [] },
  {
    it: 'requires the debited account',
    edit: all(payBy('49'), mandate, remove(DEBITED)),
    finds: ['DK-R-007'],
  },
  ...['01#', '04#1234567890123456', '15#1234567890123456'].map((reference) => ({
    it: `accepts the giro reference ${reference}`,
    edit: giro(reference, '12345678'),
    finds: [],
  })),
  { it: 'finds an unknown card type of a giro', edit: giro('02#'), finds: ['DK-R-008'] },
  { it: 'finds a giro account of nine digits', edit: giro('01#', '123456789'), finds: ['DK-R-008'] },
  { it: 'finds a giro account with a letter', edit: giro('01#', '123456x'), finds: ['DK-R-008'] },
  { it: 'finds a giro reference that is too short', edit: giro('04#1'), finds: ['DK-R-009'] },
  ...['73#', '71#123456789012345', '75#1234567890123456'].map((reference) => ({
    it: `accepts the slip reference ${reference}`,
    edit: slip(reference),
    finds: [],
  })),
  { it: 'finds an unknown card type of a slip', edit: slip('70#'), finds: ['DK-R-010'] },
  { it: 'finds a creditor of seven digits', edit: slip('73#', '1234567'), finds: ['DK-R-010'] },
  { it: 'finds a slip reference that is too short', edit: slip('71#12345678901234'), finds: ['DK-R-011'] },
];

const LINE_ROWS: readonly Row[] = [
  {
    it: 'finds a UNSPSC code without an edition',
    edit: setAttribute(CLASS, 'listID', 'TST'),
    finds: ['DK-R-003'],
  },
  ...['19.05.01', '26.0801'].map((edition) => ({
    it: `accepts UNSPSC ${edition}`,
    edit: all(setAttribute(CLASS, 'listID', 'TST'), setAttribute(CLASS, 'listVersionID', edition)),
    finds: [],
  })),
  ...['Sugar', '#sugar', 'sugar#', '12345', '-1.0'].map((reason) => ({
    it: `finds the duty "${reason}"`,
    edit: duty(reason),
    finds: ['DK-R-004'],
  })),
  ...['3312', 'sugar#3312'].map((reason) => ({
    it: `accepts the duty "${reason}"`,
    edit: duty(reason),
    finds: [],
  })),
];

export const DENMARK: Country = {
  name: 'Denmark',
  home: all(
    ...[SELLER, BUYER].flatMap((party) => [
      located(party, 'DK', 'DK12345678'),
      identified(`${party}/${REGISTER_NUMBER}`, '0184', '12345678'),
    ]),
  ),
  rows: [...PARTY_ROWS, ...PAYMENT_ROWS, ...LINE_ROWS],
};
