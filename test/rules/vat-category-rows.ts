import { SELLER, BUYER, ALLOWANCE, CHARGE, SUMS, BREAKDOWN, VAT_SCHEME } from './places.ts';
import type { Row } from './row.ts';
import { type Edit, add, all, make, remove, repeat, set } from './edits.ts';
import { freeAllowance, freeCharge, freeSecondLine, totals } from './totals.ts';

const SECOND = 'cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory';

type Category = readonly [prefix: string, code: string, rate: 'positive' | 'zero-or-more' | 'zero' | 'none'];
const CATEGORIES: readonly Category[] = [
  ['BR-S', 'S', 'positive'],
  ['BR-Z', 'Z', 'zero'],
  ['BR-E', 'E', 'zero'],
  ['BR-AE', 'AE', 'zero'],
  ['BR-IC', 'K', 'zero'],
  ['BR-G', 'G', 'zero'],
  ['BR-O', 'O', 'none'],
  ['BR-AF', 'L', 'zero-or-more'],
  ['BR-AG', 'M', 'zero-or-more'],
];

/** A breakdown with zero amounts. */
const breakdown = (code: string, rate: string): Edit =>
  add(
    'cac:TaxTotal',
    `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">0.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0.00</cbc:TaxAmount>
     <cac:TaxCategory><cbc:ID>${code}</cbc:ID><cbc:Percent>${rate}</cbc:Percent>${VAT_SCHEME}</cac:TaxCategory></cac:TaxSubtotal>`,
  );

const without: Readonly<Record<'allowance' | 'charge', (category: string) => Edit>> = {
  allowance: (category) =>
    all(totals({ allowances: 0, category }), remove(ALLOWANCE, `${SUMS}/cbc:AllowanceTotalAmount`)),
  charge: (category) =>
    all(totals({ charges: 0, category }), remove(CHARGE, `${SUMS}/cbc:ChargeTotalAmount`)),
};
const linesOnly = (category: string): Edit =>
  all(
    totals({ allowances: 0, charges: 0, category }),
    remove(ALLOWANCE, CHARGE, `${SUMS}/cbc:AllowanceTotalAmount`, `${SUMS}/cbc:ChargeTotalAmount`),
  );
/** Breaks 02, 03 and 04: required numbers are missing, or forbidden ones are present. */
const wrongNumbers = (code: string): Edit =>
  code === 'O'
    ? add(
        SELLER,
        `<cac:PartyTaxScheme><cbc:CompanyID>DE123456788</cbc:CompanyID>${VAT_SCHEME}</cac:PartyTaxScheme>`,
      )
    : remove(`${SELLER}/cac:PartyTaxScheme`, 'cac:TaxRepresentativeParty');

const WRONG_RATE = { positive: '0', 'zero-or-more': '-1', zero: '5', none: '0' } as const;

function categoryRows([prefix, code, rate]: Category): Row[] {
  const of = { category: code };
  const percent = (path: string): Edit =>
    rate === 'none' ? make(`${path}/cbc:Percent`, '0') : set(`${path}/cbc:Percent`, WRONG_RATE[rate]);
  const taxed = rate === 'positive' || rate === 'zero-or-more';
  const reasonNeeded = !taxed && code !== 'Z';
  const reason = `${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReason`;
  const row = (it: string, finds: readonly string[], ...edits: readonly Edit[]): Row => ({
    it: `${it} of category ${code}`,
    of,
    edit: all(...edits),
    finds: finds.map((nn) => (nn.includes('-') ? nn : `${prefix}-${nn}`)),
  });
  return [
    ...(taxed ? [] : [row('finds two breakdowns', ['01'], repeat(BREAKDOWN))]),
    row('finds wrong tax numbers for lines', ['02'], linesOnly(code), wrongNumbers(code)),
    row(
      'finds wrong tax numbers for lines and an allowance',
      ['02', '03'],
      without.charge(code),
      wrongNumbers(code),
    ),
    row(
      'finds wrong tax numbers for lines and a charge',
      ['02', '04'],
      without.allowance(code),
      wrongNumbers(code),
    ),
    row('finds a wrong rate of a line', ['05'], freeSecondLine(code), percent(SECOND)),
    row(
      'finds a wrong rate of an allowance',
      ['06'],
      freeAllowance(code),
      percent(`${ALLOWANCE}/cac:TaxCategory`),
    ),
    row('finds a wrong rate of a charge', ['07'], freeCharge(code), percent(`${CHARGE}/cac:TaxCategory`)),
    row('finds a wrong taxable amount', ['08'], set(`${BREAKDOWN}/cbc:TaxableAmount`, '147.00')),
    row('finds wrong VAT', ['09', 'BR-CO-17'], totals({ category: code, tax: taxed ? 35 : 1 })),
    reasonNeeded
      ? row('requires the reason', ['10'], remove(reason))
      : row('finds a reason', ['10'], make(reason, 'why not')),
  ];
}

/** The country of all parties and addresses. */
const everywhere =
  (country: string): Edit =>
  (document) => {
    for (const code of document.getElementsByTagName('cbc:IdentificationCode')) code.textContent = country;
  };
const category = (path: string, code: string, rate: string): Edit =>
  all(set(`${path}/cbc:ID`, code), make(`${path}/cbc:Percent`, rate), set(`${path}/cbc:Percent`, rate));

/** The rules of a single category. */
const OWN_ROWS: readonly Row[] = [
  {
    it: 'finds category S on an allowance, but in no breakdown',
    of: { category: 'Z' },
    edit: all(freeAllowance('Z'), category(`${ALLOWANCE}/cac:TaxCategory`, 'S', '20')),
    finds: ['BR-S-01'],
  },
  {
    it: 'accepts a base without the lines, as the published rule does',
    edit: totals({ taxable: -5, tax: -1 }),
    finds: [],
  },
  { it: 'finds category L in a breakdown, but nowhere else', edit: breakdown('L', '7'), finds: ['BR-AF-01'] },
  { it: 'finds category M in a breakdown, but nowhere else', edit: breakdown('M', '4'), finds: ['BR-AG-01'] },
  {
    it: 'accepts reverse charge to a buyer without VAT number',
    of: { category: 'AE' },
    edit: remove(`${BUYER}/cac:PartyTaxScheme`),
    finds: [],
  },
  {
    it: 'requires a number of the buyer under reverse charge',
    of: { category: 'AE' },
    edit: all(
      linesOnly('AE'),
      remove(`${BUYER}/cac:PartyTaxScheme`, `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`),
    ),
    finds: ['BR-AE-02'],
  },
  {
    it: "requires the buyer's VAT number of an intra-Community supply",
    of: { category: 'K' },
    edit: all(linesOnly('K'), remove(`${BUYER}/cac:PartyTaxScheme`)),
    finds: ['BR-IC-02'],
  },
  {
    it: 'requires a date or a period of an intra-Community supply',
    of: { category: 'K' },
    edit: remove('cac:Delivery/cbc:ActualDeliveryDate', 'cac:InvoicePeriod'),
    finds: ['BR-IC-11'],
  },
  {
    it: 'accepts an intra-Community supply with a period',
    of: { category: 'K' },
    edit: remove('cac:Delivery/cbc:ActualDeliveryDate'),
    finds: [],
  },
  {
    it: 'requires the country of delivery of an intra-Community supply',
    of: { category: 'K' },
    edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address'),
    finds: ['BR-IC-12'],
  },
  {
    it: 'finds another breakdown beside category O',
    of: { category: 'O' },
    edit: breakdown('B', '0'),
    finds: ['BR-B-01', 'BR-O-11'],
  },
  {
    it: 'finds a line of another category in an invoice of category O',
    of: { category: 'O' },
    edit: all(everywhere('IT'), freeSecondLine('O'), set(`${SECOND}/cbc:ID`, 'B')),
    finds: ['BR-O-12'],
  },
  {
    it: 'finds an allowance of another category in an invoice of category O',
    of: { category: 'O' },
    edit: all(everywhere('IT'), freeAllowance('O'), set(`${ALLOWANCE}/cac:TaxCategory/cbc:ID`, 'B')),
    finds: ['BR-O-13'],
  },
  {
    it: 'finds a charge of another category in an invoice of category O',
    of: { category: 'O' },
    edit: all(everywhere('IT'), freeCharge('O'), set(`${CHARGE}/cac:TaxCategory/cbc:ID`, 'B')),
    finds: ['BR-O-14'],
  },
  { it: 'accepts split payment inside Italy', of: { category: 'B' }, edit: everywhere('IT'), finds: [] },
  {
    it: 'finds split payment outside Italy',
    of: { category: 'B' },
    edit: everywhere('FR'),
    finds: ['BR-B-01'],
  },
  {
    it: 'finds split payment beside the standard rate',
    of: { category: 'B' },
    edit: all(everywhere('IT'), freeSecondLine('B'), category(SECOND, 'S', '20'), breakdown('S', '20')),
    finds: ['BR-B-02'],
  },
];

export const VAT_CATEGORY_ROWS: readonly Row[] = [...CATEGORIES.flatMap(categoryRows), ...OWN_ROWS];
