import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Batches, OpenBatch, Parcel, RailAnswer } from '../../ports/rail.ts';
import { type Step, waiting } from '../lifecycle/move.ts';
import { answered } from './answered.ts';
import { called, inquiryUnder, known, type Packed, railOf, sentDocument } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { calling } from './mark-call.ts';
import { type InLine, inLine, Places } from './places.ts';

/** What has failed so often goes alone: should it be what kills the process, it takes no others along. */
const MOST_TROUBLE = 3;

/**
 * An invoice that found no place of its own. Where its turn is far off, it goes at once with all that wait for the same: whoever
 * waits already and comes first gathers them.
 */
export async function waitOrGoTogether(
  record: InvoiceRecord,
  packed: Packed,
  place: InLine,
  tools: DeliveryTools,
): Promise<Step> {
  const { batches } = railOf(record, tools);
  const group = batches && groupOf(record, batches);
  const now = tools.clock.now().getTime();
  if (!batches || group === undefined || place.turn.getTime() - now < batches.fromWaitMs)
    return inLine(record, place, tools);
  if (known(record).turn === undefined)
    return inLine(record, notAfter(place, new Date(now + batches.gatherMs)), tools);
  const cap = { key: `${record.route} ${record.client} batch ${group}`, windows: batches.windows };
  const places = new Places(record, 'batch', tools, cap);
  const room = await places.takeAnew();
  if (room !== 'free') return inLine(record, notAfter(place, room.until), tools);
  const going = await together(record, packed, places, batches, tools).finally(() => places.end());
  return going ?? inLine(record, place, tools);
}

const notAfter = (place: InLine, until: Date): InLine => (place.until < until ? place : { ...place, until });

/** Of an invoice of which the route surely holds nothing, and which no batch has failed before. */
function groupOf({ state, submission, failures }: InvoiceRecord, batches: Batches): string | undefined {
  const { memo, drops, mayBeHeld } = submission ?? {};
  const isFresh = state === 'queued' && !mayBeHeld && drops === undefined && failures < MOST_TROUBLE;
  return isFresh && memo !== undefined ? batches.groupOf(memo) : undefined;
}

/** @returns undefined when it stays alone. */
async function together(
  record: InvoiceRecord,
  packed: Packed,
  places: Places,
  batches: Batches,
  tools: DeliveryTools,
): Promise<Step | undefined> {
  const own: Parcel = { ...inquiryUnder(packed.credential, record, places, tools), ...packed.carried };
  const parcels = await parcelsOf(await gathered(record, batches, tools), packed, places, tools);
  if (parcels.length === 0) return undefined;
  const others = parcels.map(({ record: other }) => other);
  const opening = batches.open([own, ...parcels.map(({ parcel }) => parcel)]);
  const opened = await called(record, 'open-batch', places, opening, tools);
  if ('word' in opened) {
    await tools.companions.leave(others);
    return undefined;
  }
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  const step = calling(inBatch(record, opened), tools);
  return { ...step, afterwards: (stored) => sendTogether(stored, record, others, opened, tools) };
}

const inBatch = (record: InvoiceRecord, { memo }: OpenBatch): InvoiceRecord => ({
  ...record,
  submission: { ...known(record), memo },
});

/** Those that may go along and that nobody else has taken; of those that are too many one comes as soon as there is room again. */
async function gathered(
  record: InvoiceRecord,
  batches: Batches,
  { companions, ...tools }: DeliveryTools,
): Promise<readonly InvoiceRecord[]> {
  const { client, route, submission } = record;
  const { documents, bytes } = batches.most;
  const group = groupOf(record, batches);
  const goesAlong = (other: InvoiceRecord): boolean =>
    other.id !== record.id &&
    other.submission?.turn !== undefined &&
    other.submission.credential === submission?.credential &&
    groupOf(other, batches) === group;
  const line = await companions.inLine({ client, route, limit: 2 * documents });
  let room = bytes - sizeOf(record);
  const fitting = line.filter((other) => other.lease === null && goesAlong(other));
  const chosen = fitting.slice(0, documents - 1).filter((other) => (room -= sizeOf(other)) >= 0);
  const [next] = fitting.filter((other) => !chosen.includes(other));
  if (next) {
    const at =
      tools.clock.now().getTime() + Math.max(...batches.windows.map(({ seconds }) => seconds * 1000));
    const [waits] = await companions.take([next]);
    if (waits) await companions.commit([waiting(waits, new Date(at), tools)]);
  }
  const taken = await companions.take(chosen);
  const changed = taken.filter((other) => !goesAlong(other));
  await companions.leave(changed);
  return taken.filter((other) => !changed.includes(other));
}

const sizeOf = ({ documents, documentSha256 }: InvoiceRecord): number =>
  documents.find(({ sha256 }) => sha256 === documentSha256)?.size ?? 0;

interface Packet {
  readonly record: InvoiceRecord;
  readonly parcel: Parcel;
}

/** Without those whose document cannot be read: that is for a run of their own to say. */
async function parcelsOf(
  records: readonly InvoiceRecord[],
  { credential }: Packed,
  places: Places,
  tools: DeliveryTools,
): Promise<readonly Packet[]> {
  const read = records.map(async (record): Promise<Packet | undefined> => {
    const bytes = await sentDocument(record, tools).catch(() => undefined);
    if (bytes) return { record, parcel: { ...inquiryUnder(credential, record, places, tools), bytes } };
    await tools.companions.leave([record]);
    return undefined;
  });
  return (await Promise.all(read)).filter((packet) => packet !== undefined);
}

/** Each of them is marked before the first byte leaves; when one has gone meanwhile nothing is sent, and all wait again. */
async function sendTogether(
  leader: InvoiceRecord,
  before: InvoiceRecord,
  others: readonly InvoiceRecord[],
  batch: OpenBatch,
  tools: DeliveryTools,
): Promise<Step> {
  const { companions, telemetry } = tools;
  const marked = await companions.commit(others.map((other) => calling(inBatch(other, batch), tools)));
  const isWhole = marked.length === others.length;
  const places = new Places(leader, 'batch', tools);
  const said = isWhole ? await called(leader, 'batch', places, batch.send(), tools) : undefined;
  if (said) telemetry.batchSent(leader.route, others.length + 1);
  const answerTo = (one: InvoiceRecord): RailAnswer => said ?? brokenUp(one);
  const earlier = new Map(others.map((other) => [other.id, other]));
  const steps = marked.map((one) => answered(one, 'send', answerTo(earlier.get(one.id)!), tools));
  await companions.commit(await Promise.all(steps));
  return answered(leader, 'send', answerTo(before), tools);
}

/** As if it had never been in the batch. */
const brokenUp = ({ submission }: InvoiceRecord): RailAnswer => ({
  word: COMMON_WORDS.brokenUp,
  retryAfterSeconds: 1,
  ...(submission?.memo !== undefined && { memo: submission.memo }),
});
