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
export const FURTHER_PARTIES: Json = all(
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

export const EXTENDED_SAMPLES: Readonly<Record<string, Json>> = {
  'several orders and deliveries': SEVERAL_ORDERS,
  'further parties': FURTHER_PARTIES,
  'sub-lines': SUB_LINES,
};
