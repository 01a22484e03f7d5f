import { frenchInvoice } from './french-sample.ts';
import { all, set, type Json } from './sample.ts';

const LINE = { name: 'Montage', quantity: 2, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 20 };

/** A French invoice of two orders, delivered to two places on two days. */
export const SEVERAL_ORDERS: Json = all(
  set('order_reference', 'BC-1'),
  set('order_date', '2026-08-30'),
  set('contract_reference', 'C-1'),
  set('contract_date', '2026-01-02'),
  set('contract_type', 'AAN'),
  set('despatch_advice_reference', 'BL-0'),
  set('despatch_advice_date', '2026-09-28'),
  set('delivery_terms', { code: 'DAP', place: 'Nantes' }),
  set('lines', [
    {
      ...LINE,
      gross_price: 11,
      price_discount: 1,
      price_discount_reason: 'Remise fidélité',
      price_discount_reason_code: '95',
      delivery_terms: { code: 'EXW', place: 'Lyon' },
      order_reference: 'BC-1',
      order_line: '10',
      order_date: '2026-08-30',
      sales_order_reference: 'OV-1',
      sales_order_line: '1',
      despatch_advice_reference: 'BL-1',
      despatch_advice_line: '3',
      delivery: {
        date: '2026-09-29',
        name: 'Dépôt Nord',
        location_id: { id: '4012345000016', scheme: '0088' },
        address: {
          street: '3 rue du Port',
          line2: 'Bâtiment B',
          line3: 'Quai 2',
          city: 'Lille',
          postcode: '59000',
          region: 'Nord',
          country: 'FR',
        },
      },
    },
    {
      ...LINE,
      order_reference: 'BC-2',
      despatch_advice_reference: 'BL-2',
      delivery: { date: '2026-10-01', address: { city: 'Nantes', country: 'FR' } },
    },
  ]),
)(frenchInvoice());

const ADDRESS = {
  street: '3 rue du Port',
  line2: 'Bâtiment B',
  line3: 'Quai 2',
  city: 'Lille',
  postcode: '59000',
  region: 'Nord',
  country: 'FR',
};

const partyOf = (name: string, siren: string, role: string) => ({
  name,
  role_code: role,
  trading_name: `${name} Services`,
  id: { id: `${siren}00017`, scheme: '0009' },
  company_id: { id: siren, scheme: '0002' },
  vat_id: `FR00${siren}`,
  endpoint: { id: siren, scheme: '0225' },
  address: ADDRESS,
  contact: { name: 'Service factures', phone: '+33 3 20 00 00 00', email: 'factures@exemple.example' },
});

/** All parties that the profile has beside seller and buyer. */
const FURTHER_PARTIES: Json = all(
  set('payee', {
    name: 'Affacturage SA',
    id: '4012345000016',
    id_scheme: '0088',
    role_code: 'DL',
    vat_id: 'FR00300000007',
    endpoint: { id: '300000007', scheme: '0225' },
    address: ADDRESS,
    contact: { name: 'Encaissement', phone: '+33 1', email: 'e@affacturage.example' },
  }),
  set('buyer_agent', partyOf('Agent Acheteur', '400000006', 'AB')),
  set('payer', partyOf('Payeur', '500000005', 'PR')),
  set('seller_agent', partyOf('Agent Vendeur', '600000004', 'SR')),
  set('invoicee', partyOf('Facturé', '700000003', 'IV')),
  set('invoicer', partyOf('Facturant', '800000002', 'II')),
)(frenchInvoice());

/** A set of two books in a group of goods, a line of its own, and one that only explains. */
export const SUB_LINES: Json = set('lines', [
  { id: 'A', line_type: 'GROUP', name: 'Lot', description: 'Lot de rentrée' },
  { id: 'B', line_type: 'GROUP', parent_line: 'A', name: 'Livres', quantity: 2, unit: 'C62', unit_price: 20 },
  { ...LINE, id: 'C', line_type: 'DETAIL', parent_line: 'B', name: 'Livre', vat_rate: '5.5' },
  { ...LINE, id: 'D', line_type: 'DETAIL', parent_line: 'B', name: 'Cahier' },
  { ...LINE, id: 'E', line_type: 'DETAIL', parent_line: 'A', name: 'Jouet' },
  { id: 'F', line_type: 'INFORMATION', parent_line: 'E', name: 'Papier cadeau', quantity: 1, unit: 'C62' },
  { ...LINE, id: 'G', name: 'Port' },
])(frenchInvoice());

const subInvoice = (number: string, siren: string) => ({
  group: {
    line_type: 'GROUP',
    invoiced_object: { id: 'S1', scheme: 'AVV' },
    further_objects: [{ id: number, scheme: 'AFL' }],
    seller: {
      name: `Vendeur ${siren}`,
      id: { id: `${siren}00019`, scheme: '0009' },
      company_id: { id: siren, scheme: '0002' },
      vat_id: `FR44${siren}`,
      country: 'FR',
    },
  },
  detail: {
    ...LINE,
    line_type: 'DETAIL',
    invoiced_object: { id: number, scheme: 'AFL' },
    seller: { company_id: { id: siren, scheme: '0002' } },
    vat_exemption_reason: `#${number}#`,
  },
});

const OWN = subInvoice('F-2026-1', '100000009');
const OTHER = subInvoice('111111118_F-2026-1', '111111118');

/** Two sellers, each with a group that is an invoice of its own, at the same rate; the second one has two rates. */
export const SEVERAL_SELLERS: Json = all(
  set('invoice.business_process', 'S8'),
  set('lines', [
    { ...OWN.group, id: '1', name: 'Pour compte propre' },
    {
      ...OWN.detail,
      id: '2',
      parent_line: '1',
      vat_date_code: '432',
      period: { start: '2026-09-01', end: '2026-09-30' },
    },
    { ...OTHER.group, id: '3', name: 'Pour compte de tiers' },
    { ...OTHER.detail, id: '4', parent_line: '3' },
    { ...OTHER.detail, id: '5', parent_line: '3', vat_rate: 10 },
  ]),
)(frenchInvoice());

/** A correction of two invoices, and of an exempt sale, with an attribute that has a code. */
export const LINE_REFERENCES: Json = all(
  set('invoice.type_code', '381'),
  set('lines', [
    {
      ...LINE,
      preceding_invoice: { number: 'F-2026-0', type_code: '380', issue_date: '2026-09-01', line: '3' },
      attributes: [{ name: 'Couleur', value: 'Rouge', code: 'COLOR_TEXT' }],
    },
    {
      ...LINE,
      vat_category: 'E',
      vat_rate: 0,
      vat_exemption_reason: 'Formation',
      vat_exemption_code: 'VATEX-FR-CGI261-4',
      preceding_invoice: { number: 'F-2025-9', issue_date: '2025-12-01' },
    },
  ]),
  set('allowances', [
    {
      amount: 1,
      reason: 'Remise',
      vat_category: 'E',
      vat_rate: 0,
      vat_exemption_reason: 'Formation',
      vat_exemption_code: 'VATEX-FR-CGI261-4',
    },
  ]),
  set('charges', [
    {
      amount: 2,
      reason: 'Port',
      vat_category: 'E',
      vat_rate: 0,
      vat_exemption_reason: 'Formation',
      vat_exemption_code: 'VATEX-FR-CGI261-4',
    },
  ]),
)(frenchInvoice());

export const EXTENDED_SAMPLES: Readonly<Record<string, Json>> = {
  'several orders and deliveries': SEVERAL_ORDERS,
  'further parties': FURTHER_PARTIES,
  'sub-lines': SUB_LINES,
  'several sellers': SEVERAL_SELLERS,
  'references of lines': LINE_REFERENCES,
};
