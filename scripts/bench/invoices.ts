import type { Draw } from './random.ts';

/**
 * Random canonical invoices: names, numbers, amounts, rates and optional fields all differ. The German rules accept all of
 * them, so the common case is measured.
 */
export function drawnInvoice(draw: Draw, number: string, lines: number): object {
  const [seller, buyer] = [draw.from(TRADES), draw.from(TRADES)];
  return {
    invoice: {
      number,
      issue_date: day(draw, 1),
      due_date: day(draw, 2),
      currency: 'EUR',
      buyer_reference: `${digits(draw, 5)}-${digits(draw, 8)}-${digits(draw, 2)}`,
      ...(often(draw) && { notes: [text(draw, 12)] }),
    },
    seller: {
      ...party(draw, seller),
      vat_id: 'DE123456788',
      contact: {
        name: name(draw),
        phone: `+49 ${digits(draw, 3)} ${digits(draw, 7)}`,
        email: mail(draw, seller),
      },
    },
    buyer: {
      ...party(draw, buyer),
      reference: `K-${digits(draw, 6)}`,
      ...(often(draw) && { contact: { name: name(draw), email: mail(draw, buyer) } }),
    },
    delivery: { date: day(draw, 1) },
    order_reference: `B-${digits(draw, 7)}`,
    ...(often(draw) && { contract_reference: `V-${digits(draw, 5)}` }),
    payment: {
      means_code: 58,
      iban: 'DE02120300000000202051',
      account_name: `${seller} GmbH`,
      reference: number,
      terms: text(draw, 8),
    },
    ...(often(draw) && {
      allowances: [{ amount: cents(draw, 500), reason: 'Rabatt', ...draw.from(VAT) }],
    }),
    lines: Array.from({ length: lines }, (_, at) => line(draw, at)),
  };
}

const VAT = [
  { vat_category: 'S', vat_rate: 19 },
  { vat_category: 'S', vat_rate: 7 },
] as const;

const TRADES = ['Schreinerei', 'Bürobedarf', 'Gebäudereinigung', 'Elektrotechnik', 'Druckerei', 'Gartenbau'];
const FAMILIES = ['Albrecht', 'Böhm', 'Çelik', 'Dörr', 'Engel', 'Großmann', 'Hübner', 'Jäger', 'Krüger'];
const TOWNS = ['Kassel', 'Fulda', 'Görlitz', 'Münster', 'Würzburg', 'Lübeck'];
const WORDS = [
  'Lieferung',
  'Montage',
  'nach',
  'Aufwand',
  'für',
  'Halle',
  'mit',
  'Zubehör',
  '& Kleinteilen',
  'größer',
];
const UNITS = ['C62', 'HUR', 'KGM', 'MTR', 'DAY'];

function line(draw: Draw, at: number): object {
  const price = cents(draw, 90_000);
  return {
    id: String(at + 1),
    name: text(draw, 3),
    ...(often(draw) && { description: text(draw, 9) }),
    ...(often(draw) && { note: text(draw, 5) }),
    quantity: 1 + draw.below(40),
    unit: draw.from(UNITS),
    unit_price: price,
    ...draw.from(VAT),
    order_line: String(at + 1),
    seller_item_id: `A-${digits(draw, 6)}`,
    ...(often(draw) && { buyer_item_id: `E-${digits(draw, 5)}` }),
    ...(often(draw) && { period: { start: day(draw, 1), end: day(draw, 2) } }),
    ...(often(draw) && { country_of_origin: 'DE' }),
    ...(often(draw) && { allowances: [{ amount: '0.50', reason: 'Rabatt' }] }),
    ...(often(draw) && { charges: [{ amount: '1.25', reason: 'Fracht' }] }),
  };
}

function party(draw: Draw, trade: string): object {
  const town = draw.from(TOWNS);
  return {
    name: `${trade} ${draw.from(FAMILIES)} GmbH`,
    address: {
      street: `${draw.from(FAMILIES)}straße ${1 + draw.below(90)}`,
      city: town,
      postcode: digits(draw, 5),
      country: 'DE',
    },
    endpoint: { id: mail(draw, trade), scheme: 'EM' },
  };
}

const often = (draw: Draw): boolean => draw.below(2) === 0;

const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw.below(10)).join('');

/** A price up to a number of cents, as a decimal. */
const cents = (draw: Draw, most: number): string => ((1 + draw.below(most)) / 100).toFixed(2);

const day = (draw: Draw, month: number): string =>
  `2026-1${month}-${String(1 + draw.below(28)).padStart(2, '0')}`;

const name = (draw: Draw): string => `${draw.from(FAMILIES)} ${draw.from(FAMILIES)}`;

const mail = (draw: Draw, trade: string): string =>
  `post${digits(draw, 4)}@${trade.toLowerCase().replace(/[^a-z]/g, '')}.example`;

const text = (draw: Draw, words: number): string =>
  Array.from({ length: words }, () => draw.from(WORDS)).join(' ');
