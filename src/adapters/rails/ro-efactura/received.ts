import type {
  CollectedDocument,
  CollectedPage,
  Collection,
  Receiving,
} from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { asking } from './questions.ts';
import { cifIn, type MessageList, nextMessages } from './windows.ts';

/** Files of up to 10 MB, which are in memory together. */
const MAX_AT_ONCE = 10;

const CURSOR = /^till:(\d{1,15})$/;

/**
 * Received invoices: the list of messages with `filtru=P`, in overlapping windows. Each is downloaded once (the note, section
 * 6).
 */
export const anafReceiving = (ports: MessageList): Receiving => ({
  everyMs: ports.everyMs,
  recipientOf: cifIn,
  fetch: (collection) => fetchReceived(collection, ports),
});

async function fetchReceived(
  { credential, recipient: company = '', after, isKnown }: Collection,
  ports: MessageList,
): Promise<CollectedPage | RailAnswer> {
  const [, till] = CURSOR.exec(after ?? '') ?? [];
  const listing = {
    credential,
    company,
    filter: 'P',
    till: till === undefined ? till : Number(till),
  } as const;
  const listed = await nextMessages(listing, ports);
  if ('mapping' in listed) return listed;
  const { window, messages } = listed;
  const documents: CollectedDocument[] = [];
  for (const message of messages) {
    if (await isKnown(message.index)) continue;
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: false };
    const got = await ports.questions.download(credential, message.id);
    // The invoices until here are taken in; the next read meets the rest again.
    if ('mapping' in got) return documents.length > 0 ? { documents, isLast: true } : asking(got);
    // An unreadable file is stored as it came. Its check reports it.
    documents.push({ railId: message.index, bytes: got.signed?.file ?? got.zip });
  }
  return { documents, next: `till:${window.to}`, isLast: window.isNewest };
}
