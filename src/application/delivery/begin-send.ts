import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import { newSubmission } from '../../domain/lifecycle/submission.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { moved, type Step, waiting } from '../lifecycle/move.ts';
import { answered, failed } from './answered.ts';
import { called, consigned, pack, type Packed, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/**
 * Stores what the document will be recognised by, and that a call is about to be made; then makes it. The call belongs to the
 * same run: a process that dies in between leaves the mark behind, and whoever finds it asks first.
 */
export async function beginSend(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const packed = await pack(record, tools);
  if (!packed) return failed(record, COMMON_WORDS.credentialMissing, tools);
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  const now = tools.clock.now();
  const known = record.submission;
  const submission =
    known ?? newSubmission(railOf(record, tools).newSubmissionId(record.documentSha256!), now);
  const marked: InvoiceRecord = {
    ...record,
    // Of whoever finds it with the mark.
    work: 'settle',
    reachedRail: true,
    submission: { ...submission, isCalling: true },
  };
  const step =
    record.state === 'submitting'
      ? waiting(marked, now, tools)
      : moved(marked, 'submitting', tools, { dueAt: now });
  return { ...step, afterwards: (stored) => send(stored, packed, tools) };
}

async function send(record: InvoiceRecord, packed: Packed, tools: DeliveryTools): Promise<Step> {
  const rail = railOf(record, tools);
  const answer = await called(record, 'send', rail.send(consigned(record, packed)), tools);
  return answered(record, 'send', answer, tools);
}
