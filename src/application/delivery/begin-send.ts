import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import { newSubmission } from '../../domain/lifecycle/submission.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Step } from '../lifecycle/move.ts';
import { answered } from './answered.ts';
import { called, consigned, known, markOf, pack, type Packed, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { waitOrGoTogether } from './go-together.ts';
import { calling } from './mark-call.ts';
import { Places } from './places.ts';
import { failed } from './tried-again.ts';

/**
 * Stores what the document will be recognised by, and that a call is about to be made; then makes it. The call belongs to the
 * same run: a process that dies in between leaves the mark behind, and whoever finds it asks first.
 */
export async function beginSend(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const packed = await pack(record, tools);
  if (!packed) return failed(record, COMMON_WORDS.credentialMissing, tools);
  // Nobody is called with it: what becomes a dead letter over it never reached the route.
  if (railOf(record, tools).reads?.(packed.credential) === false)
    return failed(record, COMMON_WORDS.credentialRefused, tools);
  const begun = await prepared(begunBy(record, packed, tools), packed, tools);
  if ('events' in begun) return begun;
  // Right before the call, which the place is counted for; and before the mark, so that the invoice waits where it can be cancelled.
  const places = new Places(begun, 'send', tools);
  const place = await places.take();
  return place === 'free'
    ? marked(begun, packed, places, tools)
    : waitOrGoTogether(begun, packed, place, tools);
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
  const places = new Places(record, 'send', tools);
  const consignment = consigned(record, packed, places, tools);
  const answer = await called(record, 'prepare', places, rail.prepare(consignment), tools);
  const reached: InvoiceRecord = { ...record, reachedRail: true };
  if ('word' in answer) return answered(reached, 'prepare', answer, tools);
  return { ...reached, submission: { ...known(record), memo: answer.memo } };
}

async function marked(
  record: InvoiceRecord,
  packed: Packed,
  places: Places,
  tools: DeliveryTools,
): Promise<Step> {
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  return { ...calling(record, tools), afterwards: (stored) => send(stored, packed, places, tools) };
}

async function send(
  record: InvoiceRecord,
  packed: Packed,
  places: Places,
  tools: DeliveryTools,
): Promise<Step> {
  const consignment = consigned(record, packed, places, tools);
  const answer = await called(record, 'send', places, railOf(record, tools).send(consignment), tools);
  return answered(record, 'send', answer, tools);
}
