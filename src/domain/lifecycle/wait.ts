import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { InvoiceState } from './states.ts';

/** The code of an invoice that may have been sent since the backup that a store was restored from. */
export const RESTORED = 'EI-RESTORED';

/** Each is a message of `words/catalogue/en/waits.yaml`. */
type WaitsFor = 'check' | 'send' | 'answer' | 'verdict' | 'decision';

interface Wait {
  readonly for: WaitsFor;
  /** A sentence of which the subject is the invoice. */
  readonly reason: Text;
}

type Waiting = Pick<InvoiceRecord, 'state' | 'work' | 'dueAt' | 'care'>;

/** What an invoice waits for; undefined at its end. */
export function waitOf(invoice: Waiting): Wait | undefined {
  const waitsFor = isHeldAfterRestore(invoice) ? 'decision' : stepOf(invoice);
  return waitsFor && { for: waitsFor, reason: say(`waits.${waitsFor}`) };
}

/** The service leaves it alone until a person decides. */
export const isHeldAfterRestore = ({ dueAt, care }: Pick<Waiting, 'dueAt' | 'care'>): boolean =>
  dueAt === null && care.some(({ code, handledAt }) => code === RESTORED && handledAt === undefined);

/** A send that failed goes back to the queue; the document is not checked again. */
function stepOf({ state, work }: Pick<Waiting, 'state' | 'work'>): WaitsFor | undefined {
  const waitsFor = AFTER[state];
  return waitsFor === 'check' && work !== 'check' ? 'send' : waitsFor;
}

const AFTER: Readonly<Partial<Record<InvoiceState, WaitsFor>>> = {
  received: 'check',
  queued: 'check',
  validated: 'send',
  submitting: 'answer',
  submitted: 'verdict',
};
