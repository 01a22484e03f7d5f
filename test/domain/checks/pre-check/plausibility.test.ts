import assert from 'node:assert/strict';
import type { Arrival } from '../../../../src/domain/checks/plausibility/plausibility-check.ts';
import { checkPlausibility } from '../../../../src/domain/checks/pre-check/plausibility.ts';
import { computeAmounts } from '../../../../src/domain/invoice/totals.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set, untouched, without, type Edit } from '../../sample.ts';

/** Issued on 2026-10-05, due on 2026-11-04. */
const found = (edit: Edit, arrival: Arrival = {}): string[] =>
  checkPlausibility(parsed(edit(germanInvoice())), arrival).map(
    ({ code, severity, field }) => `${code} ${severity} ${field}`,
  );

describe('an implausible date', () => {
  const ROWS: { it: string; edit?: Edit; arrival?: Arrival; finds: string[] }[] = [
    { it: 'is not in the sample', finds: [] },
    { it: 'is not a due date on the day of issue', edit: set('invoice.due_date', '2026-10-05'), finds: [] },
    { it: 'is not a missing due date', edit: without('invoice.due_date'), finds: [] },
    {
      it: 'is a due date before the issue date',
      edit: set('invoice.due_date', '2026-10-04'),
      finds: ['EI-DUE-BEFORE-ISSUE warning invoice.due_date'],
    },
    {
      it: 'is not the day after, which it is already in the east',
      arrival: { day: '2026-10-04' },
      finds: [],
    },
    {
      it: 'is an issue date in the future',
      arrival: { day: '2026-10-03' },
      finds: ['EI-DATE-AHEAD warning invoice.issue_date'],
    },
    {
      it: 'is not an arrival on the last day',
      arrival: { day: '2026-10-12', fileBy: '2026-10-12' },
      finds: [],
    },
    {
      it: 'is an arrival after the last day for filing',
      arrival: { day: '2026-10-13', fileBy: '2026-10-12' },
      finds: ['EI-DEADLINE-PASSED warning invoice.issue_date'],
    },
    { it: 'is not a late arrival on a route without a last day', arrival: { day: '2027-10-13' }, finds: [] },
  ];
  for (const { it: sentence, edit = untouched, arrival, finds } of ROWS)
    it(sentence, () => assert.deepEqual(found(edit, arrival), finds));
});

interface Row {
  readonly it: string;
  readonly edit?: Edit;
  readonly finds: readonly string[];
}

const rows = (table: readonly Row[]): void => {
  for (const { it: sentence, edit = untouched, finds } of table)
    it(sentence, () => assert.deepEqual(found(edit), finds));
};

const RATE = 'EI-VAT-RATE warning lines[0].vat_rate';
const rate = (percent: number): Edit => set('lines[0].vat_rate', percent);
const issued = (day: string): Edit => all(set('invoice.issue_date', day), without('invoice.due_date'));
const soldBy = (country: string, vatId: string, ...edits: readonly Edit[]): Edit =>
  all(
    set('seller.address.country', country),
    set('seller.vat_id', vatId),
    set('buyer.address.country', country),
    without('payment'),
    ...edits,
  );
const inRomania = (...edits: readonly Edit[]): Edit => soldBy('RO', 'RO18547290', ...edits);
const inFinland = (...edits: readonly Edit[]): Edit => soldBy('FI', 'FI20774740', ...edits);
const inEstonia = (...edits: readonly Edit[]): Edit => soldBy('EE', 'EE100594102', ...edits);
const inSlovakia = (...edits: readonly Edit[]): Edit => soldBy('SK', 'SK2020270780', ...edits);

describe('a VAT rate', () => {
  rows([
    { it: 'looks wrong as a fraction', edit: rate(0.19), finds: [RATE] },
    { it: 'looks wrong with its digits exchanged', edit: rate(91), finds: [RATE] },
    { it: 'looks wrong if the country has another', edit: rate(16), finds: [RATE] },
    { it: 'is reported once for many lines', edit: twoLines(16), finds: [RATE] },
    { it: 'may be reduced', edit: rate(7), finds: [] },
    { it: 'may be that of a farmer', edit: rate(7.8), finds: [] },
    { it: 'may be that of the place of delivery', edit: all(rate(25), deliveredTo('DK')), finds: [] },
    {
      it: 'may be that of a consumer abroad',
      edit: all(rate(23), set('buyer.address.country', 'PL')),
      finds: [],
    },
    { it: 'may be that of the VAT id', edit: all(rate(20), set('seller.vat_id', 'ATU36975500')), finds: [] },
    { it: 'is not looked at in a category without tax', edit: exempt(), finds: [] },
    {
      it: 'of an allowance looks wrong, too',
      edit: allowance(16),
      finds: ['EI-VAT-RATE warning allowances[0].vat_rate'],
    },
    {
      it: 'of a country without a list may be any',
      edit: soldBy('IT', 'IT00743110157', rate(8.8)),
      finds: [],
    },
    {
      it: 'of a country without a list is still no fraction',
      edit: soldBy('IT', 'IT00743110157', rate(0.22)),
      finds: [RATE],
    },
    {
      it: 'outside Europe may be any',
      edit: soldBy('IN', 'X1', without('seller.vat_id'), rate(28)),
      finds: [],
    },
    { it: 'after the days of the list may be any', edit: all(issued('2027-01-01'), rate(16)), finds: [] },
    { it: 'before the days of the list may be any', edit: all(issued('2023-12-31'), rate(16)), finds: [] },
  ]);
});

describe('a VAT rate that has changed', () => {
  const before = set('delivery', { date: '2025-07-31' });
  const correction = all(
    set('invoice.type_code', '381'),
    set('preceding_invoices', [{ number: 'A-1', issue_date: '2025-03-01' }]),
  );
  rows([
    { it: 'is right from the first day', edit: inRomania(issued('2025-08-01'), rate(21)), finds: [] },
    { it: 'looks wrong before', edit: inRomania(issued('2025-07-31'), rate(21)), finds: [RATE] },
    {
      it: 'may be the old one for the month before',
      edit: inRomania(issued('2025-08-31'), rate(19)),
      finds: [],
    },
    {
      it: 'looks wrong if it is the old one later',
      edit: inRomania(issued('2025-09-01'), rate(19)),
      finds: [RATE],
    },
    {
      it: 'may be the old one if the delivery was before',
      edit: inRomania(issued('2025-12-01'), rate(19), before),
      finds: [],
    },
    {
      it: 'looks wrong if the delivery was after',
      edit: inRomania(issued('2025-08-20'), rate(19), set('delivery', { date: '2025-08-02' })),
      finds: [RATE],
    },
    {
      it: 'may be the old one for a period that began before',
      edit: inRomania(
        issued('2026-01-05'),
        rate(19),
        set('invoice.period', { start: '2025-01-01', end: '2025-12-31' }),
      ),
      finds: [],
    },
    {
      it: 'is that of the corrected invoice',
      edit: inRomania(issued('2026-10-01'), rate(19), correction),
      finds: [],
    },
    {
      it: 'is 25.5 in Finland from September 2024',
      edit: inFinland(issued('2024-09-02'), rate(25.5)),
      finds: [],
    },
    { it: 'is no longer 24 in Finland', edit: inFinland(issued('2025-01-02'), rate(24)), finds: [RATE] },
    { it: 'is 13.5 in Finland from 2026', edit: inFinland(issued('2026-01-02'), rate(13.5)), finds: [] },
    { it: 'is no longer 14 in Finland', edit: inFinland(issued('2026-03-02'), rate(14)), finds: [RATE] },
    { it: 'is 24 in Estonia from July 2025', edit: inEstonia(issued('2025-07-01'), rate(24)), finds: [] },
    { it: 'is no longer 22 in Estonia', edit: inEstonia(issued('2025-09-01'), rate(22)), finds: [RATE] },
    { it: 'is 23 in Slovakia from 2025', edit: inSlovakia(issued('2025-01-01'), rate(23)), finds: [] },
    { it: 'is no longer 20 in Slovakia', edit: inSlovakia(issued('2025-03-01'), rate(20)), finds: [RATE] },
  ]);
});

describe('a credit note', () => {
  const credit = set('invoice.type_code', '381');
  const negative = set('lines[0].quantity', -2);
  rows([
    { it: 'states quantities without a sign', edit: credit, finds: [] },
    {
      it: 'with a negative total looks wrong',
      edit: all(credit, negative),
      finds: ['EI-CREDIT-NEGATIVE warning lines[0].quantity'],
    },
    {
      it: 'may charge one line again',
      edit: all(credit, twoLines(19), set('lines[1].quantity', -1)),
      finds: [],
    },
    { it: 'is not an invoice with a negative total', edit: negative, finds: [] },
  ]);
});

describe('a payment', () => {
  const PAID = ['EI-PAID-TOO-MUCH warning payment.prepaid_amount'];
  const total = computeAmounts(parsed(germanInvoice())).totals.withVat;
  const paid = (amount: Decimal): Edit => set('payment.prepaid_amount', amount.toNumber());
  rows([
    { it: 'of the whole total is usual', edit: paid(total), finds: [] },
    { it: 'of a cent more looks wrong', edit: paid(total.plus('0.01')), finds: PAID },
    {
      it: 'of a total that is rounded up is usual',
      edit: all(paid(total.plus('0.01')), set('payment.rounding_amount', 0.01)),
      finds: [],
    },
    {
      it: 'of a credit note looks wrong, too',
      edit: all(paid(total.plus(1)), set('invoice.type_code', 381)),
      finds: PAID,
    },
  ]);
});

describe('an account abroad', () => {
  const iban = set('payment.iban', 'FR7630006000011234567890189');
  rows([
    { it: 'looks wrong', edit: iban, finds: ['EI-IBAN-COUNTRY warning payment.iban'] },
    {
      it: 'is usual for a seller that is registered there',
      edit: all(iban, set('seller.vat_id', 'FR83404833048')),
      finds: [],
    },
    {
      it: 'is usual beside one at home',
      edit: all(iban, set('payment.accounts', [{ iban: 'DE02120300000000202051' }])),
      finds: [],
    },
    { it: 'may be that of a payee', edit: all(iban, set('payee', { name: 'Factor SA' })), finds: [] },
    {
      it: 'may be that of the buyer of a credit note',
      edit: all(iban, set('invoice.type_code', '381')),
      finds: [],
    },
    {
      it: 'is none in an overseas department',
      edit: all(iban, set('seller.address.country', 'RE')),
      finds: [],
    },
  ]);
});

function twoLines(percent: number): Edit {
  const line = {
    name: 'Bohrer',
    quantity: 2,
    unit: 'C62',
    unit_price: 10,
    vat_category: 'S',
    vat_rate: percent,
  };
  return set('lines', [line, { ...line }]);
}

function allowance(percent: number): Edit {
  return set('allowances', [{ amount: 1, vat_category: 'S', vat_rate: percent, reason: 'Rabatt' }]);
}

function exempt(): Edit {
  return all(set('lines[0].vat_category', 'E'), set('lines[0].vat_rate', 0));
}

function deliveredTo(country: string): Edit {
  return set('delivery', { date: '2026-10-01', address: { city: 'X', postcode: '1', country } });
}
