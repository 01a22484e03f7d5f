import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { KnownFeed } from '../../ports/feeds.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { RouteMessage } from '../../ports/rail.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { newlyOpened } from '../lifecycle/move.ts';
import { meantBy } from './about-invoice.ts';
import { applied, isAnswer } from './apply-message.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { weighed } from './payments.ts';
import type { SentFacts } from './sent-facts.ts';

export interface TakingTools extends AnswerTools {
  readonly invoices: Pick<InvoiceStore, 'sent' | 'commit'>;
  readonly telemetry: Pick<Telemetry, 'invoiceMoved' | 'careOpened'>;
  readonly facts: SentFacts;
  /** For what is kept of payments. */
  readonly content: TextSealer;
}

/**
 * What became of a message: `known` was taken in before, `unknown` is about nothing that was sent, and the invoice of one that is
 * `early` has an answer of its own to come.
 */
export type Taken = 'taken' | 'known' | 'unknown' | 'early';

/** A worker may commit between a read and a commit. */
const MOST_TRIES = 5;

/** Takes one message in. Taking the same in again changes nothing. */
export async function take(
  message: RouteMessage,
  { client, route }: Pick<KnownFeed, 'client' | 'route'>,
  tools: TakingTools,
): Promise<Taken> {
  const { invoices, telemetry, facts } = tools;
  const { about } = message;
  const named =
    'submissionId' in about ? { submissionId: about.submissionId } : { invoiceNumber: about.invoiceNumber };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = await meantBy(message, await invoices.sent({ client, route, ...named }), facts);
    const record = found.find(isHeld) ?? found.find(isOpen) ?? found[0];
    if (!record) return 'unknown';
    if (isOpen(record) && !mayTake(record, message, tools)) return 'early';
    const told = await weighed(message, record, tools);
    const step = await applied(told.record, told.message, tools);
    if (!step) return 'known';
    if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') continue;
    if (step.record.state !== record.state) telemetry.invoiceMoved(route, step.record.state);
    for (const { code, whoActs } of newlyOpened(record.care, step.record.care))
      telemetry.careOpened(code, whoActs);
    return 'taken';
  }
  return 'early';
}

/** What the route holds need not wait for its end when a message is that, or all ends come by messages. */
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
