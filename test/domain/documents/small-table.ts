import { type SyntaxTable, syntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import type { DocumentForm } from '../../../src/domain/documents/document-form.ts';
import { documentForms } from '../../../src/domain/documents/forms-of-table.ts';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import { parsed } from '../parsed.ts';
import { germanInvoice } from '../sample.ts';

/** A syntax with these rows. */
const table = (elements: unknown, more: object = {}): SyntaxTable =>
  syntaxTable({
    syntax: 'small',
    title: 'Small',
    namespaces: { r: 'urn:root', a: 'urn:a', b: 'urn:b' },
    documents: { cii: { root: 'r:Document' } },
    elements,
    ...more,
  });

export const formOf = (elements: unknown, more: object = {}): DocumentForm =>
  documentForms(table(elements, more))[0]!;

/** The model of the sample, with these members. */
export const model = (more: Partial<En16931Invoice> = {}): En16931Invoice => ({
  ...joinApart(completeInvoice(parsed(germanInvoice()), { specification: 'S' })),
  ...more,
});
