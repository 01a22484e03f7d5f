import type { components, operations } from '../../client/client.ts';
import { required } from '../../client/required.ts';
import { findInvoice } from '../find-invoice.ts';
import {
  CLIENT,
  firstRows,
  given,
  LIMIT,
  list,
  object,
  open,
  ROWS,
  text,
  TEXT,
  type Tool,
  tool,
  USUAL_ROWS,
} from '../tool.ts';
import { readDocument } from './read-document.ts';

type Schemas = components['schemas'];
type SearchQuery = operations['searchInvoices']['parameters']['query'];

const SENT = text('Its id (inv_…), its number, or the reference under which it was sent.');
const KIND = text(
  'Also read this one of its documents, as canonical or xrechnung-ubl; its field documents lists them.',
);

/** Of a history, the events that say what is the case now. */
const MAX_EVENTS = 20;
/** A page of a search may have no rows although later ones do. */
const MAX_PAGES = 5;

export const READ_TOOLS: readonly Tool[] = [
  tool<{ code: string }>({
    name: 'explain_code',
    title: 'Explain a code',
    description:
      'What a rule id or an error code means (BR-CO-15, KSEF-440, EI-ID-IBAN), who corrects it, and how.',
    effect: 'reads',
    input: object({ code: text('Exactly as a finding names it.') }, ['code']),
    output: open({ code: TEXT, title: TEXT, explanation: TEXT, fix_hint: TEXT, who_fixes: TEXT }),
    run: async ({ code }, { api }) =>
      required(await api.GET('/catalogue/{code}', { params: { path: { code } } })),
  }),
  tool<{ scheme: string; id: string }>({
    name: 'look_up_receiver',
    title: 'Look up a receiver',
    description:
      'Whether a company is registered in Peppol, and for which documents. registered is yes, no, or unknown if the directory did not answer.',
    effect: 'asks',
    input: object(
      {
        scheme: text(
          'Four digits that say what the id is (EAS code): 9930 a German VAT number (DE…), 0204 a Leitweg-ID, 0208 a Belgian enterprise ' +
            'number, 9925 a Belgian VAT number, 0225 a French SIREN, 9957 a French VAT number, 9945 a Polish VAT number, 9947 a Romanian ' +
            'VAT number, 0106 a Dutch KVK number, 9944 a Dutch VAT number, 0088 a GLN. A company may be registered under one and not under ' +
            'another: ask each that fits.',
          { pattern: '^[0-9]{4}$' },
        ),
        id: text(
          'The identifier in this scheme, without blanks; a VAT number with its country: DE123456789.',
          {
            maxLength: 130,
            pattern: '^[!-~]+$',
          },
        ),
      },
      ['scheme', 'id'],
    ),
    output: open({ participant: TEXT, registered: TEXT, routes: list(TEXT), document_types: list(TEXT) }),
    run: async ({ scheme, id }, { api }) =>
      required(await api.GET('/lookup/{scheme}/{id}', { params: { path: { scheme, id } } })),
  }),
  tool<{ invoice: string }>({
    name: 'why_invoice_waits',
    title: 'Why an invoice waits',
    description:
      'The state of a sent invoice, what it waits for (waits), when the service works on it again, its last events, and the rows on which ' +
      'somebody has to act (care).',
    effect: 'reads',
    input: object({ invoice: SENT }, ['invoice']),
    output: open({
      invoice: open({ id: TEXT, state: TEXT, route: TEXT }),
      events: list({ type: 'object' }),
      care: list({ type: 'object' }),
    }),
    run: async ({ invoice: name }, service) => {
      const invoice = await findInvoice(service, name);
      const params = { path: { id: invoice.id } };
      const [events, care] = await Promise.all([
        service.api.GET('/invoices/{id}/events', { params }),
        service.careOf(invoice),
      ]);
      return { invoice, events: required(events).data.slice(-MAX_EVENTS), care };
    },
  }),
  tool<{ client?: string; code?: string; limit?: number }>({
    name: 'list_care',
    title: 'List what somebody has to act on',
    description: 'The open rows of the care list, newest first: the invoice, the code, who acts, what to do.',
    effect: 'reads',
    input: object({ client: CLIENT, code: text('Only rows of this code.'), limit: LIMIT }),
    output: ROWS,
    run: ({ client, code: catalogue_code, limit }, service) =>
      firstRows(service.list('/care', { status: 'open', ...given({ client, catalogue_code }) }), limit),
  }),
  tool<{ invoice: string; document?: string }>({
    name: 'read_invoice',
    title: 'Read a sent invoice',
    description:
      'The record of a sent invoice: state, errors, attempts, documents; with document also the content of one.',
    effect: 'reads',
    input: object({ invoice: SENT, document: KIND }, ['invoice']),
    output: open({ invoice: open({ id: TEXT, state: TEXT, route: TEXT }) }),
    run: async ({ invoice: name, document: kind }, service) => {
      const invoice = await findInvoice(service, name);
      if (kind === undefined) return { invoice };
      const path = { id: invoice.id, kind };
      const read = service.api.GET('/invoices/{id}/documents/{kind}', {
        params: { path },
        parseAs: 'arrayBuffer',
      });
      return { invoice, document: await readDocument(read) };
    },
  }),
  tool<{ id: string }>({
    name: 'read_not_taken',
    title: 'Read a submission that was not taken',
    description:
      'Why an invoice was not taken when it was submitted: its findings, each with what is wrong, where (field), and what to do (fix_hint). ' +
      'It has no record as a sent invoice; the corrected invoice is submitted under the same number.',
    effect: 'reads',
    input: object({ id: text('Its id (rfs_…), which search_invoices gives.') }, ['id']),
    output: open({ submission: open({ id: TEXT, errors: list({ type: 'object' }) }) }),
    run: async ({ id }, { api }) => ({
      submission: required(await api.GET('/refusals/{id}', { params: { path: { id } } })),
    }),
  }),
  tool<{ id: string; document?: string }>({
    name: 'read_received_invoice',
    title: 'Read a received invoice',
    description:
      'The record of a received invoice: seller, state, documents; with document also the content of one.',
    effect: 'reads',
    input: object({ id: text('Its id (rcv_…), which search_invoices gives.'), document: KIND }, ['id']),
    output: open({ received: open({ id: TEXT, state: TEXT, route: TEXT }) }),
    run: async ({ id, document: kind }, { api }) => {
      const received = required(await api.GET('/received/{id}', { params: { path: { id } } }));
      if (kind === undefined) return { received };
      const path = { id, kind };
      const read = api.GET('/received/{id}/documents/{kind}', { params: { path }, parseAs: 'arrayBuffer' });
      return { received, document: await readDocument(read) };
    },
  }),
  tool<Record<string, never>>({
    name: 'list_packs_in_force',
    title: 'List the rule packs in force',
    description:
      'For each layer of checks the rule pack in force today and the one that follows, and how old those of each publisher are.',
    effect: 'reads',
    input: object({}),
    output: open({ data: list({ type: 'object' }), today: TEXT }),
    run: async (_, { api }) => required(await api.GET('/packs')),
  }),
  tool<
    Omit<SearchQuery, 'q' | 'by' | 'after' | 'kind'> & {
      words: string;
      kind?: string;
      by?: SearchQuery['by'];
      limit?: number;
    }
  >({
    name: 'search_invoices',
    title: 'Search invoices',
    description:
      'Invoices sent and received, and submissions that were not taken, newest first: by part of a number or reference, words of buyer or ' +
      'seller, a VAT number, or an amount.',
    effect: 'reads',
    input: object(
      {
        words: text('What is looked for.', { maxLength: 100 }),
        kind: { type: 'string', enum: ['sent', 'not_taken', 'received'] },
        from: text('First day, YYYY-MM-DD.', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
        to: text('Last day, YYYY-MM-DD.', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
        by: {
          type: 'string',
          enum: ['intake', 'issue_date'],
          description: 'What the days are of; intake if left out.',
        },
        client: CLIENT,
        limit: LIMIT,
      },
      ['words'],
    ),
    output: ROWS,
    run: async ({ words: q, kind, by = 'intake', limit = USUAL_ROWS, from, to, client }, { api }) => {
      const kinds = kind === undefined ? {} : { kind: [kind as Schemas['SearchedKind']] };
      const rows: Schemas['FoundInvoice'][] = [];
      let after: string | undefined;
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const query = { q, by, ...kinds, ...given({ from, to, client, after }) };
        const { data, next } = required(await api.GET('/search', { params: { query } }));
        rows.push(...data);
        after = next;
        if (after === undefined || rows.length > limit) break;
      }
      return { rows: rows.slice(0, limit), more: after !== undefined || rows.length > limit };
    },
  }),
];
