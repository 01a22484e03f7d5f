import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { type Flow, flowFrom } from './flow.ts';
import { jsonIn } from './json.ts';
import { timeOf } from './sync-cursor.ts';
import { errorCode, type Platform } from './platform.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

/** Criteria of a search (XP Z12-013, annex A); at least one. */
interface Search {
  readonly where: Readonly<Record<string, unknown>>;
  readonly cursor?: string;
}

export interface FlowPage {
  readonly flows: readonly Flow[];
  /** Absent before version 1.3. */
  readonly next?: string;
  /** An entry cannot be read, so the wanted flow may be among them. */
  readonly isBroken: boolean;
  /** The list is complete: there is no cursor, and the page is not full. */
  readonly isLast: boolean;
  /** The page is full. */
  readonly isFull: boolean;
}

/** The most entries of a page in the standard. */
const PAGE = 100;
/** The limit of a request to a platform without pages. More is a backlog of weeks. */
const MAX_AT_ONCE = 10_000;
/** How much a list may grow between two searches. */
const ROOM = 100;
const SEARCH_MS = 30_000;
/** Of a flow. */
const MAX_FLOW_BYTES = 2_000;
const MIN_BYTES = 5_000_000;
/** The cursor is stored, so it has a limit. */
const MAX_CURSOR_CHARACTERS = 4_000;

/**
 * A platform without cursor may state a total and list entries in any order (EsaLink, by Dolibarr's client): then all are requested at
 * once. A platform that refuses such a limit is read as it answered.
 */
export async function search(
  platform: Platform,
  credential: OpenedCredential,
  search: Search,
): Promise<FlowPage | RailAnswer> {
  const first = await ask(platform, credential, search, PAGE);
  if ('failure' in first) return first.failure;
  const size = pageSizeNeeded(first);
  if (size === undefined) return pageOf(first);
  const all = await ask(platform, credential, search, size);
  if ('failure' in all) return all.failure.mapping === statuses.searchRefused ? pageOf(first) : all.failure;
  return pageOf(all.flows.length < first.flows.length ? first : all);
}

interface Answered {
  readonly limit: number;
  readonly flows: readonly Flow[];
  /** Entries, unreadable ones included. */
  readonly count: number;
  readonly total?: number;
  /** Undefined if none is named. */
  readonly cursor?: unknown;
}

/** @returns undefined if the list is complete, or the rest comes page by page. */
function pageSizeNeeded({ cursor, total, count, limit, flows }: Answered): number | undefined {
  if (cursor !== undefined || count < limit) return undefined;
  if (total === undefined) return isSorted(flows) ? undefined : limit * 10;
  return total > count ? Math.min(total + ROOM, MAX_AT_ONCE) : undefined;
}

const isSorted = (flows: readonly Flow[]): boolean =>
  flows.every((flow, n) => n === 0 || timeOf(flows[n - 1]!) <= timeOf(flow));

function pageOf({ flows, count, total = 0, cursor, limit }: Answered): FlowPage {
  const isFull = count >= limit && (total === 0 || count < total);
  const isKept = typeof cursor === 'string' && cursor.length <= MAX_CURSOR_CHARACTERS;
  return {
    flows,
    isBroken: flows.length < count,
    isFull,
    isLast: cursor === undefined && !isFull,
    ...(isKept && { next: cursor }),
  };
}

async function ask(
  platform: Platform,
  credential: OpenedCredential,
  search: Search,
  limit: number,
): Promise<Answered | { readonly failure: RailAnswer }> {
  const response = await platform.call(credential, {
    method: 'POST',
    service: 'flow',
    path: '/flows/search',
    type: 'application/json',
    body: new TextEncoder().encode(JSON.stringify({ limit, ...search })),
    timeoutMs: SEARCH_MS,
    maxBytes: Math.max(MIN_BYTES, limit * MAX_FLOW_BYTES),
  });
  if ('failure' in response) return response;
  const { status, body } = response;
  const { results, total, nextCursor } = (status === 200 ? jsonIn(body) : undefined) ?? {};
  const raw = { http_status: status, ...errorCode(body) };
  if (status === 404) return { failure: { mapping: statuses.wrongPath, raw } };
  if (status === 400) return { failure: { mapping: statuses.searchRefused, raw } };
  if (!Array.isArray(results)) return { failure: { mapping: statuses.notUnderstood, raw } };
  return {
    limit,
    flows: results.map(flowFrom).filter((flow) => flow !== undefined),
    count: results.length,
    ...(typeof total === 'number' && { total }),
    ...(nextCursor !== '' && nextCursor !== null && { cursor: nextCursor }),
  };
}
