import type { Element } from 'slimdom';
import { type Edit, add, all, enclose, remove, set } from './edits.ts';
import { ALLOWANCE, CHARGE, LINE_ALLOWANCE, LINE_CHARGE, ITEM, SUMS, BREAKDOWN } from './places.ts';
import type { Row } from './row.ts';
import { freeAllowance, freeCharge, totals } from './totals.ts';

const NO_REASON = ['cbc:AllowanceChargeReasonCode', 'cbc:AllowanceChargeReason'];
const sum = (name: string, amount: string) => set(`${SUMS}/cbc:${name}`, amount);

/** A part of the document in a document in an extension: rules that look anywhere see it. */
const inExtension =
  (part: string, change: (part: Element) => void = () => undefined): Edit =>
  (document) => {
    const copy = document.documentElement!.cloneNode(true);
    for (const child of copy.children)
      if (child.localName === part) change(child);
      else child.remove();
    enclose(copy)(document);
  };
function withoutAllowances(sums: Element): void {
  const amount = (name: string): Element => sums.children.find(({ localName }) => localName === name)!;
  amount('TaxExclusiveAmount').textContent = amount('LineExtensionAmount').textContent;
  amount('AllowanceTotalAmount').remove();
  amount('ChargeTotalAmount').remove();
}

export const SUM_ROWS: readonly Row[] = [
  {
    it: 'adds up the lines of a document in an extension as well',
    edit: inExtension('InvoiceLine'),
    finds: ['BR-CO-10', 'UBL-CR-001'],
  },
  {
    it: 'compares the totals of a document in an extension with its own allowances and charges',
    edit: inExtension('LegalMonetaryTotal', withoutAllowances),
    finds: ['UBL-CR-001'],
  },
  {
    it: 'requires the amount of an allowance',
    edit: all(freeAllowance(), remove(`${ALLOWANCE}/cbc:Amount`)),
    finds: ['BR-31'],
  },
  {
    it: 'requires the VAT category of an allowance',
    edit: all(freeAllowance(), remove(`${ALLOWANCE}/cac:TaxCategory`)),
    finds: ['BR-32'],
  },
  {
    it: 'requires the reason of an allowance',
    edit: remove(...NO_REASON.map((name) => `${ALLOWANCE}/${name}`)),
    finds: ['BR-33', 'BR-CO-21'],
  },
  {
    it: 'requires the amount of a charge',
    edit: all(freeCharge(), remove(`${CHARGE}/cbc:Amount`)),
    finds: ['BR-36'],
  },
  {
    it: 'requires the VAT category of a charge',
    edit: all(freeCharge(), remove(`${CHARGE}/cac:TaxCategory`)),
    finds: ['BR-37'],
  },
  {
    it: 'requires the reason of a charge',
    edit: remove(...NO_REASON.map((name) => `${CHARGE}/${name}`)),
    finds: ['BR-38', 'BR-CO-22'],
  },
  {
    it: 'requires the amount of a line allowance',
    edit: remove(`${LINE_ALLOWANCE}/cbc:Amount`),
    finds: ['BR-41'],
  },
  {
    it: 'requires the reason of a line allowance',
    edit: remove(...NO_REASON.map((name) => `${LINE_ALLOWANCE}/${name}`)),
    finds: ['BR-42', 'BR-CO-23'],
  },
  { it: 'requires the amount of a line charge', edit: remove(`${LINE_CHARGE}/cbc:Amount`), finds: ['BR-43'] },
  {
    it: 'requires the reason of a line charge',
    edit: remove(...NO_REASON.map((name) => `${LINE_CHARGE}/${name}`)),
    finds: ['BR-44', 'BR-CO-24'],
  },
  {
    it: 'requires the sum of the lines',
    edit: remove(`${SUMS}/cbc:LineExtensionAmount`),
    finds: ['BR-12', 'BR-CO-10', 'BR-CO-13'],
  },
  {
    it: 'requires the total without VAT',
    edit: remove(`${SUMS}/cbc:TaxExclusiveAmount`),
    finds: ['BR-13', 'BR-CO-13', 'BR-CO-15'],
  },
  {
    it: 'requires the total with VAT',
    edit: remove(`${SUMS}/cbc:TaxInclusiveAmount`),
    finds: ['BR-14', 'BR-CO-15', 'BR-CO-16'],
  },
  { it: 'requires the amount due', edit: remove(`${SUMS}/cbc:PayableAmount`), finds: ['BR-15', 'BR-CO-16'] },
  {
    it: 'finds a wrong sum of the lines',
    edit: all(totals({ lines: 160, taxable: 145, tax: 29 })),
    finds: ['BR-CO-10'],
  },
  {
    it: 'finds a wrong sum of the allowances',
    edit: totals({ allowances: 11, taxable: 145, tax: 29 }),
    finds: ['BR-CO-11'],
  },
  {
    it: 'finds a wrong sum of the charges',
    edit: totals({ charges: 6, taxable: 145, tax: 29 }),
    finds: ['BR-CO-12'],
  },
  {
    it: 'finds a wrong total without VAT',
    edit: all(
      sum('TaxExclusiveAmount', '146.00'),
      sum('TaxInclusiveAmount', '175.00'),
      sum('PayableAmount', '155.10'),
    ),
    finds: ['BR-CO-13'],
  },
  {
    it: 'finds VAT that is not the sum of the breakdowns',
    edit: all(
      set('cac:TaxTotal/cbc:TaxAmount', '30.00'),
      sum('TaxInclusiveAmount', '175.00'),
      sum('PayableAmount', '155.10'),
    ),
    finds: ['BR-CO-14'],
  },
  {
    it: 'finds a wrong total with VAT',
    edit: all(sum('TaxInclusiveAmount', '180.00'), sum('PayableAmount', '160.10')),
    finds: ['BR-CO-15'],
  },
  { it: 'finds a wrong amount due', edit: sum('PayableAmount', '154.11'), finds: ['BR-CO-16'] },
  {
    it: 'does not round an amount due without a paid amount',
    edit: all(
      remove(`${SUMS}/cbc:PrepaidAmount`, `${SUMS}/cbc:PayableRoundingAmount`),
      sum('PayableAmount', '174.004'),
    ),
    finds: ['BR-CO-16', 'BR-DEC-18', 'UBL-DT-01'],
  },
  {
    it: 'does not round a sum of lines without allowances and charges',
    edit: all(
      totals({ allowances: 0, charges: 0 }),
      remove(ALLOWANCE, CHARGE, `${SUMS}/cbc:AllowanceTotalAmount`, `${SUMS}/cbc:ChargeTotalAmount`),
      sum('LineExtensionAmount', '150.004'),
    ),
    finds: ['BR-CO-10', 'BR-CO-13', 'BR-DEC-09', 'UBL-DT-01'],
  },
  {
    it: 'requires the taxable amount',
    edit: remove(`${BREAKDOWN}/cbc:TaxableAmount`),
    finds: ['BR-45', 'BR-CO-17', 'BR-S-08', 'BR-S-09'],
  },
  {
    it: 'requires the VAT of a breakdown',
    edit: remove(`${BREAKDOWN}/cbc:TaxAmount`),
    finds: ['BR-46', 'BR-CO-14', 'BR-CO-17', 'BR-S-09'],
  },
  {
    it: 'requires the category of a breakdown',
    edit: remove(`${BREAKDOWN}/cac:TaxCategory/cbc:ID`),
    finds: ['BR-47', 'BR-S-01'],
  },
  {
    it: 'requires the rate of a breakdown',
    of: { category: 'E' },
    edit: remove(`${BREAKDOWN}/cac:TaxCategory/cbc:Percent`),
    finds: ['BR-48'],
  },
  {
    it: 'finds VAT at a rate that rounds to zero',
    edit: all(
      ...[
        `${ALLOWANCE}/cac:TaxCategory`,
        `${CHARGE}/cac:TaxCategory`,
        `${ITEM}/cac:ClassifiedTaxCategory`,
        'cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory',
        `${BREAKDOWN}/cac:TaxCategory`,
      ].map((path) => set(`${path}/cbc:Percent`, '0.4')),
      totals({ tax: 0.58 }),
    ),
    finds: ['BR-CO-17'],
  },
];

/** Positions for one more decimal with the same value; UBL-DT-01 is about every amount. */
const DECIMALS: Readonly<Record<string, string>> = {
  'BR-DEC-01': `${ALLOWANCE}/cbc:Amount`,
  'BR-DEC-02': `${ALLOWANCE}/cbc:BaseAmount`,
  'BR-DEC-05': `${CHARGE}/cbc:Amount`,
  'BR-DEC-06': `${CHARGE}/cbc:BaseAmount`,
  'BR-DEC-09': `${SUMS}/cbc:LineExtensionAmount`,
  'BR-DEC-10': `${SUMS}/cbc:AllowanceTotalAmount`,
  'BR-DEC-11': `${SUMS}/cbc:ChargeTotalAmount`,
  'BR-DEC-12': `${SUMS}/cbc:TaxExclusiveAmount`,
  'BR-DEC-14': `${SUMS}/cbc:TaxInclusiveAmount`,
  'BR-DEC-16': `${SUMS}/cbc:PrepaidAmount`,
  'BR-DEC-17': `${SUMS}/cbc:PayableRoundingAmount`,
  'BR-DEC-18': `${SUMS}/cbc:PayableAmount`,
  'BR-DEC-19': `${BREAKDOWN}/cbc:TaxableAmount`,
  'BR-DEC-20': `${BREAKDOWN}/cbc:TaxAmount`,
  'BR-DEC-23': 'cac:InvoiceLine/cbc:LineExtensionAmount',
  'BR-DEC-24': `${LINE_ALLOWANCE}/cbc:Amount`,
  'BR-DEC-25': `${LINE_ALLOWANCE}/cbc:BaseAmount`,
  'BR-DEC-27': `${LINE_CHARGE}/cbc:Amount`,
  'BR-DEC-28': `${LINE_CHARGE}/cbc:BaseAmount`,
};
export const DECIMAL_ROWS: readonly Row[] = Object.entries(DECIMALS).map(([id, path]) => ({
  it: `finds a third decimal at ${path}`,
  edit: add(path, '0'),
  finds: [id, 'UBL-DT-01'],
}));
