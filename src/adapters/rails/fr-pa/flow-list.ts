import type { Log } from '../../../ports/log.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Platform } from './platform.ts';
import { type FlowPage, search } from './search.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';
import { nextPage, searchAfter, type SyncCursor, timeOf, writeCursor } from './sync-cursor.ts';

/** What is searched for. An empty list means all. */
interface Criteria {
  readonly types: readonly string[];
  readonly directions: readonly string[];
}

interface Ports {
  readonly platform: Platform;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

interface FoundPage {
  readonly page: FlowPage;
  readonly syncCursor: SyncCursor;
}

/** Searches from most to fewest criteria: a platform that does not know one value refuses the whole search (Super PDP, by akretion/l10n_fr_einvoicing). */
const MIN_CRITERIA = 2;
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The next page of a list. A refused search is repeated with fewer criteria. The accepted ones are stored with the position. */
export async function searchOn(
  credential: OpenedCredential,
  syncCursor: SyncCursor,
  criteria: Criteria,
  { platform, log }: Ports,
): Promise<FoundPage | RailAnswer> {
  const cursor = syncCursor.search?.cursor;
  // The cursor may be the refused part: with one, the search begins again.
  const most = cursor === undefined ? MIN_CRITERIA : (syncCursor.less ?? 0);
  for (let less = syncCursor.less ?? 0; ; less += 1) {
    const where = whereOf(syncCursor, criteria, less);
    const page = await search(platform, credential, { where, ...(cursor !== undefined && { cursor }) });
    if (!('mapping' in page)) return { page, syncCursor: less > 0 ? { ...syncCursor, less } : syncCursor };
    if (page.mapping !== statuses.searchRefused || less >= most) return page;
    log?.warn({ route: 'FR-PA', credential_id: credential.id, less: less + 1 }, 'a search is refused');
  }
}

/** @param less 1: without types; 2: also without direction. */
function whereOf(
  syncCursor: SyncCursor,
  { types, directions }: Criteria,
  less: number,
): Readonly<Record<string, unknown>> {
  const after = searchAfter(syncCursor);
  const filter = {
    ...(after !== undefined && { updatedAfter: new Date(after).toISOString() }),
    ...(less < 2 && directions.length > 0 && { flowDirection: directions }),
    ...(less < 1 && types.length > 0 && { flowType: types }),
  };
  return Object.keys(filter).length > 0 ? filter : { updatedAfter: BEGINNING };
}

/** The position after a page: another page of this search, or a new search. */
export function turn(
  syncCursor: SyncCursor,
  before: SyncCursor,
  { flows, next, isFull }: FlowPage,
): SyncCursor {
  const { search: _over, ...rest } = syncCursor;
  const after = searchAfter(before);
  if (next !== undefined) {
    const search = nextPage(before.search ?? { ...(after !== undefined && { after }) }, next);
    return { ...rest, ...(search && { search }) };
  }
  if (!isFull) return rest;
  // Without a cursor a full page continues at its last time (before version 1.3).
  const last = Math.max(0, ...flows.map(timeOf));
  return { ...rest, search: { after: last - 1 === after ? last : last - 1 } };
}

/** The position for a search that begins again, if the platform no longer accepts the cursor. */
export function startOver(
  syncCursor: SyncCursor,
  answer: RailAnswer,
): { readonly next: string; readonly isLast: false } | undefined {
  const { cursor, after } = syncCursor.search ?? {};
  const isRefused = answer.mapping === statuses.notUnderstood || answer.mapping === statuses.searchRefused;
  if (cursor === undefined || !isRefused) return undefined;
  const search = after === undefined ? {} : { after };
  return { next: writeCursor({ ...syncCursor, search }), isLast: false };
}
