import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { RouteMessage } from '../../ports/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { newlyOpened, type Step } from '../lifecycle/move.ts';
import { hasLastWord } from '../../domain/vocabulary/buyer-status.ts';
import { meantBy, type Source } from './about-invoice.ts';
import { applyAnswer } from '../delivery/apply-answer.ts';
import { applied, isAnswer, keptUnmatched } from './apply-message.ts';
import type { AnswerTools } from '../delivery/delivery-tools.ts';
import { weighed } from './payments.ts';
import type { SentFacts } from './sent-facts.ts';

export interface TakingTools extends AnswerTools {
  readonly invoices: Pick<InvoiceStore, 'sent' | 'commit'>;
  readonly telemetry: Pick<Telemetry, 'invoiceMoved' | 'careOpened'>;
  readonly facts: SentFacts;
  /** For stored payments. */
  readonly content: TextSealer;
}

/**
 * What became of a message: `known` was taken in before, `unknown` is about nothing that was sent, `unmatched` fits none or several
 * of the invoices under its number, and the invoice of one that is `early` has an answer of its own to come.
 */
export type Taken = 'taken' | 'known' | 'unknown' | 'unmatched' | 'early';

/** A worker may commit between a read and a commit. */
const MOST_TRIES = 5;

/** Applies one message. Applying it again changes nothing. */
export async function take(message: RouteMessage, source: Source, tools: TakingTools): Promise<Taken> {
  const { invoices } = tools;
  const { client, route } = source;
  const { about } = message;
  const named =
    'submissionId' in about ? { submissionId: about.submissionId } : { invoiceNumber: about.invoiceNumber };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = await invoices.sent({ client, route, ...named });
    const meant = chosen(await meantBy(message, found, source, tools));
    const [newest] = found;
    if (!newest) return 'unknown';
    if (!meant) {
      const step = await keptUnmatched(newest, message, tools);
      if (!step) return 'known';
      if (await isCommitted(newest, step, tools)) return 'unmatched';
      continue;
    }
    if (message.proves && meant.state === 'submitted') {
      const proven = await applyAnswer(meant, 'poll', { mapping: message.proves, hasNoReceipt: true }, tools);
      await isCommitted(meant, proven, tools);
      continue;
    }
    if (isOpen(meant) && !mayTake(meant, message, tools)) return 'early';
    const told = await weighed(message, meant, tools);
    const step = await applied(told.record, told.message, tools);
    if (!step) return 'known';
    if (await isCommitted(meant, step, tools)) return 'taken';
  }
  return 'early';
}

async function isCommitted(record: InvoiceRecord, step: Step, tools: TakingTools): Promise<boolean> {
  const { invoices, telemetry } = tools;
  if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') return false;
  if (step.record.state !== record.state) telemetry.invoiceMoved(record.route, step.record.state);
  for (const { code, whoActs } of newlyOpened(record.care, step.record.care))
    telemetry.careOpened(code, whoActs);
  return true;
}

/**
 * Of several invoices that fit, the one that is delivered and whose buyer has not answered for the last time. Between two such none
 * is chosen; between one that waits for its own answer and others that were never delivered, the first is meant.
 */
function chosen(fitting: readonly InvoiceRecord[]): InvoiceRecord | undefined {
  const held = fitting.filter(isHeld);
  const groups = [
    held.filter(({ buyerStatus }) => !hasLastWord(buyerStatus)),
    held,
    fitting.filter(isOpen),
    fitting,
  ];
  const [first, ...more] = groups.find((group) => group.length > 0) ?? [];
  return more.length === 0 ? first : undefined;
}

/** An invoice that the route holds need not wait for its end if the message is that, or if all ends come by messages. */
function mayTake(
  { state, route }: InvoiceRecord,
  message: RouteMessage,
  { rails }: Pick<AnswerTools, 'rails'>,
): boolean {
  return state === 'submitted' && (isAnswer(message) || rails.get(route)?.endsByMessages === true);
}

const isHeld = ({ state }: InvoiceRecord): boolean => state === 'delivered' || state === 'accepted';
/** Its own answer is still to come. */
const isOpen = ({ state }: InvoiceRecord): boolean =>
  state === 'submitting' || state === 'submitted' || state === 'queued';
