import { afterLimits } from '../after-limits.ts';

/** The address of the service, and the key of the calls. */
export interface Api {
  readonly url: string;
  readonly key: string;
}

/** Again as late as the service asks for, if it got too many calls. */
export async function call(api: Api, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${api.key}`, ...init.headers };
  return afterLimits(() => fetch(api.url + path, { ...init, headers }));
}

export interface Finding {
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}
export interface Invoice {
  readonly state: string;
  readonly invoice_number?: string;
  readonly legal_id?: string | null;
  readonly buyer_status?: string | null;
  readonly late_after?: string;
  /** Of a received one. */
  readonly answer?: { readonly state: string };
  readonly errors: readonly Finding[];
  readonly documents: readonly { readonly kind: string; readonly href: string }[];
}

const END_STATES = new Set([
  'ready',
  'validation_failed',
  'dead_letter',
  'rejected',
  'cancelled',
  'source_error',
]);

/** Routes with a receipt, which may come a moment after the end; in France it comes before the end. */
const RECEIPTS_OF: Readonly<Record<string, readonly string[]>> = {
  accepted: ['anaf-response', 'upo'],
  delivered: ['as4-receipt', 'fr-lifecycle'],
};
/** Kinds of documents that prove that a route has an invoice. */
export const RECEIPTS: ReadonlySet<string> = new Set(Object.values(RECEIPTS_OF).flat());
const isProven = ({ state, documents }: Invoice): boolean =>
  documents.some(({ kind }) => RECEIPTS_OF[state]?.includes(kind));

/** Whether the route has it, with a receipt or not. */
export const isTaken = ({ state }: Invoice): boolean => state in RECEIPTS_OF;

/**
 * Waits at most a minute for an end.
 * @param isDone a further condition; the default is the receipt.
 * @param list where it is read: of sent invoices, or of received ones.
 */
export async function settle(
  api: Api,
  id: string,
  isDone = isProven,
  list: '/invoices' | '/received' = '/invoices',
): Promise<Invoice> {
  const until = Date.now() + 60_000;
  for (;;) {
    const invoice = (await (await call(api, `${list}/${id}`)).json()) as Invoice;
    if (END_STATES.has(invoice.state) || isDone(invoice) || Date.now() > until) return invoice;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
