import type { AuditDocument, InvoiceDocument, OutboxDocument } from './documents.ts';
import { areDuplicates, isDuplicate } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

const BATCH = 100;

type Waiting = Pick<InvoiceDocument, '_id' | 'client' | 'events' | 'outbox'>;

/** Copies what was written with an invoice to where it is read in one order. Copying twice copies once. */
export class Courier {
  readonly #mongo: Mongo;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
  }

  /**
   * Gives every event its place in the outbox. A place is taken by inserting the number after the last one that can be
   * read, under a unique index; so a number exists only when all before it do, and no event ever appears behind one
   * that was read. A counter would not do: a process that dies between drawing and writing leaves it ahead, and one
   * that writes late appears behind a reader.
   */
  async copyEvents(): Promise<void> {
    // What is written meanwhile waits for the next time, or a reader might never be answered under steady writing.
    const asOf = new Date();
    for (;;) {
      const waiting: Waiting[] = await this.#mongo.invoices
        .find({ eventsPendingSince: { $lte: asOf } }, { projection: { client: 1, events: 1, outbox: 1 } })
        .sort({ eventsPendingSince: 1 })
        .limit(BATCH)
        .toArray();
      if (waiting.length === 0) return;
      const entries = waiting.flatMap(entriesOf);
      await untilSettled(() => this.#place(entries));
      await this.#strike(waiting);
    }
  }

  /** Audit rows are told apart by their ids; their order is that of their times. */
  async copyAudit(): Promise<void> {
    const asOf = new Date();
    for (;;) {
      const waiting = await this.#mongo.invoices
        .find({ auditPendingSince: { $lte: asOf } }, { projection: { audit: 1 } })
        .limit(BATCH)
        .toArray();
      if (waiting.length === 0) return;
      const rows: AuditDocument[] = waiting.flatMap(({ audit }) => audit);
      if (rows.length > 0) await this.#insertUnlessThere(rows);
      await this.#mongo.invoices.bulkWrite(
        waiting.map(({ _id, audit }) => ({
          updateOne: {
            filter: { _id },
            update: { $pull: { audit: { _id: { $in: audit.map((row) => row._id) } } } },
          },
        })),
      );
      await this.#mongo.invoices.updateMany(
        { _id: { $in: waiting.map(({ _id }) => _id) }, audit: { $size: 0 } },
        { $unset: { auditPendingSince: '' } },
      );
    }
  }

  async #place(entries: readonly Omit<OutboxDocument, 'position'>[]): Promise<'placed' | 'again'> {
    const { outbox } = this.#mongo;
    const ids = entries.map(({ _id }) => _id);
    const placed = await outbox.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const known = new Set(placed.map(({ _id }) => _id));
    const fresh = entries.filter(({ _id }) => !known.has(_id));
    if (fresh.length === 0) return 'placed';
    const last = await outbox.findOne({}, { sort: { position: -1 }, projection: { position: 1 } });
    const next = (last?.position ?? 0) + 1;
    try {
      // In order: the first place that another process has taken meanwhile ends the batch.
      await outbox.insertMany(
        fresh.map((entry, n) => ({ ...entry, position: next + n })),
        { ordered: true },
      );
      return 'placed';
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return 'again';
    }
  }

  async #strike(placed: readonly Waiting[]): Promise<void> {
    await this.#mongo.invoices.bulkWrite(
      placed.map(({ _id, outbox }) => ({
        updateOne: { filter: { _id }, update: { $pull: { outbox: { $in: outbox } } } },
      })),
    );
    // An event written in between keeps its invoice marked.
    await this.#mongo.invoices.updateMany(
      { _id: { $in: placed.map(({ _id }) => _id) }, outbox: { $size: 0 } },
      { $unset: { eventsPendingSince: '' } },
    );
  }

  async #insertUnlessThere(rows: readonly AuditDocument[]): Promise<void> {
    try {
      await this.#mongo.audit.insertMany(rows, { ordered: false });
    } catch (error) {
      if (!areDuplicates(error)) throw error;
    }
  }
}

function entriesOf({ _id: invoiceId, client, events, outbox }: Waiting): Omit<OutboxDocument, 'position'>[] {
  const waiting = new Set(outbox);
  return events
    .filter(({ eventId }) => waiting.has(eventId))
    .map((event) => ({ _id: event.eventId, invoiceId, client, event }));
}

/** Positions sort as text. */
export const textOf = (position: number): string => String(position).padStart(16, '0');
export const positionOf = (text: string | undefined): number => Number(text ?? 0);
