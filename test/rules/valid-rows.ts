import { all, make, remove, set, untouched } from './edits.ts';
import { SELLER, BUYER, ALLOWANCE, CHARGE, SUMS } from './places.ts';
import type { Row } from './row.ts';
import { totals } from './totals.ts';

export const VALID_ROWS: readonly Row[] = [
  { it: 'accepts the base invoice', edit: untouched, finds: [] },
  { it: 'accepts the base credit note', of: { root: 'CreditNote' }, edit: untouched, finds: [] },
  ...['Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'].map((category) => ({
    it: `accepts the base invoice in VAT category ${category}`,
    of: { category },
    edit: untouched,
    finds: [],
  })),
  { it: 'accepts a tax point date', edit: make('cbc:TaxPointDate', '2026-11-15'), finds: [] },
  {
    it: 'accepts a period with only the tax point code',
    edit: all(
      remove('cac:InvoicePeriod/cbc:StartDate', 'cac:InvoicePeriod/cbc:EndDate'),
      make('cac:InvoicePeriod/cbc:DescriptionCode', '35'),
    ),
    finds: [],
  },
  { it: 'accepts a period of one day', edit: set('cac:InvoicePeriod/cbc:EndDate', '2026-11-01'), finds: [] },
  {
    it: 'accepts a seller with only a register number',
    edit: remove(`${SELLER}/cac:PartyIdentification`, `${SELLER}/cac:PartyTaxScheme`),
    finds: [],
  },
  {
    it: 'accepts a Greek VAT number',
    edit: set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'EL123456789'),
    finds: [],
  },
  {
    it: 'accepts a payment in cash without an account',
    edit: all(
      set('cac:PaymentMeans/cbc:PaymentMeansCode', '10'),
      remove('cac:PaymentMeans/cac:PayeeFinancialAccount'),
    ),
    finds: [],
  },
  {
    it: 'accepts an allowance that has a reason code only',
    edit: remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`),
    finds: [],
  },
  {
    it: 'accepts an invoice without allowances, charges and their sums',
    edit: all(
      totals({ allowances: 0, charges: 0 }),
      remove(ALLOWANCE, CHARGE, `${SUMS}/cbc:AllowanceTotalAmount`, `${SUMS}/cbc:ChargeTotalAmount`),
    ),
    finds: [],
  },
  { it: 'accepts VAT that is rounded by less than one unit', edit: totals({ tax: 29.99 }), finds: [] },
  { it: 'accepts a note that only contains a #', edit: set('cbc:Note', 'Part #12'), finds: [] },
];

export const VALID_XRECHNUNG_ROWS: readonly Row[] = [
  { it: 'accepts the base invoice', edit: untouched, finds: [] },
  { it: 'accepts the base credit note', of: { root: 'CreditNote' }, edit: untouched, finds: [] },
];
