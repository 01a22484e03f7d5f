/** The address of the service, and the key of the calls. */
export interface Api {
  readonly url: string;
  readonly key: string;
}

export const call = (api: Api, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(api.url + path, { ...init, headers: { Authorization: `Bearer ${api.key}`, ...init.headers } });

export interface Finding {
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}
export interface Invoice {
  readonly state: string;
  readonly invoice_number?: string;
  readonly legal_id?: string | null;
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
 */
export async function settle(api: Api, id: string, isDone = isProven): Promise<Invoice> {
  const until = Date.now() + 60_000;
  for (;;) {
    const invoice = (await (await call(api, `/invoices/${id}`)).json()) as Invoice;
    if (END_STATES.has(invoice.state) || isDone(invoice) || Date.now() > until) return invoice;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
