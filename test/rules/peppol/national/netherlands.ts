import { all, remove, removeAttribute, set, setAttribute } from '../../edits.ts';
import { BUYER, PAYMENT, SELLER } from '../../places.ts';
import {
  type Country,
  COUNTRY,
  CREDIT_NOTE,
  REGISTER_NUMBER,
  REPRESENTATIVE,
  identified,
  located,
  payBy,
  without,
} from './country.ts';

const foreignBuyer = set(`${BUYER}/${COUNTRY}`, 'FR');
const payable = (amount: string) => set('cac:LegalMonetaryTotal/cbc:PayableAmount', amount);

export const NETHERLANDS: Country = {
  name: 'the Netherlands',
  home: all(
    ...[SELLER, BUYER].flatMap((party) => [
      located(party, 'nl', 'NL123456789B01'),
      identified(`${party}/${REGISTER_NUMBER}`, '0106', '12345678'),
    ]),
    set(`${REPRESENTATIVE}/${COUNTRY}`, 'NL'),
  ),
  rows: [
    {
      it: 'requires the credited invoice',
      of: CREDIT_NOTE,
      edit: remove('cac:BillingReference'),
      finds: ['NL-R-001'],
    },
    { it: 'accepts an invoice without a preceding one', edit: remove('cac:BillingReference'), finds: [] },
    ...['StreetName', 'CityName', 'PostalZone'].flatMap((part) => [
      { it: `requires ${part} of the seller`, edit: without(SELLER, part), finds: ['NL-R-002'] },
      { it: `requires ${part} of the buyer`, edit: without(BUYER, part), finds: ['NL-R-004'] },
      {
        it: `requires ${part} of the representative`,
        edit: without(REPRESENTATIVE, part),
        finds: ['NL-R-006'],
      },
      {
        it: `accepts a foreign representative without ${part}`,
        edit: all(set(`${REPRESENTATIVE}/${COUNTRY}`, 'BE'), without(REPRESENTATIVE, part)),
        finds: [],
      },
    ]),
    {
      it: "finds a seller's number of another scheme",
      edit: setAttribute(`${SELLER}/${REGISTER_NUMBER}`, 'schemeID', '0204'),
      finds: ['NL-R-003'],
    },
    {
      it: "accepts a seller's OIN",
      edit: identified(`${SELLER}/${REGISTER_NUMBER}`, '0190', '12345678901234567890'),
      finds: [],
    },
    {
      it: "finds a buyer's number without a scheme",
      edit: removeAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID'),
      finds: ['NL-R-005'],
    },
    {
      it: 'requires nothing of a foreign buyer',
      edit: all(
        foreignBuyer,
        removeAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID'),
        without(BUYER, 'StreetName'),
        payBy('10'),
      ),
      finds: [],
    },
    { it: 'requires the means of payment', edit: remove(PAYMENT), finds: ['NL-R-007'] },
    {
      it: 'accepts a zero amount due without means of payment',
      edit: all(remove(PAYMENT), payable('0.00')),
      finds: [],
    },
    {
      it: 'accepts a payment by the seller without means of payment',
      of: CREDIT_NOTE,
      edit: all(remove(PAYMENT), payable('1.00')),
      finds: [],
    },
    {
      it: 'requires the means of payment of a negative credit note',
      of: CREDIT_NOTE,
      edit: all(remove(PAYMENT), payable('-1.00')),
      finds: ['NL-R-007'],
    },
    { it: 'finds an unusual means of payment', edit: payBy('10'), finds: ['NL-R-008'] },
    {
      it: 'requires the order to which a line refers',
      edit: remove('cac:OrderReference'),
      finds: ['NL-R-009'],
    },
  ],
};
