import type { CompleteInvoice, VatBearingAdjustment } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { isCreditNoteType } from '../vocabulary/credit-notes.ts';
import type { Decimal } from '../vocabulary/decimal.ts';
import { dayText } from './facts.ts';
import { baseText, reasonText, TAXED, vatText } from './line-table.ts';
import type { Beside, Cell, Row, Sums, Table } from './page.ts';
import { join, type Wording } from './wording.ts';
import type { Label } from './words.ts';

type Shown = Partly<CompleteInvoice>;

const cell = (text: string, small: readonly string[] = []): Cell => ({ text, small });

/** BG-20 and BG-21. */
export function adjustmentTable(
  { allowances = [], charges = [], currency }: Shown,
  wording: Wording,
): readonly Table[] {
  const row = (one: Partly<VatBearingAdjustment>, kind: 'allowance' | 'charge'): Row => {
    const amount = kind === 'allowance' ? one.amount?.negated() : one.amount;
    const base = baseText(one, wording);
    return {
      cells: [
        cell(
          join([wording.label(kind), reasonText(one, kind, wording)], ': '),
          base === undefined ? [] : [base],
        ),
        cell(vatText(one.vatCategory, one.vatRate, wording)),
        cell(amount ? wording.amount(amount) : ''),
      ],
      remarks: [],
    };
  };
  const rows = [
    ...allowances.map((one) => row(one, 'allowance')),
    ...charges.map((one) => row(one, 'charge')),
  ];
  if (rows.length === 0) return [];
  return [
    {
      block: 'table',
      heading: wording.label('adjustments'),
      columns: [
        { title: wording.label('description'), align: 'left', wide: true },
        { title: wording.label('vat'), align: 'right' },
        { title: join([wording.label('amount'), currency], ' '), align: 'right' },
      ],
      rows,
    },
  ];
}

/** BG-23 beside BG-22. */
export const sums = (invoice: Shown, wording: Wording, signs: Signs): Beside => ({
  block: 'beside',
  left: vatTable(invoice, wording),
  right: totals(invoice, wording, signs),
});

interface Signs {
  /** What a credit note takes back is negative. */
  readonly statesDifference: boolean;
}

/** What the buyer gets back; undefined if there is nothing, or if the buyer has to pay. */
function creditedAmount(
  { typeCode, totals: stated }: Shown,
  { statesDifference }: Signs,
): Decimal | undefined {
  const due = stated?.due;
  if (!due || !isCreditNoteType(typeCode)) return undefined;
  return (statesDifference ? due.gt(0) : due.lt(0)) ? undefined : due.abs();
}

function vatTable({ vatBreakdown = [], currency }: Shown, wording: Wording): Table {
  return {
    block: 'table',
    heading: wording.label('vatBreakdown'),
    columns: [
      { title: wording.label('category'), align: 'left', wide: true },
      { title: wording.label('rate'), align: 'right' },
      { title: wording.label('taxable'), align: 'right' },
      { title: join([wording.label('tax'), currency], ' '), align: 'right' },
    ],
    rows: vatBreakdown.map((one) => ({
      cells: [
        cell(categoryText(one.category, wording), [
          ...(one.exemptionReason === undefined ? [] : [one.exemptionReason]),
          ...(one.exemptionReasonCode === undefined ? [] : [one.exemptionReasonCode]),
        ]),
        cell(one.rate ? wording.percent(one.rate) : ''),
        cell(one.taxableAmount ? wording.amount(one.taxableAmount) : ''),
        cell(one.taxAmount ? wording.amount(one.taxAmount) : ''),
      ],
      remarks: [],
    })),
  };
}

/** With the letter that its lines have. */
function categoryText(category: string | undefined, wording: Wording): string {
  const name = category && wording.findCodeName('vatCategories', category);
  return join([name, name && category === TAXED ? undefined : name ? `(${category})` : category], ' ');
}

function totals(invoice: Shown, wording: Wording, signs: Signs): Sums {
  const { totals: stated = {}, extensions: apart = {}, currency, vatCurrency } = invoice;
  const credited = creditedAmount(invoice, signs);
  const row = (
    label: Label,
    value: Decimal | undefined,
    more: { strong?: boolean; in?: string; label?: string } = {},
  ) =>
    value
      ? [
          {
            label: more.label ?? wording.label(label),
            value: wording.money(value, more.in ?? currency),
            strong: more.strong ?? false,
          },
        ]
      : [];
  const paidOn = dayText(wording, apart.prepaidDate);
  const adjusted = stated.allowances !== undefined || stated.charges !== undefined;
  const linesAreNet = !adjusted && stated.withoutVat !== undefined && stated.lines?.eq(stated.withoutVat);
  return {
    block: 'sums',
    heading: wording.label('totals'),
    rows: [
      ...(linesAreNet ? [] : row('linesTotal', stated.lines)),
      ...row('allowancesTotal', stated.allowances?.negated()),
      ...row('chargesTotal', stated.charges),
      ...row('withoutVat', stated.withoutVat),
      ...row('vatTotal', stated.vat),
      ...row('vatTotal', stated.vatInVatCurrency, {
        in: vatCurrency ?? '',
        label: join([wording.label('vatTotal'), vatCurrency], ' '),
      }),
      ...row('withVat', stated.withVat),
      ...row(
        'prepaid',
        stated.prepaid?.negated(),
        paidOn === undefined ? {} : { label: wording.label('prepaidOn', { date: paidOn }) },
      ),
      ...row('rounding', stated.rounding),
      ...row(credited ? 'credited' : 'due', credited ?? stated.due, { strong: true }),
    ],
  };
}
