import { randomUUID } from 'node:crypto';
import { Binary } from 'mongodb';
import type { SealedFile } from '../../ports/content-store.ts';
import type { ContentDocument, PieceDocument } from './documents.ts';
import { areDuplicates } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';

// A document holds 16 MB at most, and a sealed file may pass that. Larger files lie in pieces, beside a head that names their
// set: two who write one file at one instant seal it differently, so their pieces must not mix.

/** What is longer lies in pieces of this length. */
const PIECE_BYTES = 4_000_000;

/** Pieces whose head is missing after so long have been left behind by a process that died. */
const ORPHANED_MS = 3_600_000;
const BATCH = 100;

const idOf = (client: string, sha256: string): string => `${client} ${sha256}`;

/** What is held already stays. */
export async function writeFiles(mongo: Mongo, client: string, files: readonly SealedFile[]): Promise<void> {
  const held = await largeAndHeld(mongo, client, files);
  const heads: ContentDocument[] = [];
  for (const { sha256, sealed } of files) {
    const _id = idOf(client, sha256);
    if (!held.has(_id)) heads.push({ _id, client, ...(await bodyOf(mongo, _id, sealed)) });
  }
  if (heads.length === 0) return;
  try {
    await mongo.contents.insertMany(heads, { ordered: false });
  } catch (error) {
    if (!areDuplicates(error)) throw error;
  }
}

/** A repeated step brings the same files again: their pieces would be written for nothing. */
async function largeAndHeld(
  { contents }: Mongo,
  client: string,
  files: readonly SealedFile[],
): Promise<ReadonlySet<string>> {
  const large = files.filter(isLarge).map(({ sha256 }) => idOf(client, sha256));
  if (large.length === 0) return new Set();
  const held = await contents.find({ _id: { $in: large } }, { projection: { _id: 1 } }).toArray();
  return new Set(held.map(({ _id }) => _id));
}

const isLarge = ({ sealed }: SealedFile): boolean => sealed.length > PIECE_BYTES;

/** Pieces are written before the head that names them. */
async function bodyOf(
  { pieces }: Mongo,
  content: string,
  sealed: Uint8Array,
): Promise<Pick<ContentDocument, 'sealed' | 'pieces'>> {
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

const pieceId = (set: string, n: number): string => `${set} ${n}`;
const setOf = ({ _id }: Pick<PieceDocument, '_id'>): string => _id.split(' ')[0]!;

/** @throws Error when a piece is missing. */
export async function readFile(
  { contents, pieces }: Mongo,
  client: string,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const head = await contents.findOne({ _id: idOf(client, sha256) });
  if (!head?.pieces) return head?.sealed?.value();
  const { set, count } = head.pieces;
  const ids = Array.from({ length: count }, (_, n) => pieceId(set, n));
  const found = await pieces.find({ _id: { $in: ids } }).toArray();
  const byId = new Map(found.map((piece) => [piece._id, piece.sealed.value()]));
  const parts = ids.map((id) => byId.get(id));
  if (parts.some((part) => part === undefined)) throw new Error(`content ${head._id} lacks pieces`);
  return Buffer.concat(parts as Uint8Array[]);
}

/** Looks once at each set of pieces some time after it was written: those that no head names are removed. */
export async function sweepPieces({ contents, pieces }: Mongo): Promise<void> {
  const before = new Date(Date.now() - ORPHANED_MS);
  const found = await pieces
    .find({ writtenAt: { $lt: before } }, { projection: { content: 1 } })
    .sort({ writtenAt: 1 })
    .limit(BATCH)
    .toArray();
  if (found.length === 0) return;
  const heads = await contents
    .find({ _id: { $in: found.map(({ content }) => content) } }, { projection: { pieces: 1 } })
    .toArray();
  const named = new Set(heads.map((head) => head.pieces?.set));
  const isNamed = (piece: Pick<PieceDocument, '_id'>): boolean => named.has(setOf(piece));
  const ids = (which: typeof found) => ({ _id: { $in: which.map(({ _id }) => _id) } });
  await pieces.updateMany(ids(found.filter(isNamed)), { $unset: { writtenAt: '' } });
  await pieces.deleteMany(ids(found.filter((piece) => !isNamed(piece))));
}
