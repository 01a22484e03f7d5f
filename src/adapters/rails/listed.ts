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

interface Listed<T> {
  /** Oldest first, by the names that `read` takes. */
  readonly listed: readonly string[];
  /** What did not come before. */
  readonly owed: readonly Owed[];
  readonly waits?: OwedWaits;
  readonly causes: Causes;
  readonly now: Date;
  /** @returns nothing if the network no longer has it, or it is nothing to take in. */
  readonly read: (name: string) => Promise<{ readonly item: T | undefined } | RailAnswer>;
  /** Whether no more fit into memory. */
  readonly isFull?: (items: readonly T[]) => boolean;
}

interface Harvest<T> {
  readonly items: readonly T[];
  /** The names that need not be read again: those that came, and owed ones that are given up. */
  readonly done: readonly string[];
  readonly owed: readonly Owed[];
  /** The names that are done or owed: the list need not show them again. */
  readonly handled: ReadonlySet<string>;
  /** Everything listed is done, or owed: the position may move. */
  readonly isWhole: boolean;
  /** The network is left alone for now. */
  readonly isStopped: boolean;
  /** Why the last one of those that failed did. */
  readonly failure?: RailAnswer;
}

/**
 * Reads what a network lists, and what it owes from before. What fails by itself becomes owed: what is behind it comes.
 * @returns the network's answer if it gives nothing now.
 */
export async function readEach<T>({
  listed,
  owed,
  waits = OWED_WAITS,
  causes,
  now,
  read,
  isFull = () => false,
}: Listed<T>): Promise<Harvest<T> | RailAnswer> {
  const items: T[] = [];
  const [came, failed]: [string[], string[]] = [[], []];
  let failure: RailAnswer | undefined;
  const time = now.getTime();
  const end = (isWhole: boolean, isStopped = false): Harvest<T> => {
    const left = owedAfter(owed, { came, failed }, waits, time);
    const done = [...came, ...failed.filter((name) => left.every(({ id }) => id !== name))];
    const handled = new Set([...done, ...left.map(({ id }) => id)]);
    return { items, done, owed: left, handled, isWhole, isStopped, ...(failure && { failure }) };
  };
  const isOwed = new Set(owed.map(({ id }) => id));
  for (const name of [...listed.filter((one) => !isOwed.has(one)), ...dueOf(owed, time)]) {
    if (isFull(items)) return end(false);
    const got = await read(name);
    if (!('mapping' in got)) {
      came.push(name);
      if (got.item !== undefined) items.push(got.item);
      continue;
    }
    const cause = causes.get(got.mapping.networkStatus);
    if (cause === undefined && items.length === 0) return got;
    failure = got;
    const isRemembered = cause !== undefined && (isOwed.has(name) || owed.length + failed.length < MAX_OWED);
    if (isRemembered) failed.push(name);
    if (!isRemembered || cause === 'perhaps') return end(false, true);
  }
  return end(true);
}

interface ListedDocuments extends Omit<Listed<CollectedDocument>, 'read' | 'isFull'> {
  readonly isKnown: Collection['isKnown'];
  /** The route's own id of a listed document, if it has another name. */
  readonly railIdOf?: (name: string) => string;
  /** @returns no bytes if the network no longer has it. */
  readonly download: (name: string) => Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer>;
}

/** @returns a page without its cursor, the last one if the network lists no more; or the network's answer if it gives nothing now. */
export async function fetchListed({
  isKnown,
  railIdOf = (name) => name,
  download,
  ...listed
}: ListedDocuments): Promise<
  | (Pick<Harvest<CollectedDocument>, 'owed' | 'handled' | 'isWhole'> & { readonly page: CollectedPage })
  | RailAnswer
> {
  const read = async (name: string) => {
    const railId = railIdOf(name);
    if (await isKnown(railId)) return { item: undefined };
    const got = await download(name);
    if ('mapping' in got) return got;
    return { item: got.bytes && { railId, bytes: got.bytes } };
  };
  const harvest = await readEach<CollectedDocument>({ ...listed, read, isFull });
  if ('mapping' in harvest) return harvest;
  const { items: documents, owed, handled, isWhole, isStopped, failure } = harvest;
  const missing: CollectedPage['missing'] = !isWhole ? 'end' : owed.length > 0 ? 'documents' : undefined;
  const page = {
    documents,
    isLast: isStopped || isWhole,
    ...(missing && { missing }),
    ...(failure && { failure }),
  };
  return { page, owed, handled, isWhole };
}

const isFull = (documents: readonly CollectedDocument[]): boolean =>
  documents.length === MAX_AT_ONCE ||
  documents.reduce((sum, { bytes }) => sum + bytes.length, 0) >= MAX_BYTES_AT_ONCE;
