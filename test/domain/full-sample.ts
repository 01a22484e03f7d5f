import { all, germanInvoice, set, without, type Json } from './sample.ts';

const ADDRESS = {
  street: 'Weg 1',
  line2: 'Hof',
  city: 'Kassel',
  postcode: '34117',
  region: 'HE',
  country: 'DE',
};
const ADJUSTMENT = { amount: '5.00', base: '50.00', percent: 10, reason: 'Rabatt' };

const LINE = {
  id: '10',
  name: 'Bohrer',
  description: 'HSS',
  note: 'Hinweis',
  quantity: 10,
  unit: 'C62',
  unit_price: '9.50',
  price_base_quantity: 1,
  gross_price: '10.00',
  price_discount: '0.50',
  vat_category: 'S',
  vat_rate: 19,
  period: { start: '2026-09-01', end: '2026-09-30' },
  order_line: '3',
  seller_item_id: 'S-1',
  buyer_item_id: 'B-1',
  standard_item_id: { id: '4012345000009', scheme: '0160' },
  classification: [{ code: '43211503', list: 'TST', version: '19' }],
  country_of_origin: 'DE',
  allowances: [{ ...ADJUSTMENT, reason_code: '95' }],
  charges: [{ ...ADJUSTMENT, reason_code: 'FC' }],
};

/** Everything that one invoice can say beside a credit transfer. */
export const FULL: Json = all(
  set('lang', 'de'),
  set('country', 'DE'),
  set('profile', 'xrechnung'),
  set('invoice.type_code', 384),
  set('invoice.vat_currency', 'PLN'),
  set('invoice.vat_exchange_rate', '4.25'),
  set('invoice.tax_point_date', '2026-10-01'),
  set('invoice.period', { start: '2026-09-01', end: '2026-09-30' }),
  set('invoice.notes', ['Danke']),
  set('seller', {
    name: 'Brandt GmbH',
    vat_id: 'DE136695976',
    tax_number: '26/123/45678',
    company_id: 'HRB 1',
    register: 'Amtsgericht Kassel',
    managing_directors: 'U. Brandt',
    legal_info: 'Sitz Kassel',
    address: ADDRESS,
    endpoint: { id: 'rechnung@brandt.example', scheme: 'EM' },
    contact: { name: 'J. Keller', phone: '+49 561 5550', email: 'k@brandt.example' },
    brand_color: '#1a2b3c',
    accent_color: '#abc',
  }),
  set('buyer', {
    name: 'Stadtwerke',
    vat_id: 'DE136695976',
    company_id: 'HRA 2',
    reference: 'K-1',
    address: ADDRESS,
    endpoint: { id: 'eingang@stadtwerke.example', scheme: 'EM' },
    contact: { name: 'A. Roth', phone: '+49 661 1', email: 'r@stadtwerke.example' },
  }),
  set('payment', {
    means_code: 58,
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    reference: 'R-1',
    terms: '30 Tage',
    account_name: 'Brandt GmbH',
    prepaid_amount: 10,
    rounding_amount: '0.01',
    paid_to: 'Brandt',
  }),
  set('order_reference', 'B-1'),
  set('contract_reference', 'V-1'),
  set('project_reference', 'P-1'),
  set('preceding_invoices', [{ number: 'R-0', issue_date: '2026-09-01' }]),
  set('delivery', { date: '2026-09-30', name: 'Lager', address: ADDRESS }),
  set('allowances', [{ ...ADJUSTMENT, reason_code: '95', vat_category: 'S', vat_rate: 19 }]),
  set('charges', [{ ...ADJUSTMENT, reason_code: 'FC', vat_category: 'S', vat_rate: 19 }]),
  set('attachments', [
    {
      id: 'A-1',
      description: 'Bild',
      filename: 'a.png',
      mime: 'image/png',
      content_base64: 'QUJD',
      url: 'https://brandt.example/a',
    },
  ]),
  set('tax_representative', { name: 'Vertreter', vat_id: 'DE136695976', address: ADDRESS }),
  set('payee', { name: 'Factoring AG', id: 'F-1', company_id: 'HRB 3' }),
  set('lines', [LINE]),
)(germanInvoice());

/** The same with, in turn, what cannot stand in the same invoice as the rest. */
export const VARIANTS: readonly Json[] = [
  FULL,
  all(
    set('payment', {
      means_code: 59,
      mandate: 'M-1',
      creditor_id: 'DE98ZZZ09999999999',
      debited_iban: 'DE02120300000000202051',
    }),
  )(FULL),
  all(without('buyer.company_id'), set('buyer.tax_number', '26/1'))(FULL),
  all(
    set('lines[0].vat_category', 'E'),
    set('lines[0].vat_rate', 0),
    set('vat_exemption', [{ vat_category: 'E', reason: 'Seminar', reason_code: 'VATEX-EU-132' }]),
  )(FULL),
  all(set('lines[0].vat_category', 'AE'), set('lines[0].vat_rate', 0))(FULL),
  set('payment.prepaid_date', '2026-09-01')(FULL),
  set('preceding_invoices[0].route_number', '1234')(FULL),
];
