import type { components } from './api-types.ts';
import { pause } from './retries.ts';

export type Invoice = components['schemas']['Invoice'];
export type InvoiceState = components['schemas']['InvoiceState'];

export interface WaitOptions {
  /** The default is ten minutes. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The invoice has ended in a state that was not waited for. */
export class OtherEnd extends Error {
  override readonly name = 'OtherEnd';

  constructor(readonly invoice: Invoice) {
    const why = invoice.errors?.map(({ code, message }) => `[${code}] ${message ?? ''}`.trimEnd()) ?? [];
    super([`${invoice.invoice_ref} is ${invoice.state}.`, ...why].join(' '));
  }
}

/** Only a person, or a new submission, moves an invoice out of these. */
const ENDS: ReadonlySet<InvoiceState> = new Set([
  'ready',
  'delivered',
  'rejected',
  'validation_failed',
  'source_error',
  'cancelled',
  'dead_letter',
]);

const WAIT_MS = 10 * 60_000;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [250, 5_000];

export async function waitForState(
  read: () => Promise<Invoice>,
  states: readonly InvoiceState[],
  { timeoutMs = WAIT_MS, signal }: WaitOptions,
): Promise<Invoice> {
  const until = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const invoice = await read();
    if (states.includes(invoice.state)) return invoice;
    if (ENDS.has(invoice.state)) throw new OtherEnd(invoice);
    if (Date.now() + pauseMs > until)
      throw new DOMException(
        `${invoice.invoice_ref} is ${invoice.state} after ${timeoutMs} ms, not ${states.join(' or ')}.`,
        'TimeoutError',
      );
    await pause(pauseMs, signal);
  }
}
