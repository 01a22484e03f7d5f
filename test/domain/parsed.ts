import assert from 'node:assert/strict';
import type { CanonicalInvoice } from '../../src/domain/invoice/canonical.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import type { Json } from './sample.ts';

export function parsed(document: Json): CanonicalInvoice {
  const result = parseCanonical(document);
  assert.ok(result.ok, JSON.stringify(result.ok ? '' : result.findings));
  return result.invoice;
}
