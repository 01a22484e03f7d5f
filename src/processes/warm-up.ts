import type { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { buildDocument } from '../domain/documents/builders.ts';
import { parseCanonical } from '../domain/invoice/parse-canonical.ts';
import type { DocumentToCheck } from '../ports/validator.ts';

/** Rounds until V8 has compiled the rules to machine code; they run behind the first answers. */
const ROUNDS = 100;

/**
 * Sends a small invoice and a credit note through every validator thread. `ready`: each thread has judged one, so modules and schemas are
 * loaded; `done`: its code is warm. Neither rejects: a pool that cannot check says so in every report.
 */
export function warmUp(pool: PoolValidator): { readonly ready: Promise<void>; readonly done: Promise<void> } {
  const samples = warmUpSamples();
  const ready = pool.warmUp(samples, 1).catch(() => undefined);
  const done = ready.then(() => pool.warmUp(samples, ROUNDS)).catch(() => undefined);
  return { ready, done };
}

/** Each of the two UBL roots has a schema of its own. */
export const warmUpSamples = (): readonly DocumentToCheck[] => [sample(INVOICE), sample(CREDIT_NOTE)];

const address = { street: 'Hauptstraße 1', city: 'Berlin', postcode: '10115', country: 'DE' };
const endpoint = { id: 'post@example.com', scheme: 'EM' };

/** Type codes: each has a UBL root, and so a schema, of its own. */
const INVOICE = 380;
const CREDIT_NOTE = 381;

const SAMPLE = {
  invoice: {
    number: 'WARM-UP',
    issue_date: '2026-10-01',
    due_date: '2026-10-31',
    currency: 'EUR',
    buyer_reference: 'warm-up',
  },
  seller: {
    name: 'Seller',
    vat_id: 'DE123456788',
    address,
    endpoint,
    contact: { name: 'Contact', phone: '+49 30 1234567', email: 'contact@example.com' },
  },
  buyer: { name: 'Buyer', address, endpoint },
  delivery: { date: '2026-10-01' },
  payment: { means_code: 58, iban: 'DE02120300000000202051' },
  lines: [{ name: 'Item', quantity: 1, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 19 }],
};

function sample(typeCode: number): DocumentToCheck {
  const parsed = parseCanonical({ ...SAMPLE, invoice: { ...SAMPLE.invoice, type_code: typeCode } });
  const built = parsed.ok ? buildDocument(parsed.invoice, 'DE-XRECHNUNG', 'xrechnung-ubl') : undefined;
  if (!built?.ok) throw new Error('the sample invoice of the warm-up cannot be built');
  const { text, syntax, specification } = built.document;
  return {
    bytes: new TextEncoder().encode(text),
    syntax,
    customization: specification,
    route: 'DE-XRECHNUNG',
    issueDate: SAMPLE.invoice.issue_date,
  };
}
