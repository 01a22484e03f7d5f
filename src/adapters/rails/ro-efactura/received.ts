import { isCui } from '../../../domain/checks/identifiers/identifiers.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  CollectedDocument,
  CollectedPage,
  Collection,
  Receiving,
} from '../../../ports/rail/receiving.ts';
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
/** Files of up to 10 MB, which are in memory together. */
const MAX_AT_ONCE = 10;

const CURSOR = /^till:(\d{1,15})$/;

interface Tools {
  readonly questions: AnafQuestions;
  /** The machine's clock: ANAF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
  /** ANAF refuses an end that is in the future by its clock (the note, section 6). */
  readonly marginMs: number;
  readonly everyMs: number;
}

/**
 * Received invoices: the list of messages with `filtru=P`, in overlapping windows. Each is downloaded once (the note, section
 * 6).
 */
export const anafReceiving = (tools: Tools): Receiving => ({
  everyMs: tools.everyMs,
  recipientOf: cifIn,
  fetch: (asked) => fetchReceived(asked, tools),
});

async function fetchReceived(asked: Collection, tools: Tools): Promise<CollectedPage | RailAnswer> {
  let window = windowAfter(asked.after, tools);
  let listed = await messagesIn(window, asked, tools.questions);
  while (listed === 'too many') {
    window = firstHalf(window);
    listed = await messagesIn(window, asked, tools.questions);
  }
  if ('mapping' in listed) return listed;
  const documents: CollectedDocument[] = [];
  for (const message of listed.messages) {
    if (await asked.isKnown(message.index)) continue;
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: false };
    const got = await tools.questions.download(asked.credential, message.id);
    // The invoices until here are taken in; the next read meets the rest again.
    if ('mapping' in got) return documents.length > 0 ? { documents, isLast: true } : asking(got);
    // An unreadable file is stored as it came. Its check reports it.
    documents.push({ railId: message.index, bytes: got.signed?.file ?? got.zip });
  }
  return { documents, next: `till:${window.to}`, isLast: window.isNewest };
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly isNewest: boolean;
}

function windowAfter(after: string | null, { realClock, marginMs }: Tools): Window {
  const now = realClock.now().getTime();
  const [, till] = CURSOR.exec(after ?? '') ?? [];
  const newest = now - marginMs;
  const from = Math.max(till === undefined ? 0 : Number(till) - OVERLAP_MS, now - REACH_MS);
  const to = Math.min(from + WINDOW_MS, newest);
  return { from: Math.min(from, to - 1), to, isNewest: to === newest };
}

const firstHalf = ({ from, to }: Window): Window => ({
  from,
  to: from + Math.ceil((to - from) / 2),
  isNewest: false,
});

/** Oldest first. */
async function messagesIn(
  { from, to }: Window,
  { credential, recipient = '' }: Collection,
  questions: AnafQuestions,
): Promise<{ readonly messages: readonly ListedMessage[] } | 'too many' | RailAnswer> {
  const messages: ListedMessage[] = [];
  const mostPages = to - from > MIN_WINDOW_MS ? MAX_PAGES : Infinity;
  const window = { startTime: String(from), endTime: String(to), cif: recipient, filtru: 'P' };
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const listed = await questions.page(credential, { ...window, pagina: String(page) });
    if ('failure' in listed) return asking(listed.failure);
    // Otherwise a row that cannot be read would be skipped.
    if (listed.isBroken) return { mapping: statuses.notUnderstood };
    pages = listed.pages;
    if (pages > mostPages) return 'too many';
    messages.push(...listed.messages);
  }
  return { messages: messages.reverse() };
}

/** The tax number of a Romanian company, with or without `RO`. */
function cifIn(legalEntity: string): string | undefined {
  const [, prefix, digits] = /^(RO)?\s*(\d{2,10})$/i.exec(legalEntity.trim()) ?? [];
  if (digits === undefined) return undefined;
  return prefix !== undefined || isCui(digits) ? digits : undefined;
}
