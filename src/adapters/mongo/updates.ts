import { randomUUID } from 'node:crypto';
import type { Collection, Filter, OptionalUnlessRequiredId, UpdateFilter } from 'mongodb';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { AuditDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { untilSettled } from './mongo.ts';

interface Change {
  readonly set?: object | undefined;
  readonly unset?: object | undefined;
  /** What each list gets. */
  readonly push?: Readonly<Record<string, readonly unknown[]>> | undefined;
  /** Rows that the outbox relay is to copy to the log. */
  readonly audit?: readonly AuditEntry[] | undefined;
}

/**
 * The update that makes a change, without empty parts. For a `$push` of nothing onto an empty list DocumentDB's engine stores the list's
 * field twice, and each repetition doubles it, up to the limit of a document.
 */
export function updateOf<D>({ set, unset, push, audit = [] }: Change): UpdateFilter<D> {
  const isAudited = audit.length > 0;
  const lists = Object.entries({ ...push, ...(isAudited && { audit: auditDocuments(audit) }) });
  const operators = {
    $set: { ...set, ...(isAudited && { auditPendingSince: new Date() }) },
    $unset: { ...unset },
    $push: Object.fromEntries(
      lists.filter(([, values]) => values.length > 0).map(([name, values]) => [name, { $each: [...values] }]),
    ),
  };
  const filled = Object.entries(operators).filter(([, members]) => Object.keys(members).length > 0);
  return Object.fromEntries(filled) as UpdateFilter<D>;
}

/** The members of a new document whose audit row the outbox relay is to copy. */
export const auditedMembers = (audit: AuditEntry | undefined) =>
  audit && { audit: auditDocuments([audit]), auditPendingSince: new Date() };

export const auditDocuments = (entries: readonly AuditEntry[]): AuditDocument[] =>
  entries.map((entry) => ({ _id: randomUUID(), ...entry }));

/**
 * Changes the document with this id, or inserts it. Not by an upsert: on DocumentDB's engine one that comes to insert replaces what another
 * process has inserted meanwhile.
 */
export const changeOrInsert = <D extends { _id: string }>(
  documents: Collection<D>,
  change: UpdateFilter<D>,
  fresh: NoInfer<D>,
): Promise<'changed' | 'inserted'> =>
  untilSettled(async () => {
    const { matchedCount } = await documents.updateOne({ _id: fresh._id } as Filter<D>, change);
    if (matchedCount === 1) return 'changed';
    const inserted = documents.insertOne(fresh as OptionalUnlessRequiredId<D>);
    return (await isFirst(inserted)) ? 'inserted' : 'again';
  });
