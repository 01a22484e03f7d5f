import { all, germanInvoice, set, without, type Edit, type Json } from '../../sample.ts';

const party = (
  name: string,
  country: string,
  endpoint: readonly [scheme: string, id: string],
  more: Json = {},
): Json => ({
  name,
  address: { street: 'Hovedgade 1', city: 'By', postcode: '1000', country },
  endpoint: { scheme: endpoint[0], id: endpoint[1] },
  ...more,
});

const between =
  (seller: Json, buyer: Json, payment: Json | undefined, rate = 25): Edit =>
  (document) => {
    const { profile: _, payment: __, ...rest } = document;
    const [line] = document['lines'] as Json[];
    return {
      ...rest,
      seller,
      buyer,
      ...(payment && { payment }),
      lines: [{ ...line, vat_rate: rate }],
    };
  };

const DANISH = {
  vat_id: 'DK13585628',
  company_id: '13585628',
  endpoint: ['0184', 'DK13585628'],
} as const;

const MARK = { id: '400001', description: '##M.AR.K##' };
const LINK = { id: 'url', description: '##INVOICE|URL##', url: 'https://mydata.example/400001' };

/** Sales that break no rule of the seller's country and of their schemes. */
export const SALES: Readonly<Record<string, () => Json>> = {
  NO: () =>
    between(
      party('Norsk AS', 'NO', ['0192', '974760673'], { vat_id: 'NO974760673MVA', company_id: '974760673' }),
      party('Kunde AS', 'NO', ['0192', '974760673']),
      { means_code: 30, account_id: '15032080119' },
    )(germanInvoice()),
  SE: () =>
    between(
      party('Svensk AB', 'SE', ['0007', '5567037485'], {
        vat_id: 'SE556703748501',
        company_id: '5567037485',
        tax_number: 'Godkänd för F-skatt',
      }),
      party('Kund AB', 'SE', ['0007', '5567037485']),
      { means_code: 30, account_id: '1234567', bic: 'SE:BANKGIRO' },
    )(germanInvoice()),
  DK: () =>
    between(
      party('Dansk A/S', 'DK', DANISH.endpoint, { vat_id: DANISH.vat_id, company_id: DANISH.company_id }),
      party('Kunde ApS', 'DK', DANISH.endpoint, { company_id: DANISH.company_id }),
      { means_code: 42, account_id: '1234567890', bic: '9541' },
    )(germanInvoice()),
  NL: () =>
    between(
      party('Fiets BV', 'NL', ['0106', '12345678'], { vat_id: 'NL123456789B01', company_id: '12345678' }),
      party('Klant BV', 'NL', ['0106', '12345678'], { company_id: '12345678' }),
      { means_code: 30, iban: 'NL91ABNA0417164300' },
      21,
    )(germanInvoice()),
  IT: () =>
    between(
      party('Officina Srl', 'IT', ['0211', 'IT00743110157'], {
        vat_id: 'IT00743110157',
        tax_number: '00743110157',
      }),
      party('Cliente Srl', 'IT', ['0211', 'IT00743110157']),
      { means_code: 30, iban: 'IT60X0542811101000000123456' },
      22,
    )(germanInvoice()),
  IS: () =>
    between(
      party('Fiskur ehf', 'IS', ['0196', '5501692829'], { vat_id: 'IS12345', company_id: '5501692829' }),
      party('Kaupandi ehf', 'IS', ['0196', '5501692829'], { company_id: '5501692829' }),
      { means_code: 9, account_id: '123456789012' },
      24,
    )(germanInvoice()),
  GR: () =>
    all(
      between(
        party('Ellinas AE', 'GR', ['9933', '094259216'], {
          vat_id: 'EL094259216',
          trading_name: 'Ellinas AE',
        }),
        party('Pelatis AE', 'GR', ['9933', '094259216'], {
          vat_id: 'EL094259216',
          trading_name: 'Pelatis AE',
        }),
        { means_code: 30, iban: 'GR1601101250000000012300695' },
        24,
      ),
      set('invoice.number', '094259216|05/10/2026|0|1.1|A|17'),
      set('attachments', [MARK, LINK]),
    )(germanInvoice()),
  DE: () =>
    all(
      set('seller.endpoint', { scheme: '9930', id: 'DE136695976' }),
      set('buyer.endpoint', { scheme: '9930', id: 'DE136695976' }),
      without('profile'),
    )(germanInvoice()),
};

const means = (means_code: number, more: Json = {}): Edit => set('payment', { means_code, ...more });
const CREDIT_NOTE: Edit = set('invoice.type_code', 381);
const PRECEDING: Edit = set('preceding_invoices', [{ number: 'R-0' }]);
const number = (part: number, value: string): Edit => {
  const parts = ['094259216', '05/10/2026', '0', '1.1', 'A', '17'];
  parts[part - 1] = value;
  return set('invoice.number', parts.join('|'));
};
const EINDAGI = { id: '2026-12-01', description: 'EINDAGI' };

const contactWithout = (member: string): Edit =>
  set(
    'seller.contact',
    Object.fromEntries(
      Object.entries({ name: 'Keller', phone: '+49 561 5550123', email: 'k@brandt.example' }).filter(
        ([name]) => name !== member,
      ),
    ),
  );

export interface NationalRow {
  readonly rule: string;
  readonly sale: string;
  readonly edit: Edit;
  /** The change that breaks the rule. */
  readonly fields: readonly string[];
}

type Row = readonly [rule: string, edit: Edit, ...fields: string[]];

const SCHEMES: readonly (readonly [rule: string, scheme: string, wrong: string])[] = [
  ['R040', '0088', '7300010000002'],
  ['R041', '0192', '974760674'],
  ['R042', '0184', 'DK 13585628'],
  ['R043', '0208', '0403019262'],
  ['R049', '0007', '5567037486'],
  ['R050', '0151', '53004085617'],
  ['R052', '0096', '123456789'],
  ['R053', '0198', '13585628'],
];

/** The members for an identifier of a scheme. */
const PLACES: readonly (readonly [field: string, edit: (scheme: string, id: string) => Edit])[] = [
  ['seller.endpoint.id', (scheme, id) => set('seller.endpoint', { scheme, id })],
  ['buyer.endpoint.id', (scheme, id) => set('buyer.endpoint', { scheme, id })],
  ['seller.ids[0].id', (scheme, id) => set('seller.ids', [{ id, scheme }])],
  ['buyer.reference', (scheme, id) => all(set('buyer.reference', id), set('buyer.reference_scheme', scheme))],
  [
    'seller.company_id',
    (scheme, id) => all(set('seller.company_id', id), set('seller.company_id_scheme', scheme)),
  ],
  [
    'buyer.company_id',
    (scheme, id) => all(set('buyer.company_id', id), set('buyer.company_id_scheme', scheme)),
  ],
  ['payee.id', (scheme, id) => set('payee', { name: 'Factoring', id, id_scheme: scheme })],
];

const IDENTIFIERS: readonly Row[] = SCHEMES.flatMap(([rule, scheme, wrong]) =>
  PLACES.map(([field, edit]): Row => [`PEPPOL-COMMON-${rule}`, edit(scheme, wrong), field]),
);

/** Exemption reasons with a wrong category. */
const REASONS: readonly Row[] = [
  ['P0104', 'G', 'AE'],
  ['P0105', 'O', 'AE'],
  ['P0106', 'IC', 'AE'],
  ['P0107', 'AE', 'E'],
  ['P0108', 'D', 'AE'],
  ['P0109', 'F', 'AE'],
  ['P0110', 'I', 'AE'],
  ['P0111', 'J', 'AE'],
].map(([rule = '', reason = '', vat_category]): Row => [
  `PEPPOL-EN16931-${rule}`,
  all(
    set('buyer.vat_id', 'DE136695976'),
    set('lines[0].vat_category', vat_category),
    set('lines[0].vat_rate', 0),
    set('vat_exemption', [{ vat_category, reason_code: `VATEX-EU-${reason}` }]),
  ),
  'lines[0].vat_category',
]);

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  NO: [
    ['NO-R-001', set('seller.vat_id', 'NO974760674MVA'), 'seller.vat_id'],
    ['NO-R-001', set('seller.vat_id', 'NO974760673'), 'seller.vat_id'],
  ],
  SE: [
    ['SE-R-001', set('seller.vat_id', 'SE5567037485'), 'seller.vat_id'],
    ['SE-R-002', set('seller.vat_id', 'SE55670374850X'), 'seller.vat_id'],
    ['SE-R-003', set('seller.company_id', '55670374AB'), 'seller.company_id'],
    ['SE-R-004', set('seller.company_id', '165567037485'), 'seller.company_id'],
    [
      'SE-R-013',
      all(set('seller.company_id', '5567037486'), set('seller.company_id_scheme', '0002')),
      'seller.company_id',
    ],
    ['SE-R-005', set('seller.tax_number', 'F-skatt'), 'seller.tax_number'],
    ['SE-R-006', set('lines[0].vat_rate', 19), 'lines[0].vat_rate'],
    [
      'SE-R-006',
      set('charges', [{ amount: 1, reason: 'x', vat_category: 'S', vat_rate: 19 }]),
      'charges[0].vat_rate',
    ],
  ],
  DK: [
    ['DK-R-002', without('seller.company_id'), 'seller.company_id'],
    ['DK-R-014', set('seller.company_id', '135856280'), 'seller.company_id_scheme'],
    ['DK-R-013', set('seller.ids', [{ id: 'x' }]), 'seller.ids[0].scheme'],
    ['DK-R-013', set('buyer.reference', 'K-1'), 'buyer.reference_scheme'],
    ['DK-R-016', all(CREDIT_NOTE, PRECEDING, set('payment.prepaid_amount', 1000)), 'lines'],
    ['DK-R-017', set('buyer.company_id', '135856280'), 'buyer.company_id_scheme'],
    ['DK-R-005', means(30, { iban: 'DK5000400440116243' }), 'payment.means_code'],
    ['DK-R-006', means(42, { account_id: '1234567890' }), 'payment.bic'],
    ['DK-R-007', means(49, { mandate: 'M-1' }), 'payment.debited_iban'],
    ['DK-R-008', means(50, { account_id: '1234567', reference: '02#1' }), 'payment.reference'],
    ['DK-R-009', means(50, { account_id: '1234567', reference: '04#12' }), 'payment.reference'],
    ['DK-R-010', means(93, { account_id: '12345678', reference: '70#1' }), 'payment.reference'],
    ['DK-R-011', means(93, { account_id: '12345678', reference: '71#1' }), 'payment.reference'],
    [
      'DK-R-003',
      set('lines[0].classification', [{ code: '31161500', list: 'TST', version: '1' }]),
      'lines[0].classification[0].version',
    ],
    [
      'DK-R-004',
      set('charges', [{ amount: 1, reason: 'Afgift', reason_code: 'ZZZ', vat_category: 'S', vat_rate: 25 }]),
      'charges[0].reason',
    ],
  ],
  NL: [
    ['NL-R-001', CREDIT_NOTE, 'preceding_invoices'],
    [
      'NL-R-002',
      all(without('seller.address.street'), without('seller.address.city')),
      'seller.address.street',
      'seller.address.city',
    ],
    ['NL-R-003', set('seller.company_id', '123456789'), 'seller.company_id_scheme'],
    ['NL-R-004', without('buyer.address.postcode'), 'buyer.address.postcode'],
    ['NL-R-005', set('buyer.company_id', '1234567'), 'buyer.company_id_scheme'],
    [
      'NL-R-006',
      set('tax_representative', {
        name: 'Agent',
        vat_id: 'NL123456789B01',
        address: { city: 'Utrecht', postcode: '3511', country: 'NL' },
      }),
      'tax_representative.address.street',
    ],
    ['NL-R-007', without('payment'), 'payment.means_code'],
    ['NL-R-008', means(42, { iban: 'NL91ABNA0417164300' }), 'payment.means_code'],
    ['NL-R-009', set('lines[0].order_line', '1'), 'order_reference'],
  ],
  IT: [
    ['IT-R-001', set('seller.tax_number', '0074311'), 'seller.tax_number'],
    ['IT-R-002', without('seller.address.street'), 'seller.address.street'],
    ['IT-R-003', without('seller.address.city'), 'seller.address.city'],
    ['IT-R-004', without('seller.address.postcode'), 'seller.address.postcode'],
  ],
  IS: [
    ['IS-R-002', set('seller.company_id_scheme', '0002'), 'seller.company_id_scheme'],
    ['IS-R-003', without('seller.address.street'), 'seller.address.street'],
    ['IS-R-004', without('buyer.company_id'), 'buyer.company_id_scheme'],
    ['IS-R-005', without('buyer.address.postcode'), 'buyer.address.postcode'],
    ['IS-R-006', set('payment.account_id', '12345'), 'payment.account_id'],
    ['IS-R-007', means(42, { account_id: '12345' }), 'payment.account_id'],
    ['IS-R-008', set('attachments', [{ ...EINDAGI, id: 'soon' }]), 'attachments[0].id'],
    ['IS-R-009', all(set('attachments', [EINDAGI]), without('invoice.due_date')), 'invoice.due_date'],
    ['IS-R-010', set('attachments', [{ ...EINDAGI, id: '2026-10-06' }]), 'invoice.due_date'],
  ],
  GR: [
    ['GR-R-001-1', set('invoice.number', '094259216|05/10/2026|0|1.1|A|17|x'), 'invoice.number'],
    ['GR-R-001-2', number(1, '094259217'), 'invoice.number'],
    ['GR-R-001-3', number(2, '06/10/2026'), 'invoice.number'],
    ['GR-R-001-4', number(3, '-1'), 'invoice.number'],
    ['GR-R-001-5', number(4, '1.2'), 'invoice.number'],
    ['GR-R-001-6', number(5, ''), 'invoice.number'],
    ['GR-R-001-7', number(6, ''), 'invoice.number'],
    ['GR-R-002', without('seller.trading_name'), 'seller.trading_name'],
    ['GR-R-003', set('seller.vat_id', 'EL094259217'), 'seller.vat_id'],
    ['GR-R-004-1', set('attachments', []), 'attachments'],
    ['GR-R-004-2', set('attachments', [{ ...MARK, id: 'x1' }, LINK]), 'attachments[0].id'],
    ['GR-R-005', without('buyer.trading_name'), 'buyer.trading_name'],
    ['GR-R-006', without('buyer.vat_id'), 'buyer.vat_id'],
    ['GR-R-008-2', set('attachments', [MARK, LINK, LINK]), 'attachments[2]'],
    [
      'GR-R-008-3',
      set('attachments', [MARK, { id: LINK.id, description: LINK.description }]),
      'attachments[1].url',
    ],
    ['GR-R-009', set('seller.endpoint', { scheme: '0088', id: '7300010000001' }), 'seller.endpoint.scheme'],
    ['GR-R-010', set('buyer.endpoint.id', '094259217'), 'buyer.endpoint.id'],
  ],
  DE: [
    ['DE-R-001', without('payment'), 'payment.means_code'],
    ['DE-R-002', without('seller.contact'), 'seller.contact'],
    ['DE-R-003', without('seller.address.city'), 'seller.address.city'],
    ['DE-R-004', without('seller.address.postcode'), 'seller.address.postcode'],
    ['DE-R-005', contactWithout('name'), 'seller.contact.name'],
    ['DE-R-006', contactWithout('phone'), 'seller.contact.phone'],
    ['DE-R-007', contactWithout('email'), 'seller.contact.email'],
    ['DE-R-008', without('buyer.address.city'), 'buyer.address.city'],
    ['DE-R-009', without('buyer.address.postcode'), 'buyer.address.postcode'],
    ['DE-R-010', set('delivery', { address: { postcode: '1', country: 'DE' } }), 'delivery.address.city'],
    ['DE-R-011', set('delivery', { address: { city: 'x', country: 'DE' } }), 'delivery.address.postcode'],
    [
      'DE-R-015',
      all(without('invoice.buyer_reference'), set('order_reference', 'PO')),
      'invoice.buyer_reference',
    ],
    ['DE-R-016', all(without('seller.vat_id'), set('seller.company_id', 'HRB 1')), 'seller.vat_id'],
    ['DE-R-018', set('payment.terms', '#SKONTO#'), 'payment.terms'],
    [
      'DE-R-022',
      set('attachments', [
        { id: '1', filename: 'a.pdf', mime: 'application/pdf', content_base64: 'JVBERi0=' },
        { id: '2', filename: 'a.pdf', mime: 'application/pdf', content_base64: 'JVBERi0=' },
      ]),
      'attachments[1].filename',
    ],
    ['DE-R-023-1', means(30), 'payment.iban'],
    ['DE-R-023-2', means(58, { iban: 'DE02120300000000202051', card: { number: '1234' } }), 'payment.card'],
    ['DE-R-024-1', means(48), 'payment.card'],
    ['DE-R-024-2', means(48, { iban: 'DE02120300000000202051', card: { number: '1234' } }), 'payment.iban'],
    ['DE-R-025-1', means(59, { reference: 'x' }), 'payment.mandate'],
    [
      'DE-R-025-2',
      means(59, {
        iban: 'DE02120300000000202051',
        mandate: 'M',
        creditor_id: 'DE98ZZZ09999999999',
        debited_iban: 'DE02120300000000202051',
      }),
      'payment.iban',
    ],
    ['DE-R-030', means(59, { mandate: 'M', debited_iban: 'DE02120300000000202051' }), 'payment.creditor_id'],
    ['DE-R-031', means(59, { mandate: 'M', creditor_id: 'DE98ZZZ09999999999' }), 'payment.debited_iban'],
    ...IDENTIFIERS,
    ...REASONS,
  ],
};

/** A sale for each rule of `routes/peppol` on identifiers and of countries that it breaks. */
export const NATIONAL_ROWS: readonly NationalRow[] = Object.entries(ROWS).flatMap(([sale, rows]) =>
  rows.map(([rule, edit, ...fields]) => ({ rule, sale, edit, fields })),
);
