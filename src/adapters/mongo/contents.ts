import { randomUUID } from 'node:crypto';
import { Binary } from 'mongodb';
import { Recent } from '../../application/stores/recent.ts';
import { ORPHANED_MS } from '../../domain/lifecycle/orphans.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import type { ContentDocument, PieceDocument } from './documents.ts';
import { areDuplicates } from './driver-errors.ts';
import { elapsedMs, type Instant, instant } from './instant.ts';
import { type Mongo, untilSettled } from './mongo.ts';

// A document holds 16 MB at most, and a sealed file may exceed that. Larger files are stored in pieces, beside a head that names
// their set: two writers of one file at one instant seal it differently, so their pieces must not mix.

/** A longer file is stored in pieces of this length. */
const PIECE_BYTES = 4_000_000;

/** Sealed documents that this process has just committed, by their ids: the step that sends one takes it from here. */
export type RecentContents = Recent<Uint8Array>;
/** @returns for a minute: a document that is not sent by then may be sent by another process. */
export const recentContents = (): RecentContents => new Recent(4_000_000, 60_000);

/** A file, or a reference to its pieces. */
type Body = Pick<ContentDocument, 'sealed' | 'pieces'>;

export const idOf = (client: string, sha256: string): string => `${client} ${sha256}`;

/**
 * Written before the record that names the files. A stored file stays and gets a new time, so that no sweep removes a file that
 * a step has found: a sweep removes only a file that it has seen to be old. A process that was suspended meanwhile writes them
 * again: it may die right behind its record. Between this and the record's write is no other call, or `restoreFiles`.
 */
export async function writeFiles(mongo: Mongo, client: string, files: readonly SealedFile[]): Promise<void> {
  for (let began: Instant | undefined; files.length > 0 && (!began || isLongAgo(began));) {
    began = instant();
    await writeOnce(mongo, client, files);
  }
}

async function writeOnce(mongo: Mongo, client: string, files: readonly SealedFile[]): Promise<void> {
  const present = await largeAndHeld(mongo, client, files);
  const bodies = new Map<string, Body>();
  for (const { sha256, sealed } of files) {
    const _id = idOf(client, sha256);
    if (present.get(_id) !== 'whole') bodies.set(_id, await bodyOf(mongo, _id, sealed));
  }
  for (const [_id, broken] of present)
    if (broken !== 'whole') await replaceBroken(mongo, _id, broken, bodies.get(_id)!);
  await untilSettled(() => keepHeads(mongo, client, bodies));
}

/** A process that was suspended between its files and its commit finds them swept, in part or completely. */
export async function restoreFiles(
  mongo: Mongo,
  client: string,
  files: readonly SealedFile[],
  began: Instant,
): Promise<void> {
  if (isLongAgo(began)) await writeFiles(mongo, client, files);
}

const isLongAgo = (began: Instant): boolean => elapsedMs(began) > ORPHANED_MS / 2;

async function keepHeads(
  { contents }: Mongo,
  client: string,
  bodies: ReadonlyMap<string, Body>,
): Promise<'kept' | 'again'> {
  if (bodies.size === 0) return 'kept';
  const writtenAt = new Date();
  const upserts = [...bodies].map(([_id, body]) => ({
    updateOne: {
      filter: { _id },
      update: { $set: { writtenAt }, $setOnInsert: { client, ...body } },
      upsert: true,
    },
  }));
  try {
    await contents.bulkWrite(upserts, { ordered: false });
    return 'kept';
  } catch (error) {
    // Another process has written the first one.
    if (!areDuplicates(error)) throw error;
    return 'again';
  }
}

type Pieces = NonNullable<ContentDocument['pieces']>;

/**
 * A repeated step stores the same files again, so it needs no new pieces. A head whose pieces were swept, because its process
 * was suspended before it wrote the head, is not a stored file.
 */
async function largeAndHeld(
  mongo: Mongo,
  client: string,
  files: readonly SealedFile[],
): Promise<ReadonlyMap<string, 'whole' | Pieces>> {
  const present = new Map<string, 'whole' | Pieces>();
  for (const { sha256 } of files.filter(isLarge)) {
    const _id = idOf(client, sha256);
    const head = await mongo.contents.findOneAndUpdate(
      { _id },
      { $set: { writtenAt: new Date() } },
      { projection: { pieces: 1 } },
    );
    if (head) present.set(_id, !head.pieces || (await areThere(mongo, head.pieces)) ? 'whole' : head.pieces);
  }
  return present;
}

/** Stored files get a new time: a sweep removes only a file that it has seen to be old. */
async function areThere({ pieces }: Mongo, { set, count }: Pieces): Promise<boolean> {
  const _id = { $in: Array.from({ length: count }, (_, n) => pieceId(set, n)) };
  const { matchedCount } = await pieces.updateMany({ _id }, { $set: { writtenAt: new Date() } });
  return matchedCount === count;
}

/** If another process has done so meanwhile, its file stays. */
async function replaceBroken({ contents }: Mongo, _id: string, { set }: Pieces, body: Body): Promise<void> {
  await contents.updateOne({ _id, 'pieces.set': set }, { $set: { ...body, writtenAt: new Date() } });
}

const isLarge = ({ sealed }: SealedFile): boolean => sealed.length > PIECE_BYTES;

/** Pieces are written before the head that names them. */
async function bodyOf({ pieces }: Mongo, content: string, sealed: Uint8Array): Promise<Body> {
  if (sealed.length <= PIECE_BYTES) return { sealed: new Binary(sealed) };
  const set = randomUUID();
  const count = Math.ceil(sealed.length / PIECE_BYTES);
  const writtenAt = new Date();
  for (let n = 0; n < count; n += 1) {
    const piece = sealed.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES);
    await pieces.insertOne({ _id: pieceId(set, n), content, sealed: new Binary(piece), writtenAt });
  }
  return { pieces: { set, count } };
}

export const pieceId = (set: string, n: number): string => `${set} ${n}`;
export const setOf = ({ _id }: Pick<PieceDocument, '_id'>): string => _id.split(' ')[0]!;

/** @throws Error if a piece is missing. */
export async function readFile(
  mongo: Mongo,
  client: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const stored = await readStored(mongo, client, sha256);
  // Between the first two reads a change may have moved it.
  return stored ?? (await readSubmitted(mongo, client, sha256)) ?? readStored(mongo, client, sha256);
}

/** A longer file is stored before its invoice. */
const MAX_SUBMITTED_BYTES = 64_000;

/** The file that may lie in the document of its invoice: one write instead of two. */
export const submittedFile = (
  { documents }: Pick<InvoiceRecord, 'documents'>,
  files: readonly SealedFile[],
): SealedFile | undefined =>
  files.find(
    ({ sha256, sealed }) =>
      sealed.length <= MAX_SUBMITTED_BYTES && documents.some((document) => document.sha256 === sha256),
  );

/** A file that lies in the document of an invoice. */
export async function readSubmitted(
  { invoices }: Mongo,
  client: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const naming = { client, 'documents.sha256': sha256, 'content.sha256': sha256 };
  const invoice = await invoices.findOne(naming, { projection: { 'content.sealed': 1 } });
  return invoice?.content?.sealed.value();
}

async function readStored(
  { contents, pieces }: Mongo,
  client: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const head = await contents.findOne({ _id: idOf(client, sha256) });
  if (!head?.pieces) return head?.sealed?.value();
  const { set, count } = head.pieces;
  const ids = Array.from({ length: count }, (_, n) => pieceId(set, n));
  const matchingPieces = await pieces.find({ _id: { $in: ids } }).toArray();
  const byId = new Map(matchingPieces.map((piece) => [piece._id, piece.sealed.value()]));
  const parts = ids.map((id) => byId.get(id));
  if (parts.some((part) => part === undefined)) throw new Error(`content ${head._id} lacks pieces`);
  return Buffer.concat(parts as Uint8Array[]);
}
