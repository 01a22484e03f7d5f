import type { TypeCode } from '../../invoice/canonical.ts';

const address = { street: 'Hauptstraße 1', city: 'Berlin', postcode: '10115', country: 'DE' };
const endpoint = { id: 'post@example.com', scheme: 'EM' };

/** The sample has the members that documents usually have: it makes their names and paths known to the threads and warms their rules. */
const LINE = {
  name: 'Item',
  description: 'Description',
  note: 'Note',
  quantity: 1,
  unit: 'C62',
  unit_price: 10,
  gross_price: 11,
  price_discount: 1,
  vat_category: 'S',
  vat_rate: 19,
  period: { start: '2026-10-01', end: '2026-10-31' },
  order_line: '1',
  seller_item_id: 'A-1',
  buyer_item_id: 'B-1',
  standard_item_id: { id: '4012345678901', scheme: '0160' },
  country_of_origin: 'DE',
  allowances: [{ amount: 1, reason: 'Rebate' }],
  charges: [{ amount: 1, reason: 'Freight' }],
};

const USUAL = {
  invoice: {
    number: 'WARM-UP',
    issue_date: '2026-10-01',
    due_date: '2026-10-31',
    currency: 'EUR',
    buyer_reference: 'warm-up',
    notes: ['Note'],
  },
  seller: {
    name: 'Seller',
    vat_id: 'DE123456788',
    address,
    endpoint,
    contact: { name: 'Contact', phone: '+49 30 1234567', email: 'contact@example.com' },
  },
  buyer: {
    name: 'Buyer',
    vat_id: 'DE123456788',
    reference: 'K-1',
    address,
    endpoint,
    contact: { name: 'Contact', phone: '+49 30 1234567', email: 'contact@example.com' },
  },
  delivery: { date: '2026-10-01' },
  payment: {
    means_code: 58,
    iban: 'DE02120300000000202051',
    account_name: 'Seller',
    reference: 'WARM-UP',
    terms: 'Terms',
  },
  order_reference: 'Order',
  contract_reference: 'Contract',
  allowances: [{ amount: 1, reason: 'Rebate', vat_category: 'S', vat_rate: 19 }],
  charges: [{ amount: 2, reason: 'Freight', vat_category: 'S', vat_rate: 19 }],
  lines: Array.from({ length: 10 }, () => LINE),
};

/** A usual invoice in canonical form. */
export const usualGermanInvoice = (typeCode: TypeCode): object => ({
  ...USUAL,
  invoice: { ...USUAL.invoice, type_code: Number(typeCode) },
});
