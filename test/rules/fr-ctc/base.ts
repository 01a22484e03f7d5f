import { parsed } from '../../domain/parsed.ts';
import { frenchInvoice } from '../../domain/french-sample.ts';
import { all, set, type Edit } from '../../domain/sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import type { RuledSyntax } from '../../support/built-in-rules.ts';
import { textOf } from '../../support/text-of.ts';

/** An invoice between companies, with the members that the rules of France check. */
const BASE: readonly Edit[] = [
  set('invoice.notes', ['#BAR#B2B']),
  set('seller.ids', [
    { id: '10000000900017', scheme: '0009' },
    { id: 'ACHATS', scheme: '0224' },
  ]),
  set('allowances', [{ amount: '1.00', vat_category: 'S', vat_rate: 20, reason: 'Remise' }]),
  set('attachments', [{ id: 'A-1', description: 'PJA', url: 'https://files.example/a-1' }]),
  set('delivery', { date: '2026-10-04' }),
  set('lines[0].attributes', [{ name: 'Couleur', value: 'bleu' }]),
];

/** A document that breaks no rule, built as the service builds it. */
export async function frenchDocument(syntax: RuledSyntax, ...edits: readonly Edit[]): Promise<string> {
  const made = await DOCUMENTS.build(parsed(all(...BASE, ...edits)(frenchInvoice())), 'FR-PA', syntax);
  if (!made.ok) throw new Error(JSON.stringify(made.findings));
  // Without indentation, so that rows can name the parts that they change.
  return textOf(made.document).replaceAll(/>\n\s*/g, '>');
}
