import type { Collection } from 'mongodb';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { LedgerDocument } from './documents.ts';
import type { Mongo } from './mongo.ts';

/** A record with more events in its document than this keeps the newest `MIN_EVENTS` there; the outbox has all of them. */
const MAX_EVENTS = 200;
/** Fewer, so that not every further event moves one. */
const MIN_EVENTS = 100;

type WithEvents = Pick<LedgerDocument, '_id' | 'events'>;
type Outbox = Pick<Mongo, 'outbox'>;

/**
 * Cuts old events out of documents. Their rows in the outbox name the record first; a process that dies in between leaves them in both
 * places, and readers name each once.
 * @param copied records whose events are all in the outbox.
 */
export async function moveOldEvents(
  { outbox }: Outbox,
  ledger: Collection<LedgerDocument>,
  copied: readonly WithEvents[],
): Promise<void> {
  for (const { _id, events } of copied.filter((record) => record.events.length > MAX_EVENTS)) {
    const old = events.slice(0, -MIN_EVENTS).map(({ eventId }) => eventId);
    const rows = { _id: { $in: old }, removedAt: { $exists: false } };
    await outbox.updateMany(rows, { $set: { movedFrom: _id } });
    const moved = await outbox.find({ ...rows, movedFrom: _id }, { projection: { _id: 1 } }).toArray();
    // What stays has no gaps: readers tell by its first event whether there are older ones.
    const there = new Set(moved.map((row) => row._id));
    const missing = old.findIndex((eventId) => !there.has(eventId));
    const cut = missing === -1 ? old : old.slice(0, missing);
    if (cut.length > 0) await ledger.updateOne({ _id }, { $pull: { events: { eventId: { $in: cut } } } });
  }
}

/** All events of each record, in sequence order. @param records as they were read before this call. */
export async function withMovedEvents(
  { outbox }: Outbox,
  records: readonly WithEvents[],
): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
  const all = new Map(records.map(({ _id, events }) => [_id, events]));
  const ids = records.filter(({ events: [first] }) => (first?.sequence ?? 1) > 1).map(({ _id }) => _id);
  if (ids.length === 0) return all;
  const older = new Map(ids.map((id) => [id, new Map<string, StoredEvent>()]));
  for await (const { movedFrom, event } of outbox.find({ movedFrom: { $in: ids } }))
    if (event) older.get(movedFrom!)?.set(event.eventId, event);
  for (const [id, moved] of older) {
    for (const event of all.get(id)!) moved.set(event.eventId, event);
    all.set(
      id,
      [...moved.values()].sort((one, other) => one.sequence - other.sequence),
    );
  }
  return all;
}
