import { all, germanInvoice, set, without, type Json } from './sample.ts';

const ADDRESS = {
  street: 'Weg 1',
  line2: 'Hof',
  line3: 'Stiege 2',
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
  invoiced_object: { id: 'Z-1', scheme: 'ABT' },
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
  accounting_reference: 'KST-1',
  seller_item_id: 'S-1',
  buyer_item_id: 'B-1',
  standard_item_id: { id: '4012345000009', scheme: '0160' },
  classification: [{ code: '43211503', list: 'TST', version: '19' }],
  country_of_origin: 'DE',
  attributes: [{ name: 'Farbe', value: 'rot' }],
  allowances: [{ ...ADJUSTMENT, reason_code: '95' }],
  charges: [{ ...ADJUSTMENT, reason_code: 'FC' }],
};

/** All members that one invoice with a credit transfer can state. */
export const FULL: Json = all(
  set('lang', 'de'),
  set('country', 'DE'),
  set('profile', 'xrechnung'),
  set('invoice.type_code', 384),
  set('invoice.vat_currency', 'PLN'),
  set('invoice.vat_exchange_rate', '4.25'),
  set('invoice.tax_point_date', '2026-10-01'),
  set('invoice.period', { start: '2026-09-01', end: '2026-09-30' }),
  set('invoice.notes', [{ subject_code: 'AAI', text: 'Danke' }]),
  set('seller', {
    name: 'Brandt GmbH',
    trading_name: 'Brandt Werkzeuge',
    ids: [{ id: '4012345000009', scheme: '0088' }],
    vat_id: 'DE136695976',
    tax_number: '26/123/45678',
    company_id: 'HRB 1',
    company_id_scheme: '0002',
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
    trading_name: 'Werke',
    vat_id: 'DE136695976',
    company_id: 'HRA 2',
    company_id_scheme: '0002',
    reference: 'K-1',
    reference_scheme: '0088',
    address: ADDRESS,
    endpoint: { id: 'eingang@stadtwerke.example', scheme: 'EM' },
    contact: { name: 'A. Roth', phone: '+49 661 1', email: 'r@stadtwerke.example' },
  }),
  set('payment', {
    means_code: 58,
    means_text: 'Überweisung',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    reference: 'R-1',
    terms: '30 Tage',
    account_name: 'Brandt GmbH',
    accounts: [{ iban: 'AT611904300234573201', account_name: 'Brandt Wien', bic: 'BKAUATWW' }],
    prepaid_amount: 10,
    rounding_amount: '0.01',
    paid_to: 'Brandt',
  }),
  set('order_reference', 'B-1'),
  set('contract_reference', 'V-1'),
  set('project_reference', 'P-1'),
  set('sales_order_reference', 'A-1'),
  set('receiving_advice_reference', 'W-1'),
  set('despatch_advice_reference', 'L-1'),
  set('tender_reference', 'T-1'),
  set('invoiced_object', { id: 'Z-2', scheme: 'ABT' }),
  set('accounting_reference', 'KST-2'),
  set('preceding_invoices', [{ number: 'R-0', issue_date: '2026-09-01' }]),
  set('delivery', {
    date: '2026-09-30',
    name: 'Lager',
    location_id: { id: '4012345000009', scheme: '0088' },
    address: ADDRESS,
  }),
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
  set('payee', {
    name: 'Factoring AG',
    id: 'F-1',
    id_scheme: '0088',
    company_id: 'HRB 3',
    company_id_scheme: '0002',
  }),
  set('lines', [LINE]),
)(germanInvoice());

const TRANSPORTS: readonly Json[] = [
  {
    ...{ kind: 'land_vehicle', first_used: '2026-09-15', usage: '12 km', make: 'Volvo', model: 'XC60' },
    ...{ colour: 'black', registration: 'GD 12345', year: '2026', number: 'C-1', number_kind: 'chassis' },
    type: 'U',
  },
  { kind: 'land_vehicle', first_used: '2026-09-15', usage: '12 km', number: 'YV1DZ8256C2271234' },
  { kind: 'vessel', first_used: '2026-09-15', usage: '3', number: 'PL-GDY1' },
  { kind: 'aircraft', first_used: '2026-09-15', usage: '30', number: 'SP-1' },
];

/** Members of a line that only EXTENDED-CTC-FR has. */
export const EXTENDED_LINE = {
  line_type: 'DETAIL',
  parent_line: '7',
  further_objects: [{ id: 'Z-8', scheme: 'AFL' }],
  seller: {
    name: 'Werk Nord',
    id: { id: '4012345000016', scheme: '0088' },
    company_id: { id: '400000006', scheme: '0002' },
    vat_id: 'DE136695976',
    country: 'DE',
  },
  preceding_invoice: { number: 'R-6', type_code: '380', issue_date: '2026-08-01', line: '2' },
  vat_exemption_reason: 'Ausbildung',
  vat_exemption_code: 'VATEX-EU-132-1I',
  vat_date_code: '35',
  price_discount_reason: 'Treue',
  price_discount_reason_code: '95',
  delivery_terms: { code: 'EXW', place: 'Kassel' },
  order_reference: 'B-7',
  order_date: '2026-08-30',
  sales_order_reference: 'A-7',
  sales_order_line: '4',
  despatch_advice_reference: 'L-7',
  despatch_advice_line: '5',
  delivery: {
    date: '2026-09-29',
    name: 'Baustelle',
    location_id: { id: '4012345000016', scheme: '0088' },
    address: ADDRESS,
  },
};

/** Members of the invoice itself that only EXTENDED-CTC-FR has. */
export const EXTENDED_HEADER = {
  order_date: '2026-08-30',
  contract_date: '2026-01-02',
  contract_type: 'AAN',
  despatch_advice_date: '2026-09-28',
  delivery_terms: { code: 'DAP', place: 'Fulda' },
};

/** They have a reason of exemption of their own on EXTENDED-CTC-FR alone. */
export const EXTENDED_AMOUNTS = ['allowances[0]', 'charges[0]'] as const;

const FURTHER_PARTY = {
  name: 'Agentur',
  role_code: 'AB',
  trading_name: 'Agentur Nord',
  id: { id: '4012345000016', scheme: '0088' },
  company_id: { id: '400000006', scheme: '0002' },
  vat_id: 'DE136695976',
  endpoint: { id: 'a@agentur.example', scheme: 'EM' },
  address: ADDRESS,
  contact: { name: 'K. Blum', phone: '+49 40 1', email: 'k@agentur.example' },
};
export const EXTENDED_PARTIES = ['buyer_agent', 'payer', 'seller_agent', 'invoicee', 'invoicer'] as const;
/** Members of the payee that only EXTENDED-CTC-FR has. */
export const EXTENDED_PAYEE = {
  role_code: FURTHER_PARTY.role_code,
  vat_id: FURTHER_PARTY.vat_id,
  endpoint: FURTHER_PARTY.endpoint,
  address: ADDRESS,
  contact: FURTHER_PARTY.contact,
};

/** Variants of this invoice, each with a member that excludes another one. */
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
  all(without('buyer.company_id'), without('buyer.company_id_scheme'), set('buyer.tax_number', '26/1'))(FULL),
  all(
    set('lines[0].vat_category', 'E'),
    set('lines[0].vat_rate', 0),
    set('vat_exemption', [{ vat_category: 'E', reason: 'Seminar', reason_code: 'VATEX-EU-132' }]),
  )(FULL),
  all(set('lines[0].vat_category', 'AE'), set('lines[0].vat_rate', 0))(FULL),
  all(without('invoice.tax_point_date'), set('invoice.vat_date_code', '35'))(FULL),
  all(
    set('payment', { means_code: 48, card: { number: '4711', holder: 'A. Roth' } }),
    set('invoice.vat_total_in_vat_currency', '65.00'),
  )(FULL),
  set('payment', {
    means_code: 30,
    account_id: '202051',
    accounts: [{ account_id: '202052' }, { iban: 'AT611904300234573201' }],
  })(FULL),
  set('payment.prepaid_date', '2026-09-01')(FULL),
  all(set('preceding_invoices[0].route_number', '1234'), set('preceding_invoices[0].type_code', 384))(FULL),
  all(
    set('lines[0].vat_category', 'AE'),
    set('lines[0].vat_rate', 0),
    set('pl', { reverse_charge: true, related_parties: true, till_receipt: true, place_of_issue: 'Kassel' }),
    set('lines[0].pl', {
      annex_15: true,
      gtu: 'GTU_12',
      procedure: 'TT_D',
      pkwiu: '28.24.11.0',
      cn: '8467',
      pkob: '11',
    }),
  )(FULL),
  set('pl', { split_payment: true, cash_accounting: true, triangular_simplification: true })(FULL),
  set('buyer.is_consumer', true)(FULL),
  all(
    set('payee.company_id', '5265877635'),
    without('payee.company_id_scheme'),
    set('payee.is_factor', true),
    set('correction', {
      reason: 'Rabatt',
      effect: 'correction_date',
      period: 'September 2026',
      right_number: 'R-00',
      seller_before: { name: 'Brandt & Co.', vat_id: 'PL5260250274', address: { ...ADDRESS } },
      buyers_before: [
        { name: 'Stadtwerk', vat_id: 'DE136695976', address: ADDRESS },
        { name: 'Partner & Co.', vat_id: 'PL5265877635' },
      ],
    }),
    set('pl', {
      third_parties: [
        {
          role: 'other',
          name: 'Filiale',
          vat_id: 'PL5842751979',
          address: ADDRESS,
          contact: { phone: '+48 58 1', email: 'f@baltyk.example' },
          description: 'Besteller',
        },
        { role: 'local_government_recipient', name: 'Schule', internal_id: '5842751979-00001' },
        { role: 'additional_buyer', name: 'Partner', vat_id: 'PL5265877635', share: 40 },
      ],
    }),
  )(FULL),
  set('pl', {
    third_parties: [{ role: 'payer', company_id: '5842751979' }],
    offline: true,
    technical_correction: true,
  })(FULL),
  set('pl', { third_parties: [{ role: 'payer', internal_id: '5842751979-00002' }] })(FULL),
  set('pl', { third_parties: [{ role: 'additional_buyer', vat_id: 'DE136695976', share: 10 }] })(FULL),
  all(
    set('lines[0].vat_category', 'K'),
    set('lines[0].vat_rate', 0),
    set('lines[0].item_kind', 'services'),
    set('invoice.business_process', 'S1'),
  )(FULL),
  all(
    without('allowances'),
    without('charges'),
    without('lines[0].unit_price'),
    without('lines[0].gross_price'),
    without('lines[0].price_discount'),
    set('lines[0].unit_price_with_vat', '9.50'),
  )(FULL),
  all(
    set('invoice.type_code', 386),
    without('invoice.period'),
    without('payment.prepaid_amount'),
    without('payment.rounding_amount'),
    set('pl.payments_received', [{ date: '2026-09-30', amount: 10, exchange_rate: '4.10' }]),
  )(FULL),
  all(
    set('invoice.type_code', 380),
    set('advance_invoices', [
      {
        number: 'Z-1',
        issue_date: '2026-09-01',
        vat_breakdown: [{ vat_category: 'S', vat_rate: 23, taxable_amount: 10, vat_amount: '2.30' }],
      },
    ]),
  )(FULL),
  all(
    set('invoice.type_code', 380),
    set('advance_invoices', [
      {
        number: 'Z-1',
        route_number: '5265877635-20250916-0200A0D6723E-C2',
        vat_breakdown: [{ vat_category: 'S', vat_rate: 23, taxable_amount: 10, vat_amount: '2.30' }],
      },
    ]),
  )(FULL),
  all(
    without('buyer.vat_id'),
    without('buyer.company_id_scheme'),
    set('buyer.company_id', 'HRA-2'),
    set('correction', { buyers_before: [{ name: 'Stadtwerk', company_id: 'HRA-2' }] }),
  )(FULL),
  all(
    without('buyer.vat_id'),
    without('buyer.company_id'),
    without('buyer.company_id_scheme'),
    set('buyer.tax_number', 'HRA-2'),
    set('correction', { buyers_before: [{ name: 'Stadtwerk', tax_number: 'HRA-2' }] }),
  )(FULL),
  all(
    without('payment.prepaid_amount'),
    without('payment.rounding_amount'),
    without('invoice.period'),
    without('allowances'),
    without('charges'),
    set('preceding_invoices[0].type_code', 386),
    set('correction', {
      amount_before: 50,
      seller_before: { name: 'Brandt & Co.', address: { ...ADDRESS } },
      buyers_before: [{ name: 'Stadtwerk', address: ADDRESS }],
    }),
    set('lines', [
      { ...LINE, before_correction: true },
      { ...LINE, id: '11', quantity: 11 },
    ]),
  )(FULL),
  set('pl.one_stop_shop', true)(FULL),
  // FA(3) alone has their fields.
  ...TRANSPORTS.map((transport) =>
    all(
      set('lines[0].vat_category', 'K'),
      set('lines[0].vat_rate', 0),
      set('lines[0].pl', { new_transport: [transport] }),
      set('pl', { export_document: true }),
    )(FULL),
  ),
  set('pl', {
    excise_refund: true,
    seller_eori: 'PL526025027400000',
    buyer_eori: 'DE1234567',
    seller_status: 'restructuring',
    payment_link: 'https://pay.example/x?IPKSeF=0011a2B3c4D5e',
    third_parties: [{ role: 'payer', vat_id: 'PL5842751979', eori: 'PL584275197900000' }],
  })(FULL),
  set('pl.payment_id', '0011a2B3c4D5e')(FULL),
  set('pl.attachment_blocks', [
    {
      heading: 'Zähler',
      data: [{ key: 'PPE', value: '5900' }],
      paragraphs: ['Stand'],
      tables: [
        {
          data: [{ key: 'Zone', value: 'G11' }],
          description: 'Verbrauch',
          columns: [{ title: 'Tag', type: 'date' }],
          rows: [{ cells: ['2026-09-01'] }],
          totals: ['30'],
        },
      ],
    },
  ])(FULL),
  set('lines', [
    { ...LINE, ...EXTENDED_LINE },
    { ...LINE, id: '7', line_type: 'GROUP' },
  ])(FULL),
  all(
    set('payee', { name: 'Factoring AG', ...EXTENDED_PAYEE }),
    ...EXTENDED_PARTIES.map((party) => set(party, FURTHER_PARTY)),
  )(FULL),
  all(
    ...EXTENDED_AMOUNTS.map((path) => set(`${path}.vat_exemption_reason`, 'Ausbildung')),
    ...EXTENDED_AMOUNTS.map((path) => set(`${path}.vat_exemption_code`, 'VATEX-EU-132-1I')),
    set('lines[0].attributes[0].code', 'COLOR_TEXT'),
  )({ ...FULL, ...EXTENDED_HEADER }),
];
