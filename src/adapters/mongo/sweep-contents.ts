import type { Collection } from 'mongodb';
import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import { ORPHANED_MS } from '../../domain/lifecycle/orphans.ts';
import { idOf, pieceId, setOf } from './contents.ts';
import type { ContentDocument, LedgerDocument } from './documents.ts';
import type { Mongo } from './mongo.ts';

// Content is stored before the record that names it, and a later file replaces an earlier one. Each file that may be without a
// reference is marked with the time. The sweep checks it once, long after.

const BATCH = 500;
/** The next sweep takes the rest. */
const MAX_BATCHES = 20;
const MAX_NAMING = 4 * BATCH;

const longAgo = (): { $lt: Date } => ({ $lt: new Date(Date.now() - ORPHANED_MS) });

/**
 * Marks the files that an invoice names now and no longer names after the change. It runs before the change. If the change is
 * lost or refused, the sweep finds the reference.
 * @param known the files that it names, if that is known of the version that changes; read otherwise.
 */
export async function markReplaced(
  { contents }: Mongo,
  ledger: Collection<LedgerDocument>,
  { id, client, documents }: Pick<LedgerRecord<string>, 'id' | 'client' | 'documents'>,
  known: LedgerRecord<string>['documents'] | undefined,
): Promise<void> {
  const before = known ?? (await ledger.findOne({ _id: id }, { projection: { documents: 1 } }))?.documents;
  const named = new Set(documents.map(({ sha256 }) => sha256));
  const replaced = (before ?? []).filter(({ sha256 }) => !named.has(sha256));
  if (replaced.length === 0) return;
  const _id = { $in: replaced.map(({ sha256 }) => idOf(client, sha256)) };
  await contents.updateMany({ _id }, { $set: { writtenAt: new Date() } });
}

export async function sweepContents(mongo: Mongo): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const writtenAt = longAgo();
    const marks: Marked[] = await mongo.contents
      .find({ writtenAt }, { projection: { client: 1, pieces: 1, writtenAt: 1 } })
      .sort({ writtenAt: 1 })
      .limit(BATCH)
      .toArray();
    await judge(mongo, marks, writtenAt);
    if (marks.length < BATCH) break;
  }
  await sweepPieces(mongo);
}

type Marked = Pick<ContentDocument, '_id' | 'client' | 'pieces' | 'writtenAt'>;

/** @param writtenAt as it was asked for: this process may stand still behind any line, and a step may find a file meanwhile. */
async function judge(
  mongo: Mongo,
  marks: readonly Marked[],
  writtenAt: ReturnType<typeof longAgo>,
): Promise<void> {
  if (marks.length === 0) return;
  const named = await findNamed(mongo, marks);
  const ids = (which: readonly Marked[]) => ({ $in: which.map(({ _id }) => _id) });
  const referenced = marks.filter(({ _id }) => named.has(_id));
  if (referenced.length > 0)
    await mongo.contents.updateMany({ _id: ids(referenced), writtenAt }, { $unset: { writtenAt: '' } });
  const orphaned = marks.filter(({ _id }) => !named.has(_id));
  if (orphaned.length === 0) return;
  // The sweep of pieces removes their pieces, also if this process dies here.
  for (const { pieces } of orphaned) if (pieces) await markPieces(mongo, pieces);
  await mongo.contents.deleteMany({ _id: ids(orphaned), writtenAt });
}

/** Ids of files that an invoice names. */
async function findNamed({ ledgers }: Mongo, marks: readonly Marked[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const ledger of ledgers)
    for (const client of new Set(marks.map((each) => each.client))) {
      const hashes = marks.filter((each) => each.client === client).map(hashOf);
      for (const sha256 of await findNamedIn(ledger, client, hashes)) named.add(idOf(client, sha256));
    }
  return named;
}

async function findNamedIn(
  ledger: Collection<LedgerDocument>,
  client: string,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const naming = await ledger
    .find({ client, 'documents.sha256': { $in: [...hashes] } }, { projection: { 'documents.sha256': 1 } })
    .limit(MAX_NAMING)
    .toArray();
  const named = naming.flatMap(({ documents }) => documents.map(({ sha256 }) => sha256));
  if (naming.length < MAX_NAMING) return named;
  // Very many invoices name the same file, so the search did not reach the others.
  for (const sha256 of hashes)
    if (await ledger.findOne({ client, 'documents.sha256': sha256 }, { projection: { _id: 1 } }))
      named.push(sha256);
  return named;
}

const hashOf = ({ _id }: Marked): string => _id.slice(_id.lastIndexOf(' ') + 1);

async function markPieces({ pieces }: Mongo, { set, count }: { set: string; count: number }): Promise<void> {
  const _id = { $in: Array.from({ length: count }, (_, n) => pieceId(set, n)) };
  await pieces.updateMany({ _id }, { $set: { writtenAt: new Date() } });
}

/** Checks each set of pieces once, some time after its mark, and removes those that no head names. */
async function sweepPieces({ contents, pieces }: Mongo): Promise<void> {
  const writtenAt = longAgo();
  const matchingPieces = await pieces
    .find({ writtenAt }, { projection: { content: 1 } })
    .sort({ writtenAt: 1 })
    .limit(BATCH)
    .toArray();
  if (matchingPieces.length === 0) return;
  const heads = await contents
    .find({ _id: { $in: matchingPieces.map(({ content }) => content) } }, { projection: { pieces: 1 } })
    .toArray();
  const named = new Set(heads.map((head) => head.pieces?.set));
  const [referenced, orphaned] = [true, false].map((isNamed) =>
    matchingPieces.filter((piece) => named.has(setOf(piece)) === isNamed).map(({ _id }) => _id),
  ) as [string[], string[]];
  if (referenced.length > 0)
    await pieces.updateMany({ _id: { $in: referenced } }, { $unset: { writtenAt: '' } });
  // Only a set that is as old as the sweep has seen it: a process that comes back from a long pause may have named it
  // meanwhile.
  if (orphaned.length > 0) await pieces.deleteMany({ _id: { $in: orphaned }, writtenAt });
}
