import { all, remove, repeat, set, setAttribute } from './edits.ts';
import { SELLER, BUYER, PAYMENT, ALLOWANCE, LINE } from './places.ts';
import { directDebit } from './payments.ts';
import type { Row } from './row.ts';

export const PEPPOL_ROWS: readonly Row[] = [
  { it: 'requires the business process', edit: remove('cbc:ProfileID'), finds: ['PEPPOL-EN16931-R001'] },
  {
    it: 'finds the invoice currency as accounting currency',
    edit: all(
      set('cbc:TaxCurrencyCode', 'EUR'),
      setAttribute('cac:TaxTotal[2]/cbc:TaxAmount', 'currencyID', 'USD'),
    ),
    finds: ['PEPPOL-EN16931-R005'],
  },
  { it: 'finds an empty element', edit: set('cbc:Note', ' '), finds: ['PEPPOL-EN16931-R008'] },
  {
    it: "requires the buyer's electronic address",
    edit: remove(`${BUYER}/cbc:EndpointID`),
    finds: ['PEPPOL-EN16931-R010'],
  },
  {
    it: "requires the seller's electronic address",
    edit: remove(`${SELLER}/cbc:EndpointID`),
    finds: ['PEPPOL-EN16931-R020'],
  },
  {
    it: 'finds an allowance that is not its percentage',
    edit: set(`${ALLOWANCE}/cbc:Amount`, '10.03'),
    finds: ['PEPPOL-EN16931-R040'],
  },
  {
    it: 'accepts an allowance that is its percentage but for two cents',
    edit: set(`${ALLOWANCE}/cbc:Amount`, '10.02'),
    finds: [],
  },
  {
    it: 'accepts half a forint',
    edit: all(
      set('cbc:DocumentCurrencyCode', 'HUF'),
      setAttribute('cac:TaxTotal/cbc:TaxAmount', 'currencyID', 'HUF'),
      set(`${ALLOWANCE}/cbc:Amount`, '10.50'),
    ),
    finds: [],
  },
  {
    it: 'requires the base amount',
    edit: remove(`${ALLOWANCE}/cbc:BaseAmount`),
    finds: ['PEPPOL-EN16931-R041'],
  },
  {
    it: 'requires the percentage',
    edit: remove(`${ALLOWANCE}/cbc:MultiplierFactorNumeric`),
    finds: ['PEPPOL-EN16931-R042'],
  },
  {
    it: 'accepts an allowance without base and percentage',
    edit: remove(`${ALLOWANCE}/cbc:BaseAmount`, `${ALLOWANCE}/cbc:MultiplierFactorNumeric`),
    finds: [],
  },
  {
    it: 'finds neither allowance nor charge',
    edit: set(`${ALLOWANCE}/cbc:ChargeIndicator`, '0'),
    finds: ['PEPPOL-EN16931-R043'],
  },
  {
    it: 'finds a charge inside a price',
    edit: set(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:ChargeIndicator`, 'true'),
    finds: ['PEPPOL-EN16931-R044'],
  },
  {
    it: 'finds a price that is not gross less discount',
    edit: set(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`, '13.00'),
    finds: ['PEPPOL-EN16931-R046'],
  },
  { it: 'finds two totals with breakdowns', edit: repeat('cac:TaxTotal'), finds: ['PEPPOL-EN16931-R053'] },
  {
    it: 'requires the total in the accounting currency',
    edit: remove('cac:TaxTotal[2]'),
    finds: ['PEPPOL-EN16931-R054', 'PEPPOL-EN16931-R055'],
  },
  {
    it: 'finds a second total without its currency',
    edit: remove('cbc:TaxCurrencyCode'),
    finds: ['PEPPOL-EN16931-R054'],
  },
  {
    it: 'finds totals of different signs',
    edit: set('cac:TaxTotal[2]/cbc:TaxAmount', '-116.00'),
    finds: ['PEPPOL-EN16931-R055'],
  },
  {
    it: 'compares the currency of a total without the blanks around it',
    edit: set('cbc:TaxCurrencyCode', '\nPLN'),
    finds: [],
  },
  {
    it: 'requires the mandate of a direct debit',
    edit: all(directDebit, remove(`${PAYMENT}/cac:PaymentMandate/cbc:ID`)),
    finds: ['PEPPOL-EN16931-R061'],
  },
  {
    it: 'finds another document on a line',
    edit: set(`${LINE}/cac:DocumentReference/cbc:DocumentTypeCode`, '50'),
    finds: ['PEPPOL-EN16931-R101'],
  },
  {
    it: 'finds a line that starts before the period',
    edit: set(`${LINE}/cac:InvoicePeriod/cbc:StartDate`, '2026-10-31'),
    finds: ['PEPPOL-EN16931-R110'],
  },
  {
    it: 'finds a line that ends after the period',
    edit: set(`${LINE}/cac:InvoicePeriod/cbc:EndDate`, '2026-12-01'),
    finds: ['PEPPOL-EN16931-R111'],
  },
  {
    it: 'finds a line amount that does not follow',
    edit: set(`${LINE}[2]/cbc:LineExtensionAmount`, '50.03'),
    finds: ['PEPPOL-EN16931-R120'],
  },
  {
    it: 'finds a base quantity of zero, and counts it as one',
    edit: set(`${LINE}/cac:Price/cbc:BaseQuantity`, '0'),
    finds: ['PEPPOL-EN16931-R121'],
  },
  {
    it: 'finds another unit at the price',
    edit: setAttribute(`${LINE}/cac:Price/cbc:BaseQuantity`, 'unitCode', 'C62'),
    finds: ['PEPPOL-EN16931-R130'],
  },
];
