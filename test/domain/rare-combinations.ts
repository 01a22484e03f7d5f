import { seeded } from '../support/seeded.ts';
import { all, set, valueAt, without, type Edit, type Json } from './sample.ts';

const place = (country: string) => ({ street: 'Am Ring 1', city: 'X', postcode: '11000', country });

const addTo =
  (list: string, item: Json): Edit =>
  (document) =>
    set(list, [...((valueAt(document, list) ?? []) as Json[]), item])(document);

/** Values of a member, each an edit. */
const each = (path: string, ...values: readonly unknown[]): readonly Edit[] =>
  values.map((value) => set(path, value));

const reasons = (...categories: readonly string[]): Edit =>
  set(
    'vat_exemption',
    categories.map((vat_category, at) => ({ vat_category, reason: `Grund ${at}` })),
  );

const currencies = (currency: string, vat: string, ...totals: readonly unknown[]): readonly Edit[] =>
  totals.map((total) =>
    all(
      set('invoice.currency', currency),
      set('invoice.vat_currency', vat),
      set('invoice.vat_exchange_rate', '4.3'),
      set('invoice.vat_total_in_vat_currency', total),
    ),
  );

const LINE = { name: 'x', quantity: 1, unit: 'C62', unit_price: 10 };
const LINES: readonly Json[] = [
  ...[-1, -3, 0, '0.333', 1000].map((quantity) => ({ quantity })),
  ...[0, '0.01', '33.333333'].map((unit_price) => ({ unit_price })),
  ...[3, 7, 100, '0.5'].map((price_base_quantity) => ({ price_base_quantity })),
  ...[1, 10, 20, -1].map((amount) => ({ allowances: [{ amount, reason: 'r' }] })),
  { charges: [{ base: 10, percent: '3.3', reason: 'c' }] },
];

/** Members that seldom stand beside each other, for every route. */
const HEADERS: readonly Edit[] = [
  reasons('E', 'AE', 'K', 'G', 'O'),
  reasons('E', 'E'),
  ...each('payment.rounding_amount', '0.01', '-0.02', 0, '0.005', 1),
  ...each('payment.prepaid_amount', 0, 5, 1000, '0.01', -5),
  ...['invoice.due_date', 'payment', 'buyer.vat_id', 'seller.vat_id', 'buyer_reference'].map(without),
  ...each('payment', { means_code: 10 }, { means_code: 1 }, { terms: 'sofort' }),
  ...each(
    'payee',
    { name: 'P' },
    { name: 'P', id: '1' },
    { name: 'P', id: '4012345000009', id_scheme: '0088' },
  ),
  ...['FR88100000009', 'RO6859662', 'DE136695976'].map((vat_id) =>
    set('tax_representative', { name: 'T', vat_id, address: place(vat_id.slice(0, 2)) }),
  ),
  ...each(
    'delivery',
    { date: '2026-09-30' },
    { name: 'L' },
    { address: place('RO') },
    { location_id: { id: '1' } },
    { date: '2026-09-01', address: place('IT'), location_id: { id: '4012345000009', scheme: '0088' } },
  ),
  ...each(
    'lines[0].attributes',
    [{ name: 'a', value: '' }],
    [
      { name: 'a', value: 'b' },
      { name: 'a', value: 'b' },
    ],
  ),
  ...each('lines[0].item_country', 'XI', '1A'),
  ...each('lines[0].gross_price', 20, 5, 0),
  ...each('lines[0].period', { start: '2026-09-01' }, { start: '2026-09-01', end: '2026-08-01' }),
  ...each('invoice.period', { end: '2026-09-01' }, { start: '2026-09-01', end: '2026-09-01' }),
  ...currencies('USD', 'EUR', undefined, '1.23', 0, -3),
  ...currencies('EUR', 'RON', undefined, 0),
  ...currencies('DKK', 'GBP', '-0.001'),
  set('invoice.tax_point_date', '2026-09-01'),
  ...each('invoice.vat_date_code', 3, 35, 432),
  ...each('buyer.vat_id', 'DE136695976', 'RO6859662', 'FR37200000008', 'CHE123456788'),
  ...each('buyer.address.country', 'DE', 'RO', 'FR', 'CH', 'ES'),
  set('seller.tax_number', '123/456'),
  ...each('preceding_invoices', [
    { number: 'F-0', issue_date: '2026-08-01' },
    { number: 'F-1', issue_date: '2026-08-02' },
  ]),
];

/** A correction names what it corrects: without it every one is refused for that alone. */
export const ofType =
  (type: string): Edit =>
  (document) => {
    const names = document['preceding_invoices'] !== undefined || !['381', '384'].includes(type);
    const corrected = names ? [] : each('preceding_invoices', [{ number: 'F-0', issue_date: '2026-08-01' }]);
    return all(set('invoice.type_code', type), ...corrected)(document);
  };

/**
 * Invoices with one to four of these, and with lines, allowances and charges of every VAT category. The same seed gives the same invoices.
 * @param next the invoice to change; its first rate is that of category S.
 */
export function* rareCombinations(seed: number, count: number, next: () => Json): Generator<Json> {
  const random = seeded(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const change = (rate: unknown): Edit => {
    const [vat_category, vat_rate] = draw([['S', rate], ...CATEGORIES]);
    const tax = { vat_category, vat_rate };
    const adjustment = { amount: draw([1, '0.005', 0, -1, '3.333', 100]), reason: 'x', ...tax };
    return draw([
      ...['allowances', 'charges'].map((list) => addTo(list, adjustment)),
      addTo('lines', { ...LINE, ...draw(LINES), ...tax }),
      draw(HEADERS),
      draw(HEADERS),
    ]);
  };
  for (let at = 0; at < count; at += 1) {
    const base = next();
    const rate = (base['lines'] as Json[]).find((line) => line['vat_category'] === 'S')?.['vat_rate'];
    const edits = Array.from({ length: 1 + Math.floor(random() * 4) }, () => change(rate ?? 0));
    yield all(...edits)(base);
  }
}

const CATEGORIES: readonly (readonly [category: string, rate?: number])[] = [
  ...['Z', 'E', 'AE', 'K', 'G', 'O'].map((category) => [category, 0] as const),
  ['O'],
];
