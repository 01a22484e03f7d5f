import type { CanonicalInvoice } from '../invoice/canonical.ts';
import type { Route } from '../vocabulary/route.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import { type Built, MOST_DOCUMENT_BYTES } from './built-document.ts';
import type { Format } from '../vocabulary/formats.ts';
import { buildXRechnungUbl } from './ubl/xrechnung.ts';

type Build = (invoice: CanonicalInvoice) => Built | Promise<Built>;

/** What can be built. A route or format that is missing here is refused before anything is accepted. */
const BUILDERS: { readonly [R in Route]?: { readonly [F in Format]?: Build } } = {
  'DE-XRECHNUNG': { 'xrechnung-ubl': buildXRechnungUbl },
};

export const hasBuilder = (route: Route, format: Format): boolean => BUILDERS[route]?.[format] !== undefined;

export const hasAnyBuilder = (route: Route): boolean => BUILDERS[route] !== undefined;

/**
 * Builds the document that goes to the route; the same invoice gives the same bytes.
 * @throws Error when nothing builds this format: callers ask `hasBuilder` before they accept an invoice.
 */
export async function buildDocument(invoice: CanonicalInvoice, route: Route, format: Format): Promise<Built> {
  const build = BUILDERS[route]?.[format];
  if (!build) throw new Error(`no builder for ${format} on ${route}`);
  const built = await build(invoice);
  return built.ok && built.document.bytes.length > MOST_DOCUMENT_BYTES
    ? { ok: false, findings: [TOO_LARGE] }
    : built;
}

const TOO_LARGE = schemaFinding(
  'lines',
  `The document would be larger than ${MOST_DOCUMENT_BYTES / 1e6} MB. Split the invoice.`,
);
