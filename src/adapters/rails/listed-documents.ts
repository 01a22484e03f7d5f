import type { CollectedDocument, CollectedPage, Collection } from '../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import { dueOf, MAX_OWED, type Owed, owedAfter, type OwedWaits } from './owed.ts';

/** Documents that are in memory together. */
const MAX_AT_ONCE = 100;
const MAX_BYTES_AT_ONCE = 50_000_000;

/** Some two months. */
const OWED_WAITS: OwedWaits = { firstMs: 60_000, maxMs: 6 * 3_600_000, maxTries: 240 };

/**
 * Why a document did not come. `document`: it alone is the cause. `perhaps`: the network may be the cause, and is left alone for now. Every
 * other failure is the network's.
 */
type Causes = ReadonlyMap<StatusMapping['networkStatus'], 'document' | 'perhaps'>;

export interface ListedDocuments extends Pick<Collection, 'isKnown' | 'now'> {
  /** Oldest first, by the names that `download` takes. */
  readonly listed: readonly string[];
  /** What did not come before. */
  readonly owed: readonly Owed[];
  readonly waits?: OwedWaits;
  readonly causes: Causes;
  /** The route's own id of a listed document, if it has another name. */
  readonly railIdOf?: (name: string) => string;
  /** @returns no bytes if the network no longer has it. */
  readonly download: (name: string) => Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer>;
}

interface Harvest {
  /** Without its cursor. */
  readonly page: Omit<CollectedPage, 'next'>;
  readonly owed: readonly Owed[];
  /** Every listed document came, or is owed: the position may move. */
  readonly isWhole: boolean;
}

/**
 * Fetches what a network lists, and what it owes from before. A document that fails by itself becomes owed: those behind it come.
 * @param hasMore the network lists more behind these.
 * @returns the network's answer if it gives nothing now.
 */
export async function fetchListed(
  {
    listed,
    owed,
    waits = OWED_WAITS,
    causes,
    railIdOf = (name) => name,
    download,
    isKnown,
    now,
  }: ListedDocuments,
  hasMore: boolean,
): Promise<Harvest | RailAnswer> {
  const documents: CollectedDocument[] = [];
  const [came, failed]: [string[], string[]] = [[], []];
  let failure: RailAnswer | undefined;
  let bytes = 0;
  const time = now.getTime();
  const end = (isWhole: boolean, isLast: boolean): Harvest => {
    const left = owedAfter(owed, { came, failed }, waits, time);
    const isPartial = !isWhole || left.length > 0;
    const page = { documents, isLast, ...(isPartial && { isPartial }), ...(failure && { failure }) };
    return { page, owed: left, isWhole };
  };
  const isOwed = new Set(owed.map(({ id }) => id));
  for (const name of [...listed.filter((one) => !isOwed.has(one)), ...dueOf(owed, time)]) {
    const railId = railIdOf(name);
    if (await isKnown(railId)) {
      came.push(name);
      continue;
    }
    if (documents.length === MAX_AT_ONCE || bytes >= MAX_BYTES_AT_ONCE) return end(false, false);
    const got = await download(name);
    if (!('mapping' in got)) {
      came.push(name);
      if (got.bytes) documents.push({ railId, bytes: got.bytes });
      bytes += got.bytes?.length ?? 0;
      continue;
    }
    const cause = causes.get(got.mapping.networkStatus);
    if (cause === undefined && documents.length === 0) return got;
    failure = got;
    const isRemembered = cause !== undefined && (isOwed.has(name) || owed.length + failed.length < MAX_OWED);
    if (isRemembered) failed.push(name);
    if (!isRemembered || cause === 'perhaps') return end(false, true);
  }
  return end(true, !hasMore);
}
