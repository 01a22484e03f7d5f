/** Where the service listens, and with which key it is called. */
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

/** Where an invoice ends with a receipt, which may come a moment later; in France it is there before the end. */
const RECEIPTS_OF: Readonly<Record<string, readonly string[]>> = {
  accepted: ['anaf-response', 'upo'],
  delivered: ['as4-receipt', 'fr-lifecycle'],
};
/** Kinds of documents with which a route proves that it holds an invoice. */
export const RECEIPTS: ReadonlySet<string> = new Set(Object.values(RECEIPTS_OF).flat());
const isProven = ({ state, documents }: Invoice): boolean =>
  documents.some(({ kind }) => RECEIPTS_OF[state]?.includes(kind));

/** Whether the route has it, receipt or not. */
export const isTaken = ({ state }: Invoice): boolean => state in RECEIPTS_OF;

/** Waits a minute at most for an end. @param isDone what else ends the waiting: the receipt, unless told otherwise. */
export async function settled(api: Api, id: string, isDone = isProven): Promise<Invoice> {
  const until = Date.now() + 60_000;
  for (;;) {
    const invoice = (await (await call(api, `/invoices/${id}`)).json()) as Invoice;
    if (END_STATES.has(invoice.state) || isDone(invoice) || Date.now() > until) return invoice;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
