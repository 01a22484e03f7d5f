import { converting } from '../../../src/adapters/pdf/print.ts';
import { asTerms } from '../../../src/domain/documents/read-canonical.ts';
import { compareTerms, type TermDifference } from '../../../src/domain/documents/compare-terms.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import type { Conversion, ConversionOrder } from '../../../src/ports/converter.ts';
import { SYNTAXES } from '../../support/documents.ts';
import type { Json } from '../../domain/sample.ts';

const convert = converting(SYNTAXES);

export const converted = (
  source: Json | string | Uint8Array,
  to: ConversionOrder['to'],
  attachments: ConversionOrder['attachments'] = 'inline',
): Promise<Conversion> =>
  convert({
    bytes:
      source instanceof Uint8Array
        ? source
        : new TextEncoder().encode(typeof source === 'string' ? source : JSON.stringify(source)),
    form: source instanceof Uint8Array || typeof source === 'string' ? 'file' : 'canonical',
    to,
    attachments,
  });

/** A conversion that has to be there. @throws Error with the findings in its place. */
export async function done(
  ...order: Parameters<typeof converted>
): Promise<Extract<Conversion, { readonly converted: true }>> {
  const conversion = await converted(...order);
  if (conversion.converted) return conversion;
  throw new Error(JSON.stringify(conversion.findings));
}

/** The terms of an invoice as any document of EN 16931 states them. */
export const termsOf = (document: unknown) => {
  const parsed = parseCanonical(document);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return asTerms(completeInvoice(parsed.invoice, { specification: '', takesProcess: true }));
};

/** A canonical invoice, written and read as canonical again: the terms that differ, and both canonical readings. */
export async function roundTrip(
  document: Json,
  to: ConversionOrder['to'],
): Promise<{
  readonly differences: readonly TermDifference[];
  readonly once: unknown;
  readonly twice: unknown;
}> {
  const once = await readBack(document, to);
  const twice = await readBack(once as Json, to);
  return { differences: compareTerms(termsOf(document), termsOf(once)), once, twice };
}

async function readBack(document: Json, to: ConversionOrder['to']): Promise<unknown> {
  const { file } = await done(document, to);
  return (await done(file!.bytes, 'canonical')).document;
}
