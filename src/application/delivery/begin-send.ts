import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import { isLate } from '../../domain/lifecycle/caps.ts';
import { newSubmission } from '../../domain/lifecycle/submission.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { moved, type Step, waiting } from '../lifecycle/move.ts';
import { answered } from './answered.ts';
import { called, consigned, known, markOf, pack, type Packed, placeFor, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { failed } from './tried-again.ts';

/**
 * Stores what the document will be recognised by, and that a call is about to be made; then makes it. The call belongs to the
 * same run: a process that dies in between leaves the mark behind, and whoever finds it asks first.
 */
export async function beginSend(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const packed = await pack(record, tools);
  if (!packed) return failed(record, COMMON_WORDS.credentialMissing, tools);
  const begun = await prepared(begunBy(record, packed, tools), packed, tools);
  if ('events' in begun) return begun;
  // Right before the call, which the place is counted for; and before the mark, so that the invoice waits where it can be cancelled.
  const place = await placeFor(begun, 'send', tools);
  return place === 'free' ? marked(begun, packed, tools, tools.clock.now()) : waiting(begun, place, tools);
}

function begunBy(record: InvoiceRecord, { credential }: Packed, tools: DeliveryTools): InvoiceRecord {
  const submission =
    record.submission ??
    newSubmission(railOf(record, tools).newSubmissionId(record.documentSha256!), tools.clock.now());
  return { ...record, submission: { ...submission, credential: markOf(credential) } };
}

/** What comes before the document: a step when that leads nowhere. */
async function prepared(
  record: InvoiceRecord,
  packed: Packed,
  tools: DeliveryTools,
): Promise<InvoiceRecord | Step> {
  const rail = railOf(record, tools);
  if (!rail.prepare) return record;
  const answer = await called(record, 'prepare', rail.prepare(consigned(record, packed, tools)), tools);
  const reached: InvoiceRecord = { ...record, reachedRail: true };
  if ('word' in answer) return answered(reached, 'prepare', answer, tools);
  return { ...reached, submission: { ...known(record), memo: answer.memo } };
}

async function marked(
  record: InvoiceRecord,
  packed: Packed,
  tools: DeliveryTools,
  placedAt: Date,
): Promise<Step> {
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  const now = tools.clock.now();
  const calling: InvoiceRecord = {
    ...record,
    // Of whoever finds it with the mark.
    work: 'settle',
    reachedRail: true,
    submission: { ...known(record), isCalling: true },
  };
  const step =
    record.state === 'submitting'
      ? waiting(calling, now, tools)
      : moved(calling, 'submitting', tools, { dueAt: now });
  return { ...step, afterwards: (stored) => send(stored, packed, tools, placedAt) };
}

async function send(
  record: InvoiceRecord,
  packed: Packed,
  tools: DeliveryTools,
  placedAt: Date,
): Promise<Step> {
  // The write before took long: calls that were counted apart would arrive together.
  if (isLate(placedAt, tools.clock.now()) && (await placeFor(record, 'send', tools)) !== 'free')
    return answered(record, 'send', { word: COMMON_WORDS.tooMany, retryAfterSeconds: 1 }, tools);
  const rail = railOf(record, tools);
  const answer = await called(record, 'send', rail.send(consigned(record, packed, tools)), tools);
  return answered(record, 'send', answer, tools);
}
