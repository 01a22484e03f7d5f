import type { CollectedPage, Collection, Receiving } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { fetchListed } from '../listed.ts';
import { type Owed, readBehind, writtenBehind } from '../owed.ts';
import { CAUSES_OF_ONE, OWED_WAITS } from './owed-messages.ts';
import { asking } from './questions.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { cifIn, type MessageList, nextMessages } from './windows.ts';

/** The end of the last window, and messages until there that did not come. */
interface Position {
  readonly till: number | undefined;
  readonly owed: readonly Owed[];
}

/**
 * Received invoices: the list of messages with `filtru=P`, in overlapping windows. Each is downloaded once (ANAF's Swagger pages).
 */
export const anafReceiving = (ports: MessageList): Receiving => ({
  everyMs: ports.everyMs,
  recipientOf: cifIn,
  fetch: (collection) => fetchReceived(collection, ports),
});

async function fetchReceived(
  { credential, recipient: company = '', after, isKnown, now }: Collection,
  ports: MessageList,
): Promise<CollectedPage | RailAnswer> {
  const { till, owed } = readPosition(after);
  const inWindow = await nextMessages({ credential, company, filter: 'P', till }, ports);
  if ('mapping' in inWindow) return inWindow;
  const { window, messages } = inWindow;
  const harvest = await fetchListed({
    listed: messages.map(({ id, index }) => `${id}/${index}`),
    railIdOf: (name) => name.slice(name.indexOf('/') + 1),
    download: (name) => download(name.slice(0, name.indexOf('/')), credential, ports),
    causes: CAUSES_OF_ONE,
    waits: OWED_WAITS,
    owed,
    isKnown,
    now,
  });
  if ('mapping' in harvest) return harvest;
  const { page, isWhole } = harvest;
  const next = writePosition({ till: isWhole ? window.to : till, owed: harvest.owed });
  return { ...page, next, ...(isWhole && { isLast: window.isNewest }) };
}

async function download(
  id: string,
  credential: Collection['credential'],
  { questions }: MessageList,
): Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer> {
  const got = await questions.download(credential, id);
  // An unreadable file is stored as it came. Its check reports it.
  if (!('mapping' in got)) return { bytes: got.signed?.file ?? got.zip };
  return got.mapping === statuses.expired ? { bytes: undefined } : asking(got);
}

function readPosition(after: string | null): Position {
  const [, till, owed] = /^till:(\d{0,15})(?::(.*))?$/.exec(after ?? '') ?? [];
  return { till: till ? Number(till) : undefined, owed: readBehind(owed) };
}

const writePosition = ({ till, owed }: Position): string => `till:${till ?? ''}${writtenBehind(owed)}`;
