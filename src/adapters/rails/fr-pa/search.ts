import type { OpenedCredential, RailAnswer } from '../../../ports/rail.ts';
import { type Flow, flowFrom } from './flow.ts';
import { jsonIn } from './json.ts';
import { errorCode, type Platform } from './platform.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

/** Criteria of a search (the note, 2.3); at least one. */
export interface Search {
  readonly where: Readonly<Record<string, unknown>>;
  readonly cursor?: string;
}

export interface FlowPage {
  readonly flows: readonly Flow[];
  /** Before version 1.3 there is none. */
  readonly next?: string;
  /** Some entry cannot be read: what is looked for may be among them. */
  readonly isBroken: boolean;
  /** Nothing may follow: there is no cursor, and room for more. */
  readonly isLast: boolean;
}

/** As many as a page may hold. */
export const PAGE = 100;
const SEARCH_MS = 30_000;
const MOST_BYTES = 5_000_000;
/** It is stored. */
const MOST_CURSOR_CHARACTERS = 4_000;

export async function searched(
  platform: Platform,
  credential: OpenedCredential,
  search: Search,
): Promise<FlowPage | RailAnswer> {
  const said = await platform.call(credential, {
    method: 'POST',
    service: 'flow',
    path: '/flows/search',
    type: 'application/json',
    body: new TextEncoder().encode(JSON.stringify({ limit: PAGE, ...search })),
    timeoutMs: SEARCH_MS,
    mostBytes: MOST_BYTES,
  });
  if ('failure' in said) return said.failure;
  const { status, body } = said;
  const { results, nextCursor = '' } = (status === 200 ? jsonIn(body) : undefined) ?? {};
  const raw = { http_status: status, ...errorCode(body) };
  if (status === 404) return { mapping: statuses.wrongPath, raw };
  if (status === 400) return { mapping: statuses.searchRefused, raw };
  if (!Array.isArray(results)) return { mapping: statuses.notUnderstood, raw };
  const flows = results.map(flowFrom).filter((flow) => flow !== undefined);
  const isBroken = flows.length < results.length;
  const isCursor = typeof nextCursor === 'string' && nextCursor.length <= MOST_CURSOR_CHARACTERS;
  return {
    flows,
    isBroken,
    isLast: (nextCursor === '' || nextCursor === null) && results.length < PAGE,
    ...(isCursor && nextCursor !== '' && { next: nextCursor }),
  };
}
