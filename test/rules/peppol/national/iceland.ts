import { type Edit, all, remove, set, setAttribute } from '../../edits.ts';
import { BUYER, PAYMENT, SELLER } from '../../places.ts';
import {
  type Country,
  COUNTRY,
  CREDIT_NOTE,
  REGISTER_NUMBER,
  account,
  identified,
  located,
  payBy,
  without,
} from './country.ts';

const DOCUMENT = 'cac:AdditionalDocumentReference';
const finalDate = (date: string): Edit =>
  all(set(`${DOCUMENT}/cbc:DocumentDescription`, 'EINDAGI'), set(`${DOCUMENT}/cbc:ID`, date));

export const ICELAND: Country = {
  name: 'Iceland',
  home: all(
    ...[SELLER, BUYER].flatMap((party) => [
      located(party, 'IS', 'IS12345'),
      identified(`${party}/${REGISTER_NUMBER}`, '0196', '4602692979'),
    ]),
  ),
  rows: [
    { it: 'finds an unusual type', edit: set('cbc:InvoiceTypeCode', '393'), finds: ['IS-R-001'] },
    { it: 'requires the kennitala', edit: remove(`${SELLER}/${REGISTER_NUMBER}`), finds: ['IS-R-002'] },
    {
      it: "finds a seller's number of another scheme",
      edit: setAttribute(`${SELLER}/${REGISTER_NUMBER}`, 'schemeID', '0204'),
      finds: ['IS-R-002'],
    },
    {
      it: "finds a buyer's number of another scheme",
      edit: setAttribute(`${BUYER}/${REGISTER_NUMBER}`, 'schemeID', '0204'),
      finds: ['IS-R-004'],
    },
    ...['StreetName', 'PostalZone'].flatMap((part) => [
      { it: `requires ${part} of the seller`, edit: without(SELLER, part), finds: ['IS-R-003'] },
      { it: `requires ${part} of the buyer`, edit: without(BUYER, part), finds: ['IS-R-005'] },
    ]),
    {
      it: 'requires nothing of a foreign buyer',
      edit: all(set(`${BUYER}/${COUNTRY}`, 'FR'), without(BUYER, 'StreetName')),
      finds: [],
    },
    { it: 'accepts a claim', edit: all(payBy('9'), account('012366012345')), finds: [] },
    { it: 'finds a claim with an IBAN', edit: payBy('9'), finds: ['IS-R-006'] },
    {
      it: 'requires the account of a claim',
      edit: all(payBy('9'), remove(`${PAYMENT}/cac:PayeeFinancialAccount`)),
      finds: ['IS-R-006'],
    },
    { it: 'finds a transfer with an IBAN', edit: payBy('42'), finds: ['IS-R-007'] },
    { it: 'accepts a final date on the due date', edit: finalDate('2026-12-20'), finds: [] },
    { it: 'finds a malformed final date', edit: finalDate('2026-12-32'), finds: ['IS-R-008'] },
    { it: 'finds a final date with a time zone', edit: finalDate('2026-12-31Z'), finds: ['IS-R-008'] },
    {
      it: 'requires the due date before a final date',
      edit: all(finalDate('2026-12-31'), remove('cbc:DueDate')),
      finds: ['IS-R-009', 'IS-R-010'],
    },
    {
      it: 'requires the due date of a credit note, which cannot have one',
      of: CREDIT_NOTE,
      edit: finalDate('2026-12-31'),
      finds: ['IS-R-009', 'IS-R-010'],
    },
    { it: 'finds a final date before the due date', edit: finalDate('2026-12-19'), finds: ['IS-R-010'] },
  ],
};
