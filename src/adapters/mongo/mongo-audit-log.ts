import { randomUUID } from 'node:crypto';
import type {
  AuditEntry,
  AuditLog,
  AuditQuery,
  FoldedEntry,
  LeftOpen,
  OpenEntry,
} from '../../ports/audit-log.ts';
import { cursorAt, cutPage, type Page } from '../../ports/page.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { isFirst } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';
import { changeOrInsert } from './updates.ts';

export class MongoAuditLog implements AuditLog {
  constructor(
    private readonly mongo: Mongo,
    private readonly relay: OutboxRelay,
  ) {}

  async write(entry: AuditEntry): Promise<void> {
    await this.mongo.audit.insertOne({ _id: randomUUID(), ...entry });
  }

  async fold(name: string, { times, lastAt, ...first }: FoldedEntry): Promise<void> {
    const change = { $inc: { times }, $max: { lastAt } };
    await changeOrInsert(this.mongo.audit, change, { _id: name, ...first, times, lastAt });
  }

  async begin(name: string, entry: OpenEntry): Promise<void> {
    await this.insertOnce(name, entry);
  }

  async keepOpen(name: string, openUntil: Date): Promise<void> {
    await this.mongo.audit.updateOne({ _id: name, openUntil: { $exists: true } }, { $set: { openUntil } });
  }

  // A process that dies between the two leaves a row open whose end is written: the next end closes it and writes nothing.
  async end(name: string, entry: AuditEntry): Promise<boolean> {
    const isWritten = await this.insertOnce(`${name} ended`, entry);
    await this.mongo.audit.updateOne({ _id: name }, { $unset: { openUntil: '' } });
    return isWritten;
  }

  async leftOpen(before: Date, limit: number): Promise<readonly LeftOpen[]> {
    const entries = await this.mongo.audit
      .find({ openUntil: { $lt: before } })
      .sort({ openUntil: 1 })
      .limit(limit)
      .toArray();
    return entries.map(({ _id: name, ...entry }) => ({ name, entry: entry as OpenEntry }));
  }

  private insertOnce(name: string, entry: AuditEntry): Promise<boolean> {
    return isFirst(this.mongo.audit.insertOne({ _id: name, ...entry }));
  }

  async forget(before: Date, limit: number): Promise<number> {
    const old = { at: { $lt: before }, lastAt: { $not: { $gte: before } } };
    const entries = await this.mongo.audit
      .find(old, { projection: { _id: 1 } })
      .sort({ at: 1 })
      .limit(limit)
      .toArray();
    if (entries.length === 0) return 0;
    const { deletedCount } = await this.mongo.audit.deleteMany({
      ...old,
      _id: { $in: entries.map(({ _id }) => _id) },
    });
    return deletedCount;
  }

  async page({ client, after, limit }: AuditQuery): Promise<Page<AuditEntry> | undefined> {
    const cursor = after === undefined ? undefined : readCursor(after);
    if (after !== undefined && !cursor) return undefined;
    await this.relay.copyAudit();
    const matchingEntries = await this.mongo.audit
      .find({
        ...(client !== undefined && { client }),
        ...(cursor && { $or: [{ at: { $lt: cursor.at } }, { at: cursor.at, _id: { $lt: cursor.id } }] }),
      })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    const page = cutPage(matchingEntries, limit, ({ at, _id: id }) => cursorAt({ at, id }));
    return { ...page, rows: page.rows.map(({ _id, ...entry }) => entry) };
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    await this.relay.copyAudit();
    const { client, action } = query;
    const cursor = this.mongo.audit
      .find(
        { ...(client !== undefined && { client }), ...(action !== undefined && { action }) },
        { projection: { _id: 0 } },
      )
      .sort({ at: -1 })
      .limit(query.limit);
    return cursor.toArray();
  }
}

/** Rows of one time are ordered by id. */
function readCursor(after: string): { readonly at: Date; readonly id: string } | undefined {
  const [, ms, id] = /^(\d{1,15})\.(.+)$/s.exec(after) ?? [];
  return ms === undefined || id === undefined ? undefined : { at: new Date(Number(ms)), id };
}
