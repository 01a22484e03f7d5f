import type { AnyBulkWriteOperation, Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { CallFailed } from '../../domain/failures.ts';
import { ORPHANED_MS } from '../../domain/lifecycle/orphans.ts';
import type { AuditDocument, LedgerDocument, OutboxDocument } from './documents.ts';
import { areDuplicates, isFirst, isOutage, isPassing } from './driver-errors.ts';
import { elapsedMs, type Instant, instant } from './instant.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { moveOldEvents } from './moved-events.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { ANY_MARK, latestMark } from './pending.ts';

const BATCH = 100;

/** How long an invoice is skipped that can surely not be copied: every read would try it. */
const ASIDE_MS = 3_600_000;
/** After an error that is not known: as long at first, twice as long after each further one. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** From this failure on an operator learns of it. */
const TOLD_FROM = 5;
/** So many in a row that fail for an unknown reason do not fail for their own. */
const MAX_IN_A_ROW = 3;

interface Aside {
  readonly until: number;
  readonly failures: number;
}

type Waiting = Pick<LedgerDocument, '_id' | 'client' | 'events' | 'outbox' | 'eventsPendingSince'>;
/** Signing keys have numbers as ids. */
type Audited = Pick<LedgerDocument, 'audit' | 'auditPendingSince'> & { readonly _id: string | number };

/** How long events of this process wait for others, to be copied together. */
const TOGETHER_MS = 500;
/** How often a reader that follows looks for events of processes that died before they copied them. */
const LOST_EVERY_MS = 10_000;

/** How often audit rows are copied without a reader. */
const AUDIT_EVERY_MS = 60_000;

/** How long the end of the outbox is taken as this process has left it: emptied positions are dropped much later. */
const END_MS = ORPHANED_MS / 60;

/** The end of the outbox, as it was at an instant. */
interface End {
  readonly position: number;
  readonly at: Instant;
}

/** How long a reader that follows takes entries from memory: what a removal has emptied since then is not there any more. */
const OWN_MS = 2_000;

/** Entries that this process has put behind each other, without those of any other between them. */
interface Own extends End {
  /** Behind `position`. */
  readonly entries: readonly OutboxDocument[];
}

/** Copies events and audit rows from their invoices to collections in one order. A second copy changes nothing. */
export class OutboxRelay {
  /** Invoices with something that cannot be copied. */
  private readonly aside = new Map<string | number, Aside>();
  private failures: Error[] = [];
  /** Ledgers in which this process has written events since they were copied. */
  private readonly noted = new Set<Collection<LedgerDocument>>();
  private timer: NodeJS.Timeout | undefined;
  /** What the timer began last. */
  private copying: Promise<void> = Promise.resolve();
  /** When all ledgers were looked at, on the monotonic clock. */
  private lookedAt = -Infinity;
  private auditLookedAt = -Infinity;
  /** After this process has inserted; undefined once another one may have. */
  private end: End | undefined;
  private own: Own | undefined;
  /** How often this process has copied events. */
  copies = 0;

  /** Gives every event written so far its position in the outbox. */
  readonly copyEvents: () => Promise<void> = oneAtATime(() => this.copyAllEvents());
  private readonly copyNoted = oneAtATime(() => this.copyFrom([...this.noted]));
  /** The id identifies an audit row; the time orders it. */
  readonly copyAudit: () => Promise<void> = oneAtATime(() => this.copyAllAudit());

  constructor(private readonly mongo: Mongo) {}

  /**
   * A process takes a position by inserting the number after the last readable one, under a unique index. So a number exists
   * only if all numbers before it exist, and no event appears before one that was read. A counter does not give this: a process
   * that dies between counting and writing leaves a gap, and one that writes late appears behind a reader.
   */
  private async copyAllEvents(): Promise<void> {
    const began = performance.now();
    await this.copyFrom(this.mongo.ledgers);
    this.lookedAt = began;
  }

  /** Events were written here: they are copied soon, without a look by others. */
  note(ledger: Collection<LedgerDocument>): void {
    this.noted.add(ledger);
    // A failure leaves them to the next look.
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.noted.size > 0) this.copying = this.copyNoted().catch(() => undefined);
    }, TOGETHER_MS).unref();
  }

  /** Begins no copy by itself until events are noted again, and waits for the one under way. */
  rest(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return this.copying;
  }

  /** Copies what this process has written, and now and then what others have left. */
  async keepUp(): Promise<void> {
    if (performance.now() - this.lookedAt >= LOST_EVERY_MS) await this.copyEvents();
    else if (this.noted.size > 0) await this.copyNoted();
  }

  /** @returns the next entries behind a position if this process has just put them there; none if the outbox has to be read. */
  ownBehind(position: number): readonly OutboxDocument[] {
    const { own } = this;
    if (!own || position < own.position || elapsedMs(own.at) >= OWN_MS) return [];
    return own.entries.filter((entry) => entry.position > position);
  }

  private async copyFrom(ledgers: readonly Collection<LedgerDocument>[]): Promise<void> {
    for (const ledger of ledgers) {
      const wasNoted = this.noted.delete(ledger);
      try {
        await this.copyEventsOf(ledger);
      } catch (error) {
        if (wasNoted) this.noted.add(ledger);
        throw error;
      }
    }
  }

  private async copyEventsOf(ledger: Collection<LedgerDocument>): Promise<void> {
    // Events that are written meanwhile wait for the next run. Otherwise a reader might wait without end under steady writing.
    const latest = latestMark(new Date());
    for (let isLast = false; !isLast;) {
      // What is copied stays: an event of a change that an election undid would be told to a client.
      const waiting: Waiting[] = await ledger
        .find(
          { eventsPendingSince: ANY_MARK, ...this.notAside() },
          { projection: { client: 1, events: 1, outbox: 1, eventsPendingSince: 1 }, readConcern: 'majority' },
        )
        .sort({ eventsPendingSince: 1 })
        .limit(BATCH)
        .toArray();
      isLast = waiting.length < BATCH || waiting.at(-1)!.eventsPendingSince! > latest;
      if (waiting.length === 0) return;
      await this.copy(waiting, async (some) => {
        await untilSettled(() => this.insertNumbered(some.flatMap(entriesOf)));
        this.copies += 1;
        await strikeEvents(ledger, some);
        await moveOldEvents(this.mongo, ledger, some);
      });
    }
  }

  /** Removes positions whose event was deleted long ago. The last one stays: the next number is counted from it. */
  async dropEmptied(): Promise<void> {
    const { outbox } = this.mongo;
    const removedAt = { $lt: new Date(Date.now() - ORPHANED_MS) };
    if (!(await outbox.findOne({ removedAt }, { projection: { _id: 1 } }))) return;
    const last = await outbox.findOne({}, { sort: { position: -1 }, projection: { position: 1 } });
    await outbox.deleteMany({ removedAt, position: { $lt: last?.position ?? 0 } });
  }

  private async copyAllAudit(): Promise<void> {
    for (const of of [
      ...this.mongo.ledgers,
      this.mongo.statuses,
      this.mongo.sales,
      ...this.mongo.auditedRows,
    ])
      await this.copyAuditOf(of as unknown as Collection<Audited>);
  }

  private async copyAuditOf(changed: Collection<Audited>): Promise<void> {
    const latest = latestMark(new Date());
    for (let isLast = false; !isLast;) {
      // As with events: a row of a change that an election undid would stay.
      const waiting: Audited[] = await changed
        .find(
          { auditPendingSince: ANY_MARK, ...this.notAside() },
          { projection: { audit: 1, auditPendingSince: 1 }, readConcern: 'majority' },
        )
        .sort({ auditPendingSince: 1 })
        .limit(BATCH)
        .toArray();
      isLast = waiting.length < BATCH || waiting.at(-1)!.auditPendingSince! > latest;
      if (waiting.length === 0) return;
      await this.copy(waiting, async (some) => {
        await this.insertUnlessThere(some.flatMap(({ audit }) => audit));
        await strikeAudit(changed, some);
      });
    }
  }

  /** Readers copy the rows themselves, so this only keeps their lists short. */
  async keepAuditShort(): Promise<void> {
    if (performance.now() - this.auditLookedAt < AUDIT_EVERY_MS) return;
    await this.copyAudit();
    this.auditLookedAt = performance.now();
  }

  /** @throws Error for the log. It names the invoices with something that could not be copied since the last call. */
  tellFailures(): void {
    const failures = this.failures;
    this.failures = [];
    if (failures.length > 0)
      throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  }

  /** Copies all together. If one fails, each is copied by itself, so that it does not stop the others. */
  private async copy<T extends { readonly _id: string | number }>(
    waiting: readonly T[],
    copy: (some: readonly T[]) => Promise<void>,
  ): Promise<void> {
    try {
      await copy(waiting);
      return waiting.forEach(({ _id }) => this.aside.delete(_id));
    } catch (error) {
      if (isForAll(error)) throw error;
    }
    let inARow = 0;
    for (const one of waiting)
      try {
        await copy([one]);
        this.aside.delete(one._id);
        inARow = 0;
      } catch (cause) {
        inARow += 1;
        if (isForAll(cause) || (isPassing(cause) && inARow === MAX_IN_A_ROW)) throw cause;
        this.putAside(one._id, cause);
      }
  }

  private putAside(id: string | number, cause: unknown): void {
    const failures = (this.aside.get(id)?.failures ?? 0) + 1;
    const waitMs = isPassing(cause) ? Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS) : ASIDE_MS;
    this.aside.set(id, { until: Date.now() + waitMs, failures });
    if (!isPassing(cause) || failures >= TOLD_FROM)
      this.failures.push(new Error(`events or audit rows of ${id} cannot be copied`, { cause }));
  }

  private notAside(): { _id?: { $nin: string[] } } {
    const now = Date.now();
    const skipped = [...this.aside].filter(([, { until }]) => until >= now).map(([id]) => id as string);
    return skipped.length > 0 ? { _id: { $nin: skipped } } : {};
  }

  private async insertNumbered(
    entries: readonly Omit<OutboxDocument, 'position'>[],
  ): Promise<'inserted' | 'again'> {
    const { end } = this;
    if (end && elapsedMs(end.at) < END_MS && (await this.insertAfter(end.position, entries)))
      return 'inserted';
    const { outbox } = this.mongo;
    const ids = entries.map(({ _id }) => _id);
    const there = await outbox.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const known = new Set(there.map(({ _id }) => _id));
    const fresh = entries.filter(({ _id }) => !known.has(_id));
    if (fresh.length === 0) return 'inserted';
    const last = await outbox.findOne({}, { sort: { position: -1 }, projection: { position: 1 } });
    return (await this.insertAfter(last?.position ?? 0, fresh)) ? 'inserted' : 'again';
  }

  /** @returns false if another process has taken one of the positions, or an entry is there already: the outbox has to be read. */
  private async insertAfter(
    position: number,
    entries: readonly Omit<OutboxDocument, 'position'>[],
  ): Promise<boolean> {
    const at = instant();
    this.end = undefined;
    const numbered = entries.map((entry, n) => ({ ...entry, position: position + 1 + n }));
    // In order: the first position that another process has taken ends the batch.
    const isInserted = await isFirst(this.mongo.outbox.insertMany(numbered, { ordered: true }));
    if (!isInserted) return false;
    const last = this.own?.entries.at(-1)?.position;
    const before = this.own && last === position && elapsedMs(this.own.at) < OWN_MS ? this.own : undefined;
    this.own = before
      ? { ...before, entries: [...before.entries, ...numbered] }
      : { position, at, entries: numbered };
    this.end = { position: position + entries.length, at };
    return true;
  }

  private async insertUnlessThere(rows: readonly AuditDocument[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.mongo.audit.insertMany(rows, { ordered: false });
    } catch (error) {
      if (!areDuplicates(error)) throw error;
    }
  }
}

const strikeEvents = (ledger: Collection<LedgerDocument>, copied: readonly Waiting[]): Promise<void> =>
  strike(
    ledger,
    copied.map(({ _id, outbox }) => ({
      filter: { _id },
      ...(outbox.length > 0 && { copied: { $pull: { outbox: { $in: outbox } } } }),
      left: { outbox: { $size: 0 } },
      unmark: { $unset: { eventsPendingSince: '' } },
    })),
  );

const strikeAudit = (changed: Collection<Audited>, copied: readonly Audited[]): Promise<void> =>
  strike(
    changed,
    copied.map(({ _id, audit }) => ({
      filter: { _id },
      ...(audit.length > 0 && {
        copied: { $pull: { audit: { _id: { $in: audit.map((row) => row._id) } } } },
      }),
      left: { audit: { $size: 0 } },
      unmark: { $unset: { auditPendingSince: '' } },
    })),
  );

interface Strike<T> {
  readonly filter: Filter<T>;
  /** Takes out what was copied. */
  readonly copied?: UpdateFilter<T>;
  /** Nothing is left to copy. */
  readonly left: Filter<T>;
  readonly unmark: UpdateFilter<T>;
}

/**
 * In one command, whose writes are made in order and one by one: a process that dies between them leaves a mark with nothing to copy. What
 * was written meanwhile keeps its record marked.
 */
async function strike<T extends Document>(of: Collection<T>, strikes: readonly Strike<T>[]): Promise<void> {
  const writes = strikes.flatMap(({ filter, copied, left, unmark }) => [
    ...(copied ? [{ updateOne: { filter, update: copied } }] : []),
    { updateOne: { filter: { ...filter, ...left }, update: unmark } },
  ]);
  await of.bulkWrite(writes as AnyBulkWriteOperation<T>[]);
}

/** The next one would fail, too. */
const isForAll = (error: unknown): boolean => isOutage(error) || error instanceof CallFailed;

function entriesOf({ _id: invoiceId, client, events, outbox }: Waiting): Omit<OutboxDocument, 'position'>[] {
  const waiting = new Set(outbox);
  return events
    .filter(({ eventId }) => waiting.has(eventId))
    .map((event) => ({ _id: event.eventId, invoiceId, client, event }));
}

/** Positions sort as text. */
export const textOf = (position: number): string => String(position).padStart(16, '0');
export const positionOf = (text: string | undefined): number => Number(text ?? 0);
