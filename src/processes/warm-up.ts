import type { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import type { DocumentBuilder } from '../domain/documents/document-builder.ts';
import { parseCanonical } from '../domain/invoice/parse-canonical.ts';
import { ROUTE_PROFILES } from '../domain/routes/all.ts';
import type { TypeCode } from '../domain/invoice/canonical.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { DocumentToCheck } from '../ports/validator.ts';

/** Sends a small invoice through every validator thread: then each works. A failing pool is reported wherever its state is, so nothing is thrown. */
export async function tryThreads(pool: PoolValidator, documents: DocumentBuilder): Promise<void> {
  await sample(documents, INVOICE)
    .then((invoice) => pool.warmUp([invoice], 1))
    .catch(() => undefined);
}

/**
 * Sends small documents through every thread. It takes all processors for some seconds, so a start ends before it.
 * @param rounds until V8 has compiled the rules to machine code.
 */
export async function warmUp(pool: PoolValidator, documents: DocumentBuilder, rounds: number): Promise<void> {
  const [samples, alsoRead] = [warmUpSamples(documents), samplesToRead(documents)];
  await Promise.all([samples, alsoRead])
    .then((read) => pool.warmUp(read[0], rounds, read[1]))
    .catch(() => undefined);
}

/** Each of the two UBL roots has a schema of its own. */
export const warmUpSamples = (
  documents: DocumentBuilder,
): Promise<readonly [invoice: DocumentToCheck, creditNote: DocumentToCheck]> =>
  Promise.all([sample(documents, INVOICE), sample(documents, CREDIT_NOTE)]);

/** In CII. To check it would load its schema and rules in each thread, which not every service needs. */
export const samplesToRead = async (documents: DocumentBuilder): Promise<readonly Uint8Array[]> => [
  (await sample(documents, INVOICE, 'xrechnung-cii')).bytes,
];

/** Type codes: each has a UBL root of its own, and so a schema of its own. */
const INVOICE = '380';
const CREDIT_NOTE = '381';

async function sample(
  documents: DocumentBuilder,
  typeCode: TypeCode,
  format?: Format,
): Promise<DocumentToCheck> {
  const profile = ROUTE_PROFILES.find(({ warmUpInvoice }) => warmUpInvoice !== null);
  if (!profile?.warmUpInvoice) throw new Error('no route has an invoice to warm up with');
  const { name: route, formats } = profile;
  const parsed = parseCanonical(profile.warmUpInvoice(typeCode));
  const built = parsed.ok
    ? await documents.build(parsed.invoice, route, format ?? formats[0].format)
    : undefined;
  if (!built?.ok) throw new Error('the sample invoice of the warm-up cannot be built');
  const { bytes, syntax, specification: customization, issueDate } = built.document;
  return { bytes, syntax, customization, route, issueDate };
}
