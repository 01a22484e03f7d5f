import type { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import type { DocumentBuilder } from '../domain/documents/document-builder.ts';
import { parseCanonical } from '../domain/invoice/parse-canonical.ts';
import type { DocumentToCheck } from '../ports/validator.ts';

/**
 * Sends a small invoice, later a credit note too, through every validator thread. `ready`: each thread has judged the invoice, so that
 * it is known to work; `done`: its code is warm. Neither rejects: a pool that cannot check says so in every report.
 * @param rounds until V8 has compiled the rules to machine code; they run behind the first answers.
 */
export function warmUp(
  pool: PoolValidator,
  documents: DocumentBuilder,
  rounds: number,
): { readonly ready: Promise<void>; readonly done: Promise<void> } {
  const samples = warmUpSamples(documents);
  const ready = samples.then(([first]) => pool.warmUp([first], 1)).catch(() => undefined);
  const done = ready.then(async () => pool.warmUp(await samples, rounds)).catch(() => undefined);
  return { ready, done };
}

/** Each of the two UBL roots has a schema of its own. */
export const warmUpSamples = (
  documents: DocumentBuilder,
): Promise<readonly [invoice: DocumentToCheck, creditNote: DocumentToCheck]> =>
  Promise.all([sample(documents, INVOICE), sample(documents, CREDIT_NOTE)]);

const address = { street: 'Hauptstraße 1', city: 'Berlin', postcode: '10115', country: 'DE' };
const endpoint = { id: 'post@example.com', scheme: 'EM' };

/** Type codes: each has a UBL root, and so a schema, of its own. */
const INVOICE = 380;
const CREDIT_NOTE = 381;

/** What documents usually hold is in the sample: its names and paths are known to the threads, its rules warm. */
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

const SAMPLE = {
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

async function sample(documents: DocumentBuilder, typeCode: number): Promise<DocumentToCheck> {
  const parsed = parseCanonical({ ...SAMPLE, invoice: { ...SAMPLE.invoice, type_code: typeCode } });
  const built = parsed.ok
    ? await documents.build(parsed.invoice, 'DE-XRECHNUNG', 'xrechnung-ubl')
    : undefined;
  if (!built?.ok) throw new Error('the sample invoice of the warm-up cannot be built');
  const { bytes, syntax, specification } = built.document;
  return {
    bytes,
    syntax,
    customization: specification,
    route: 'DE-XRECHNUNG',
    issueDate: SAMPLE.invoice.issue_date,
  };
}
