import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { formatOver } from '../../app/routes.ts';
import { service } from '../../app/session.ts';
import { inLines } from '../../app/source/json-source.ts';
import { findingsOfBuyer, readHistory } from '../../components/timeline/history.ts';
import {
  canCredit,
  findNext,
  isUnsettled,
  type Next,
  referenceOfNext,
  takesNext,
  typeCodeIn,
} from './next.ts';

export type Finding = components['schemas']['Finding'];
type Invoice = components['schemas']['Invoice'];
type Refusal = components['schemas']['Refusal'];

/** What is corrected: a submission that was not taken, or an invoice that was refused later. */
export interface Refused {
  readonly id: string;
  readonly of: 'refusals' | 'invoices';
  readonly reference: string | undefined;
  readonly route: components['schemas']['Route'] | undefined;
  readonly call: Refusal['call'];
  readonly state: Invoice['state'] | 'not_taken';
  readonly at: string;
  readonly findings: readonly Finding[];
  readonly sentAgainAs: components['schemas']['Attempt'] | undefined;
  /** Of an invoice. */
  readonly number?: string | undefined;
  readonly correction?: Invoice['correction'];
  readonly isOffline?: boolean;
  /** Of one that the buyer has refused, or that was given up: what is made of it. */
  readonly next?: {
    readonly kind: Next;
    readonly reference: string;
    readonly losses: readonly string[];
    /** Why nothing follows it. */
    readonly lock: 'not-by-buyer' | 'no-credit' | undefined;
  };
  /** Of a submission. */
  readonly entry?: { readonly until: string; readonly times: number };
}

export interface RefusedText {
  readonly refused: Refused;
  /** As it was submitted; undefined if it is not held. */
  readonly body: Blob | undefined;
}

export const isInvoice = (id: string): boolean => id.startsWith('inv_');

/** What was sent in its place, or after it. */
export async function readSentAgain({ id, next }: Refused): Promise<Refused['sentAgainAs']> {
  if (!isInvoice(id)) return (await readRefusal(id)).sentAgainAs;
  const invoice = await readInvoice(id);
  return next ? findNext(invoice, next.kind) : invoice.sent_again_as;
}

export async function readText(
  id: string,
  next: Next | undefined,
  signal: AbortSignal,
): Promise<RefusedText> {
  if (isInvoice(id)) {
    const invoice = await readInvoice(id, signal);
    if (next) return readForNext(invoice, next, signal);
    return { refused: refusedInvoice(invoice), body: await submissionOf(invoice, signal) };
  }
  const call = { params: { path: { id } }, parseAs: 'blob', signal } as const;
  const [refused, body] = await Promise.all([
    readRefusal(id, signal),
    dataOf<unknown>(service().api.GET('/refusals/{id}/documents/body', call)),
  ]);
  return { refused, body: body as Blob };
}

/** As it was submitted; a finished file or an export as data. */
async function readForNext(invoice: Invoice, kind: Next, signal: AbortSignal): Promise<RefusedText> {
  const [history, sentAgainAs, { content, losses }] = await Promise.all([
    readHistory(invoice.id, signal),
    findNext(invoice, kind, signal),
    readContent(invoice, signal),
  ]);
  const body = bodyOfNext(invoice, content);
  const lock = !takesNext(invoice)
    ? 'not-by-buyer'
    : kind === 'credit-note' && (isUnsettled(invoice) || !canCredit(invoice, typeCodeIn(body)))
      ? 'no-credit'
      : undefined;
  return {
    refused: {
      ...refusedInvoice(invoice),
      call: 'POST /invoices',
      findings: findingsOfBuyer(invoice, history.events),
      sentAgainAs,
      correction: lock ? undefined : { allowed: true, number: 'new', document: 'canonical' },
      next: { kind, reference: referenceOfNext(invoice, kind), losses, lock },
    },
    body: new Blob([body], { type: 'application/json' }),
  };
}

async function readContent(invoice: Invoice, signal: AbortSignal) {
  const written = await documentOf(invoice, 'canonical', signal);
  if (written) return { content: await written.text(), losses: [] };
  const params = { path: { id: invoice.id }, query: { attachments: 'inline' } } as const;
  const { document, losses } = await dataOf(
    service().api.GET('/invoices/{id}/documents/as-canonical', { params, signal }),
  );
  return {
    content: JSON.stringify(document),
    losses: [...new Set(losses.map(({ term, path }) => term ?? path ?? ''))].filter(
      (name) => !WRITTEN_BY_ROUTE.has(name),
    ),
  };
}

/** Process and specification: the service writes them into what it builds. */
const WRITTEN_BY_ROUTE: ReadonlySet<string> = new Set(['BT-23', 'BT-24']);

/** In the format in which it was built or came, if the service can build that over its route. */
export function bodyOfNext(invoice: Invoice, content: string): string {
  const kinds = invoice.documents.map(({ kind }) => kind);
  return bodyOf(invoice, 'document', content, formatOver(invoice.route, kinds));
}

/** The submission of an invoice as its ERP would send it; undefined if that is not held. */
async function submissionOf(invoice: Invoice, signal: AbortSignal): Promise<Blob | undefined> {
  const kind = invoice.correction?.document;
  const content = await documentOf(invoice, kind, signal);
  const name = BODY_MEMBERS[kind ?? ''];
  return content === undefined || name === undefined
    ? content
    : new Blob([bodyOf(invoice, name, await content.text())], { type: 'application/json' });
}

/** Undefined if the invoice has none of this kind. */
export async function documentOf(
  invoice: Invoice,
  kind: string | undefined,
  signal?: AbortSignal,
): Promise<Blob | undefined> {
  if (kind === undefined || !invoice.documents.some((document) => document.kind === kind)) return undefined;
  const path = { id: invoice.id, kind };
  const call = { params: { path }, parseAs: 'blob', ...(signal && { signal }) } as const;
  return (await dataOf<unknown>(service().api.GET('/invoices/{id}/documents/{kind}', call))) as Blob;
}

/** The member of a submission that has its content, by the kind of document as which it is stored. */
export const BODY_MEMBERS: Readonly<Record<string, string>> = {
  canonical: 'document',
  'erp-export': 'export',
};

/** The content stays as it is written: JSON.stringify would change its numbers. */
function bodyOf(
  { invoice_ref, route, correction = { allowed: false } }: Invoice,
  name: string,
  content: string,
  format: string | undefined = correction.format,
) {
  const { connector, mapping_version } = correction;
  const others = { invoice_ref, route, formats: format && [format], connector, mapping_version };
  const members = Object.entries(others).flatMap(([member, value]) =>
    value === undefined ? [] : [`"${member}": ${JSON.stringify(value)}`],
  );
  const lines = [...members, `"${name}": ${inLines(content).replaceAll('\n', '\n  ')}`];
  return `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}`;
}

export const readInvoice = (id: string, signal?: AbortSignal): Promise<Invoice> =>
  dataOf(
    service().api.GET('/invoices/{id}', {
      params: { path: { id }, query: { figures: true } },
      ...(signal && { signal }),
    }),
  );

function refusedInvoice(invoice: Invoice): Refused {
  const {
    id,
    invoice_ref: reference,
    invoice_number: number,
    route,
    state,
    correction,
    errors = [],
  } = invoice;
  const isBody = BODY_MEMBERS[correction?.document ?? ''] !== undefined;
  return {
    id,
    of: 'invoices',
    reference,
    route,
    call: isBody ? 'POST /invoices' : 'POST /invoices/xml',
    state,
    at: invoice.updated_at,
    findings: errors,
    sentAgainAs: invoice.sent_again_as,
    number,
    correction,
    isOffline: invoice.offline_mode !== undefined,
  };
}

async function readRefusal(id: string, signal?: AbortSignal): Promise<Refused> {
  const call = { params: { path: { id } }, ...(signal && { signal }) };
  const refusal = await dataOf(service().api.GET('/refusals/{id}', call));
  const { invoice_ref: reference, route, at, errors, times, kept_until: until } = refusal;
  return {
    id,
    of: 'refusals',
    reference,
    route,
    call: refusal.call,
    state: 'not_taken',
    at,
    findings: errors,
    sentAgainAs: refusal.sent_again_as,
    entry: { until, times },
  };
}
