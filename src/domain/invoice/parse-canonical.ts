import type { Finding, NonEmpty } from '../findings/finding.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from './canonical.ts';
import { SchemaReader } from './read-member.ts';
import { CANONICAL_SCHEMA } from './schema.ts';
import { STRUCTURE_RULES } from './structure-rules.ts';

export type ParsedInvoice =
  | { readonly ok: true; readonly invoice: CanonicalInvoice }
  | {
      readonly ok: false;
      readonly findings: NonEmpty<Finding>;
      /** A number, text or list is past the limits: POST /validate answers 422 for these only. */
      readonly pastLimit: boolean;
    };

/**
 * Reads a canonical document (contract 2.2). Everything that the domain does afterwards relies on what is checked here:
 * totals can be computed from whatever is returned.
 * @param json parsed JSON; numbers as `JsonNumber`, plain numbers or decimal strings. Members are read as own properties.
 */
export function parseCanonical(json: unknown): ParsedInvoice {
  const reader = new SchemaReader();
  const read = reader.read(CANONICAL_SCHEMA, json ?? null, '');
  const [first, ...rest] = reader.findings;
  if (first) return { ok: false, findings: [first, ...rest], pastLimit: reader.pastLimit };
  // The schema table is held to this type member by member (`Shape`), and nothing was refused.
  const invoice = read as CanonicalInvoice;
  return structured(invoice, reader);
}

function structured(invoice: CanonicalInvoice, reader: SchemaReader): ParsedInvoice {
  for (const rule of STRUCTURE_RULES)
    for (const field of rule.broken(invoice))
      reader.add(schemaFinding(field, rule.message, { related: rule.rule && [rule.rule] }));
  const [first, ...rest] = reader.findings;
  return first ? { ok: false, findings: [first, ...rest], pastLimit: false } : { ok: true, invoice };
}
