import { all, set, untouched, without, type Edit } from '../sample.ts';

/** The first line in a VAT category; for rules about them also an allowance and a charge. */
const line = (category: string, rate: number): Edit =>
  all(set('lines[0].vat_category', category), set('lines[0].vat_rate', rate));
const adjusted = (name: 'allowances' | 'charges', category: string, rate: number): Edit =>
  set(name, [{ amount: 1, reason: 'x', vat_category: category, vat_rate: rate }]);
const exempt = (category: string): Edit => set('vat_exemption', [{ vat_category: category, reason: 'x' }]);
const buyerVat = set('buyer.vat_id', 'DE136695976');
const delivered = set('delivery', {
  date: '2026-10-01',
  address: { city: 'Wien', postcode: '1010', country: 'AT' },
});
const intraCommunity = all(line('K', 0), buyerVat, delivered);
const outside = all(line('O', 0), without('seller.vat_id'), set('seller.company_id', 'HRB 1'));
const directDebit = set('payment', {
  means_code: 59,
  mandate: 'M',
  creditor_id: 'DE98ZZZ09999999999',
  debited_iban: 'DE02120300000000202051',
});
export const attachment = (filename: string) => ({
  id: filename,
  filename,
  mime: 'text/csv',
  content_base64: 'QQ==',
});

/** The edit that makes a category correct, except its rate. */
const rightFor: Record<string, Edit> = {
  S: untouched,
  Z: untouched,
  E: exempt('E'),
  AE: buyerVat,
  K: all(buyerVat, delivered),
  G: untouched,
};
const RATE_FAMILIES = [
  ['S', 'BR-S', 0],
  ['Z', 'BR-Z', 5],
  ['E', 'BR-E', 5],
  ['AE', 'BR-AE', 5],
  ['K', 'BR-IC', 5],
  ['G', 'BR-G', 5],
] as const;

const RATE_ROWS: [Edit, string][] = RATE_FAMILIES.flatMap(([category, family, wrong]): [Edit, string][] => [
  [all(line(category, wrong), rightFor[category]!), `${family}-05 lines[0].vat_rate`],
  [all(adjusted('allowances', category, wrong), rightFor[category]!), `${family}-06 allowances[0].vat_rate`],
  [all(adjusted('charges', category, wrong), rightFor[category]!), `${family}-07 charges[0].vat_rate`],
]);

const UNREASONED = { amount: 1, vat_category: 'S', vat_rate: 19 };

/** An invoice outside the scope of VAT, with a part that is within it. */
const MIXED_ROWS: [Edit, string][] = [
  [
    all(outside, set('seller.tax_number', '1'), (document) =>
      set('lines', [
        ...(document.lines as object[]),
        { name: 'x', quantity: 1, unit: 'C62', unit_price: 1, vat_category: 'S', vat_rate: 19 },
      ])(document),
    ),
    'BR-O-11+BR-O-12 lines[1].vat_category',
  ],
  ...(['allowances', 'charges'] as const).map((name): [Edit, string] => [
    all(outside, adjusted(name, 'Z', 0), set('seller.tax_number', '1')),
    `BR-O-11+BR-O-${name === 'charges' ? '14' : '13'} ${name}[0].vat_category`,
  ]),
  [all(outside, set('lines[0].vat_rate', 5)), 'BR-O-05 lines[0].vat_rate'],
  [all(outside, adjusted('allowances', 'O', 5)), 'BR-O-06 allowances[0].vat_rate'],
  [all(outside, adjusted('charges', 'O', 5)), 'BR-O-07 charges[0].vat_rate'],
];

const noTaxId = all(without('seller.vat_id'), set('seller.company_id', 'HRB 1'));

const USES = [
  ['allowances', '03'],
  ['charges', '04'],
] as const;

/** Rules on the parties' numbers for a category on an allowance or charge, beside a line of category S. */
const USE_ROWS: [Edit, string][] = USES.flatMap(([name, nn]): [Edit, string][] => [
  [all(noTaxId, adjusted(name, 'S', 19)), `BR-S-02+BR-S-${nn}+BR-DE-16 seller.vat_id`],
  [all(noTaxId, adjusted(name, 'Z', 0)), `BR-S-02+BR-Z-${nn}+BR-DE-16 seller.vat_id`],
  [all(noTaxId, adjusted(name, 'E', 0), exempt('E')), `BR-S-02+BR-E-${nn}+BR-DE-16 seller.vat_id`],
  [all(noTaxId, adjusted(name, 'L', 7)), `BR-S-02+BR-AF-${nn}+BR-DE-16 seller.vat_id`],
  [all(noTaxId, adjusted(name, 'M', 7)), `BR-S-02+BR-AG-${nn}+BR-DE-16 seller.vat_id`],
  [adjusted(name, 'AE', 0), `BR-AE-${nn} buyer.vat_id`],
  [all(delivered, adjusted(name, 'K', 0)), `BR-IC-${nn} buyer.vat_id`],
  [all(noTaxId, set('seller.tax_number', '26/1'), adjusted(name, 'G', 0)), `BR-G-${nn} seller.vat_id`],
  [
    all(outside, adjusted(name, 'O', 0), set('seller.vat_id', 'DE136695976')),
    `BR-O-02+BR-O-${nn} seller.vat_id`,
  ],
]);

/** Edits, each with the only rules that it breaks, which have one cause, and the field. */
export const BROKEN: [Edit, ...string[]][] = [
  [set('invoice.notes', ['Danke', '#4XY#Danke']), 'BR-CL-08 invoice.notes[1]'],
  [set('buyer.address.country', 'AN'), 'BR-CL-14 buyer.address.country'],
  [set('lines[0].country_of_origin', 'AN'), 'BR-CL-15 lines[0].country_of_origin'],
  [set('invoice.period', { start: '2026-02-01', end: '2026-01-31' }), 'BR-29 invoice.period.end'],
  [set('lines[0].period', { start: '2026-02-01', end: '2026-01-31' }), 'BR-30 lines[0].period.end'],
  [set('allowances', [UNREASONED]), 'BR-33+BR-CO-21 allowances[0].reason'],
  [set('charges', [UNREASONED]), 'BR-38+BR-CO-22 charges[0].reason'],
  [set('lines[0].allowances', [{ amount: 1 }]), 'BR-42+BR-CO-23 lines[0].allowances[0].reason'],
  [set('lines[0].charges', [{ amount: 1 }]), 'BR-44+BR-CO-24 lines[0].charges[0].reason'],
  [set('seller.vat_id', '136695976'), 'BR-CO-09 seller.vat_id'],
  [set('buyer.vat_id', '136695976'), 'BR-CO-09 buyer.vat_id'],
  [
    set('tax_representative', { name: 'x', vat_id: '136695976', address: { country: 'DE' } }),
    'BR-CO-09 tax_representative.vat_id',
  ],
  [all(directDebit, set('payee', { name: 'Factoring AG', id: 'DE98ZZZ09999999999' })), 'BR-17 payee.id'],
  [
    all(set('invoice.tax_point_date', '2026-10-01'), set('invoice.vat_date_code', '3')),
    'BR-CO-03 invoice.vat_date_code',
  ],
  [
    all(set('invoice.vat_currency', 'PLN'), set('invoice.vat_total_in_vat_currency', '-16.15')),
    'PEPPOL-EN16931-R055 invoice.vat_total_in_vat_currency',
  ],
  [all(directDebit, set('payment.card', { number: '4711' })), 'BR-DE-25-b payment.card'],
  [all(directDebit, set('payment.account_id', '4711')), 'BR-DE-25-b payment.account_id'],
  [
    all(directDebit, set('payment.accounts', [{ iban: 'DE02120300000000202051' }])),
    'BR-DE-25-b payment.accounts[0].iban',
  ],
  [
    all(set('seller.trading_name', 'Brandt Werkzeuge'), set('payee', { name: 'Brandt Werkzeuge' })),
    'BR-17 payee.name',
  ],
  [
    all(set('seller.ids', [{ id: 'L-1' }]), set('payee', { name: 'Factoring AG', id: 'L-1' })),
    'BR-17 payee.id',
  ],
  [set('payee', { name: 'Brandt GmbH' }), 'UBL-SR-19+UBL-SR-21 payee.name'],
  [without('invoice.buyer_reference'), 'BR-DE-15 invoice.buyer_reference'],
  [without('payment'), 'BR-DE-1 payment.means_code'],
  [without('seller.address.city'), 'BR-DE-3 seller.address.city'],
  [without('seller.address.postcode'), 'BR-DE-4 seller.address.postcode'],
  [without('seller.contact'), 'BR-DE-2 seller.contact'],
  [without('seller.contact.name'), 'BR-DE-5 seller.contact.name'],
  [without('seller.contact.phone'), 'BR-DE-6 seller.contact.phone'],
  [without('seller.contact.email'), 'BR-DE-7 seller.contact.email'],
  [without('buyer.address.city'), 'BR-DE-8 buyer.address.city'],
  [without('buyer.address.postcode'), 'BR-DE-9 buyer.address.postcode'],
  [set('delivery', { address: { country: 'DE', postcode: '1' } }), 'BR-DE-10 delivery.address.city'],
  [set('delivery', { address: { country: 'DE', city: 'x' } }), 'BR-DE-11 delivery.address.postcode'],
  [without('seller.endpoint'), 'PEPPOL-EN16931-R020 seller.endpoint'],
  [without('buyer.endpoint'), 'PEPPOL-EN16931-R010 buyer.endpoint'],
  [set('payment.terms', '30 Tage\n#SKONTO#TAGE=14#PROZENT=2#'), 'BR-DE-18 payment.terms'],
  [set('payment.terms', '#Rabatt'), 'BR-DE-18 payment.terms'],
  [set('attachments', [attachment('a.csv'), attachment('a.csv')]), 'BR-DE-22 attachments[1].filename'],
  [set('attachments', [{ id: 'a', url: 'hours.pdf' }]), 'BR-TMP-2 attachments[0].url'],
  [without('payment.iban'), 'BR-61+BR-DE-23-a payment.iban'],
  [
    set('payment.mandate', 'M'),
    'BR-DE-30 payment.creditor_id',
    'BR-DE-31 payment.debited_iban',
    'BR-DE-23-b payment.mandate',
  ],
  [set('payment', { means_code: 59 }), 'BR-DE-25-a+PEPPOL-EN16931-R061 payment.mandate'],
  [
    all(directDebit, set('payment.means_code', 49), without('payment.mandate')),
    'PEPPOL-EN16931-R061 payment.mandate',
  ],
  [
    all(directDebit, set('payment.means_code', 49), without('payment.creditor_id')),
    'BR-DE-30 payment.creditor_id',
  ],
  [
    set('payment', { means_code: 48, iban: 'DE02120300000000202051' }),
    'BR-DE-24-a payment.card',
    'BR-DE-24-b payment.iban',
  ],
  [set('payment', { reference: 'R-1' }), 'BR-49 payment.means_code'],
  [set('payment', { means_code: 48 }), 'BR-DE-24-a payment.card'],
  [all(directDebit, set('payment.iban', 'DE02120300000000202051')), 'BR-DE-25-b payment.iban'],
  [all(directDebit, without('payment.mandate')), 'PEPPOL-EN16931-R061 payment.mandate'],
  [all(directDebit, without('payment.creditor_id')), 'BR-DE-30 payment.creditor_id'],
  [all(directDebit, without('payment.debited_iban')), 'BR-DE-31 payment.debited_iban'],
  [
    set('lines[0].allowances', [{ amount: 5.03, base: 50, percent: 10, reason: 'x' }]),
    'PEPPOL-EN16931-R040 lines[0].allowances[0].amount',
  ],
  [
    set('lines[0].charges', [{ amount: 5, percent: 10, reason: 'x' }]),
    'PEPPOL-EN16931-R041 lines[0].charges[0].base',
  ],
  [
    set('charges', [{ amount: 5, base: 10, reason: 'x', vat_category: 'S', vat_rate: 19 }]),
    'PEPPOL-EN16931-R042 charges[0].percent',
  ],
  [
    all(set('lines[0].gross_price', 12), set('lines[0].price_discount', 1)),
    'PEPPOL-EN16931-R046 lines[0].unit_price',
  ],
  [
    all(
      set('invoice.period', { start: '2026-09-02', end: '2026-09-30' }),
      set('lines[0].period', { start: '2026-09-01' }),
    ),
    'PEPPOL-EN16931-R110 lines[0].period.start',
  ],
  [
    all(
      set('invoice.period', { start: '2026-09-01', end: '2026-09-29' }),
      set('lines[0].period', { end: '2026-09-30' }),
    ),
    'PEPPOL-EN16931-R111 lines[0].period.end',
  ],
  [all(without('seller.vat_id'), set('seller.tax_number', '26/1')), 'BR-CO-26 seller.vat_id'],
  [set('lines[0].unit_price', -1), 'BR-27 lines[0].unit_price'],
  [all(set('lines[0].unit_price', 0), set('lines[0].gross_price', -1)), 'BR-28 lines[0].gross_price'],
  ...RATE_ROWS,
  [noTaxId, 'BR-S-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, line('Z', 0)), 'BR-Z-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, line('E', 0), exempt('E')), 'BR-E-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, line('AE', 0), buyerVat), 'BR-AE-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, intraCommunity), 'BR-IC-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, line('G', 0)), 'BR-G-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, line('L', 7)), 'BR-AF-02+BR-DE-16 seller.vat_id'],
  [all(noTaxId, line('M', 7)), 'BR-AG-02+BR-DE-16 seller.vat_id'],
  [line('AE', 0), 'BR-AE-02 buyer.vat_id'],
  [all(intraCommunity, without('buyer.vat_id')), 'BR-IC-02 buyer.vat_id'],
  [all(intraCommunity, without('delivery.date')), 'BR-IC-11 delivery.date'],
  [all(intraCommunity, without('delivery.address')), 'BR-IC-12 delivery.address.country'],
  [line('E', 0), 'BR-E-10 vat_exemption'],
  ...MIXED_ROWS,
  ...USE_ROWS,
  [all(outside, set('seller.vat_id', 'DE136695976')), 'BR-O-02 seller.vat_id'],
  [all(outside, buyerVat), 'BR-O-02 buyer.vat_id'],
  [
    all(outside, set('tax_representative', { name: 'x', vat_id: 'DE136695976', address: { country: 'DE' } })),
    'BR-O-02 tax_representative.vat_id',
  ],
];

/** Edits that break no rule. */
export const ACCEPTED: [string, Edit][] = [
  ['the sample', untouched],
  ['an account without means code', without('payment.means_code')],
  ['a direct debit', directDebit],
  ['cash', set('payment', { means_code: 10 })],
  ['an intra-Community supply', intraCommunity],
  [
    'an intra-Community supply with a period instead of a day',
    all(intraCommunity, without('delivery.date'), set('invoice.period', { start: '2026-10-01' })),
  ],
  ['an invoice outside the scope of VAT', outside],
  ['a reverse charge to a company id', all(line('AE', 0), set('buyer.company_id', 'HRB 1'))],
  ['a seller with a tax number and a company id', all(noTaxId, set('seller.tax_number', '26/1'))],
  [
    'a sole trader with a tax number and an id',
    all(without('seller.vat_id'), set('seller.tax_number', '26/1'), set('seller.ids', [{ id: 'L-1' }])),
  ],
  ['a card', set('payment', { means_code: 48, card: { number: '4711', holder: 'A. Roth' } })],
  ['an account that has no IBAN', set('payment', { means_code: 30, account_id: '202051' })],
  [
    'several accounts',
    set('payment.accounts', [{ iban: 'AT611904300234573201' }, { account_id: '202051', bic: 'BYLADEM1001' }]),
  ],
  [
    'a booked VAT total',
    all(set('invoice.vat_currency', 'PLN'), set('invoice.vat_total_in_vat_currency', '16.15')),
  ],
  ['a note with its subject', set('invoice.notes', [{ subject_code: 'AAI', text: '#x# y' }, 'z'])],
  ['attachments with names of their own', set('attachments', [attachment('a.csv'), attachment('A.csv')])],
  [
    'discount terms',
    set(
      'payment.terms',
      'netto\n#SKONTO#TAGE=7#PROZENT=2.00#\n#SKONTO#TAGE=14#PROZENT=1.00#BASISBETRAG=-9.50#',
    ),
  ],
  [
    'an amount within 0.02 of base times percentage',
    set('lines[0].allowances', [{ amount: 5.02, base: 50, percent: 10, reason: 'x' }]),
  ],
  [
    'a gross price less its discount',
    all(set('lines[0].gross_price', 12), set('lines[0].price_discount', 2)),
  ],
  [
    'a period of a line within that of the invoice',
    all(
      set('invoice.period', { start: '2026-09-01', end: '2026-09-30' }),
      set('lines[0].period', { start: '2026-09-01', end: '2026-09-30' }),
    ),
  ],
];
