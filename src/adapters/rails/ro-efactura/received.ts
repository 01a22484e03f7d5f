import type { CollectedPage, Collection, Receiving } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { parse } from '../../../domain/json/json-object.ts';
import { fetchListed } from '../listed-documents.ts';
import { type Owed, type OwedWaits, readOwed } from '../owed.ts';
import { asking } from './questions.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { cifIn, type MessageList, nextMessages } from './windows.ts';

const HOUR = 3_600_000;
/** Four tries on the first day, of the ten that ANAF allows; ANAF keeps a message for 60 days. */
const OWED_WAITS: OwedWaits = { firstMs: 2 * HOUR, maxMs: 12 * HOUR, maxTries: 120 };

/** The end of the last window, and messages until there that did not come. */
interface Position {
  readonly till: number | undefined;
  readonly owed: readonly Owed[];
}

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
  { credential, recipient: company = '', after, isKnown, now }: Collection,
  ports: MessageList,
): Promise<CollectedPage | RailAnswer> {
  const { till, owed } = readPosition(after);
  const inWindow = await nextMessages({ credential, company, filter: 'P', till }, ports);
  if ('mapping' in inWindow) return inWindow;
  const { window, messages } = inWindow;
  const harvest = await fetchListed(
    {
      listed: messages.map(({ id, index }) => `${id}/${index}`),
      railIdOf: (name) => name.slice(name.indexOf('/') + 1),
      download: (name) => download(name.slice(0, name.indexOf('/')), credential, ports),
      causes: CAUSES,
      waits: OWED_WAITS,
      owed,
      isKnown,
      now,
    },
    !window.isNewest,
  );
  if ('mapping' in harvest) return harvest;
  const position = { till: harvest.isWhole ? window.to : till, owed: harvest.owed };
  return { ...harvest.page, next: writePosition(position) };
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

/** ANAF counts the downloads of each message. */
const CAUSES = new Map([
  [statuses.dayIsOver.networkStatus, 'document'],
  [statuses.unknownIndex.networkStatus, 'document'],
  [statuses.mayNotAsk.networkStatus, 'document'],
  [statuses.notUnderstood.networkStatus, 'document'],
  // 403, also beyond 1,000 calls a minute: the list was answered with the same log-in.
  [statuses.credentialRefused.networkStatus, 'perhaps'],
  [statuses.answerLost.networkStatus, 'perhaps'],
  [statuses.outOfOrder.networkStatus, 'perhaps'],
  [statuses.technical.networkStatus, 'perhaps'],
] as const);

function readPosition(after: string | null): Position {
  const [, till, owed = ''] = /^till:(\d{0,15})(?::(.*))?$/.exec(after ?? '') ?? [];
  return { till: till ? Number(till) : undefined, owed: readOwed(parse(owed)) ?? [] };
}

const writePosition = ({ till, owed }: Position): string =>
  `till:${till ?? ''}${owed.length > 0 ? `:${JSON.stringify(owed)}` : ''}`;
