import type { CompleteInvoice, VatBearingAdjustment } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { isCreditNoteType } from '../vocabulary/credit-notes.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { dayText } from './facts.ts';
import { baseText, reasonText, TAXED, vatText } from './line-table.ts';
import type { Beside, Cell, Row, Sums, Table } from './page.ts';
import { asText, inEntry, joinTexts, type PageText, showTerm, type TermPath } from './page-text.ts';
import { join, type Wording } from './wording.ts';
import type { Label } from './words.ts';

type Shown = Partly<CompleteInvoice>;

const cell = (text: PageText | undefined, small: readonly PageText[] = []): Cell<PageText> => ({
  text: asText(text ?? ''),
  small,
});

/** BG-20 and BG-21. */
export function adjustmentTable(
  { allowances = [], charges = [], currency }: Shown,
  wording: Wording,
): readonly Table<PageText>[] {
  const row = (one: Partly<VatBearingAdjustment>, kind: 'allowance' | 'charge'): Row<PageText> => {
    const list = `${kind}s[]` as const;
    const amount = kind === 'allowance' ? one.amount?.negated() : one.amount;
    const small = [
      baseText(one, wording, list),
      showTerm(one.vatExemptionReason, `${list}.vatExemptionReason`),
      showTerm(one.vatExemptionCode, `${list}.vatExemptionCode`),
    ].filter((text) => text !== undefined);
    return {
      cells: [
        cell(joinTexts([wording.label(kind), reasonText(one, kind, wording, list)], ': '), small),
        cell(
          showTerm(vatText(one.vatCategory, one.vatRate, wording), `${list}.vatCategory`, `${list}.vatRate`),
        ),
        cell(showTerm(amount && wording.amount(amount), `${list}.amount`)),
      ],
      remarks: [],
    };
  };
  const rows = [
    ...allowances.map((one, index) => inEntry(index, row(one, 'allowance'))),
    ...charges.map((one, index) => inEntry(index, row(one, 'charge'))),
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
export const sums = (invoice: Shown, wording: Wording, signs: Signs): Beside<PageText> => ({
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

function vatTable({ vatBreakdown = [], currency }: Shown, wording: Wording): Table<PageText> {
  return {
    block: 'table',
    heading: wording.label('vatBreakdown'),
    columns: [
      { title: wording.label('category'), align: 'left', wide: true },
      { title: wording.label('rate'), align: 'right' },
      { title: wording.label('taxable'), align: 'right' },
      { title: join([wording.label('tax'), currency], ' '), align: 'right' },
    ],
    rows: vatBreakdown.map((one, index) =>
      inEntry(index, {
        cells: [
          cell(showTerm(categoryText(one.category, wording), 'vatBreakdown[].category'), [
            ...definedTexts(showTerm(one.exemptionReason, 'vatBreakdown[].exemptionReason')),
            ...definedTexts(showTerm(one.exemptionReasonCode, 'vatBreakdown[].exemptionReasonCode')),
          ]),
          cell(showTerm(one.rate && wording.percent(one.rate), 'vatBreakdown[].rate')),
          cell(
            showTerm(one.taxableAmount && wording.amount(one.taxableAmount), 'vatBreakdown[].taxableAmount'),
          ),
          cell(showTerm(one.taxAmount && wording.amount(one.taxAmount), 'vatBreakdown[].taxAmount')),
        ],
        remarks: [],
      }),
    ),
  };
}

/** With the letter that its lines have. */
function categoryText(category: string | undefined, wording: Wording): string {
  const name = category && wording.findCodeName('vatCategories', category);
  return join([name, name && category === TAXED ? undefined : name ? `(${category})` : category], ' ');
}

const definedTexts = (text: PageText | undefined): readonly PageText[] => (text ? [text] : []);

function totals(invoice: Shown, wording: Wording, signs: Signs): Sums<PageText> {
  const { totals: stated = {}, extensions: apart = {}, currency, vatCurrency } = invoice;
  const credited = creditedAmount(invoice, signs);
  const row = (
    label: Label,
    value: Decimal | undefined,
    paths: TermPath | readonly TermPath[],
    more: { strong?: boolean; in?: string; label?: string } = {},
  ): Sums<PageText>['rows'] => {
    const money = value && showTerm(wording.money(value, more.in ?? currency), ...[paths].flat());
    return money
      ? [{ label: more.label ?? wording.label(label), value: money, strong: more.strong ?? false }]
      : [];
  };
  const paidOn = dayText(wording, apart.prepaidDate);
  const adjusted = stated.allowances !== undefined || stated.charges !== undefined;
  const linesAreNet = !adjusted && stated.withoutVat !== undefined && stated.lines?.eq(stated.withoutVat);
  return {
    block: 'sums',
    heading: wording.label('totals'),
    rows: [
      ...(linesAreNet ? [] : row('linesTotal', stated.lines, 'totals.lines')),
      ...row('allowancesTotal', stated.allowances?.negated(), 'totals.allowances'),
      ...row('chargesTotal', stated.charges, 'totals.charges'),
      ...row(
        'withoutVat',
        stated.withoutVat,
        linesAreNet ? ['totals.withoutVat', 'totals.lines'] : 'totals.withoutVat',
      ),
      ...row('vatTotal', stated.vat, 'totals.vat'),
      ...row('vatTotal', stated.vatInVatCurrency, 'totals.vatInVatCurrency', {
        in: vatCurrency ?? '',
        label: join([wording.label('vatTotal'), vatCurrency], ' '),
      }),
      ...row('withVat', stated.withVat, 'totals.withVat'),
      ...row(
        'prepaid',
        stated.prepaid?.negated(),
        'totals.prepaid',
        paidOn === undefined ? {} : { label: wording.label('prepaidOn', { date: paidOn }) },
      ),
      ...row('rounding', stated.rounding, 'totals.rounding'),
      ...row(credited ? 'credited' : 'due', credited ?? stated.due, 'totals.due', { strong: true }),
    ],
  };
}
