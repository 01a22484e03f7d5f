import { isCui } from 'en16931-rules/vocabulary/identifiers.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { ListedMessage } from './lists.ts';
import { asking, type AnafQuestions } from './questions.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** ANAF keeps messages for 60 days, and refuses an earlier start. */
const REACH_MS = 59 * DAY;
const WINDOW_MS = 7 * DAY;
/** Of 500 messages each. A window with more is halved. */
const MAX_PAGES = 20;
/** A message may appear in the list after a later one. */
const OVERLAP_MS = 60 * MINUTE;
/** A narrower window would end before the next one begins. It is read to its end, however long it is. */
const MIN_WINDOW_MS = 4 * OVERLAP_MS;

export interface MessageList {
  readonly questions: AnafQuestions;
  /** The machine's clock: ANAF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
  /** ANAF refuses an end that is in the future by its clock (ANAF's Swagger pages). */
  readonly marginMs: number;
  readonly everyMs: number;
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly isNewest: boolean;
}

interface Listing {
  readonly credential: OpenedCredential;
  /** CIF. */
  readonly company: string;
  /** `P`: received invoices; `R`: messages of buyers. */
  readonly filter: 'P' | 'R';
  /** The end of the last window; undefined at the beginning. */
  readonly till: number | undefined;
}

interface Listed {
  readonly window: Window;
  /** Oldest first. */
  readonly messages: readonly ListedMessage[];
}

/** The messages of the next window; of half of it, as often as needed, if it has too many. */
export async function nextMessages(listing: Listing, ports: MessageList): Promise<Listed | RailAnswer> {
  let window = windowAfter(listing.till, ports);
  let listed = await messagesIn(window, listing, ports.questions);
  while (listed === 'too many') {
    window = firstHalf(window);
    listed = await messagesIn(window, listing, ports.questions);
  }
  return 'mapping' in listed ? listed : { window, messages: listed.messages };
}

function windowAfter(till: number | undefined, { realClock, marginMs }: MessageList): Window {
  const now = realClock.now().getTime();
  const newest = now - marginMs;
  const from = Math.max(till === undefined ? 0 : till - OVERLAP_MS, now - REACH_MS);
  const to = Math.min(from + WINDOW_MS, newest);
  return { from: Math.min(from, to - 1), to, isNewest: to === newest };
}

const firstHalf = ({ from, to }: Window): Window => ({
  from,
  to: from + Math.ceil((to - from) / 2),
  isNewest: false,
});

async function messagesIn(
  { from, to }: Window,
  { credential, company, filter }: Listing,
  questions: AnafQuestions,
): Promise<Pick<Listed, 'messages'> | 'too many' | RailAnswer> {
  const messages: ListedMessage[] = [];
  const maxPages = to - from > MIN_WINDOW_MS ? MAX_PAGES : Infinity;
  const window = { startTime: String(from), endTime: String(to), cif: company, filtru: filter };
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const listed = await questions.page(credential, { ...window, pagina: String(page) });
    if ('failure' in listed) return asking(listed.failure);
    // Otherwise a row that cannot be read would be skipped.
    if (listed.isBroken) return { mapping: statuses.notUnderstood };
    pages = listed.pages;
    if (pages > maxPages) return 'too many';
    messages.push(...listed.messages);
  }
  return { messages: messages.reverse() };
}

/** The tax number of a Romanian company, with or without `RO`. */
export function cifIn(identifier: string): string | undefined {
  const [, prefix, digits] = /^(RO)?\s*(\d{2,10})$/i.exec(identifier.trim()) ?? [];
  if (digits === undefined) return undefined;
  return prefix !== undefined || isCui(digits) ? digits : undefined;
}
