import { say } from 'en16931-rules/vocabulary/message.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { readEach } from '../listed.ts';
import { type Owed, readBehind, writtenBehind } from '../owed.ts';
import type { ListedMessage } from './lists.ts';
import { CAUSES_OF_ONE, OWED_WAITS } from './owed-messages.ts';
import { asking } from './questions.ts';
import type { Download } from './receipt-verdict.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { type MessageList, nextMessages } from './windows.ts';
import { xmlAnswer } from './xml-answer.ts';

const MAX_AT_ONCE = 50;
/** The position is stored, so it has a limit. An hour of messages to one company stays below it. */
const MAX_TAKEN = 150;

/** The end of the last window, and the messages around it that were taken: ANAF gives each ten times a day. */
interface Position {
  readonly till: number | undefined;
  readonly taken: readonly string[];
  /** Messages until there that did not come. */
  readonly owed: readonly Owed[];
}

interface Asked {
  readonly credential: OpenedCredential;
  readonly company: string;
  readonly after: string | null;
}

/**
 * What buyers wrote about sent invoices (RASP): the list of messages with `filtru=R`, in overlapping windows. ANAF lists what a company
 * itself wrote there, too.
 */
export async function fetchBuyersMessages(
  { credential, company, after }: Asked,
  ports: MessageList,
): Promise<MessagePage | RailAnswer> {
  const { till, taken, owed } = positionIn(after);
  const isSoon =
    till !== undefined && ports.realClock.now().getTime() - ports.marginMs - till < ports.everyMs;
  if (isSoon) return { messages: [], isLast: true };
  const listed = await nextMessages({ credential, company, filter: 'R', till }, ports);
  if ('mapping' in listed) return listed;
  const { window } = listed;
  const due = listed.messages
    .filter(({ id, direction }) => direction !== 'sent' && !taken.includes(id))
    .map((message) => nameOf(message, window.to));
  const some = due.slice(0, MAX_AT_ONCE);
  const harvest = await readEach({
    listed: some,
    owed,
    causes: CAUSES_OF_ONE,
    waits: OWED_WAITS,
    now: ports.realClock.now(),
    read: (name) => readMessage(name, credential, ports),
  });
  if ('mapping' in harvest) return harvest;
  const { items: messages, done, isStopped } = harvest;
  const isWhole = harvest.isWhole && some.length === due.length;
  const handled = some.filter((name) => harvest.handled.has(name)).map((name) => listedAs(name).id);
  const known = isWhole ? listed.messages.map(({ id }) => id) : [...taken, ...handled];
  return {
    messages,
    unreadable: done.length - messages.length,
    next: writePosition({ till: isWhole ? window.to : till, taken: known, owed: harvest.owed }),
    isLast: isStopped || (isWhole && window.isNewest),
    ...(harvest.owed.length > 0 && { isPartial: true }),
  };
}

/** What the list says of a message: it is stored while ANAF owes the message. */
type ListedAs = Pick<ListedMessage, 'id' | 'index' | 'about'> & { readonly setAt: Date };

/** A row without a readable minute was set by the end of its window: it waits, too, for an index whose answer was lost. */
const nameOf = ({ id, index, about = '', setAt }: ListedMessage, to: number): string =>
  [id, index, about, setAt?.getTime() ?? to].join('/');

function listedAs(name: string): ListedAs {
  const [id = '', index = '', about = '', setAt] = name.split('/');
  return { id, index, ...(about !== '' && { about }), setAt: new Date(Number(setAt)) };
}

async function readMessage(
  name: string,
  credential: OpenedCredential,
  { questions }: MessageList,
): Promise<{ readonly item: RouteMessage | undefined } | RailAnswer> {
  const listed = listedAs(name);
  const got = await questions.download(credential, listed.id);
  if (!('mapping' in got)) return { item: messageIn(got, listed) };
  return got.mapping === statuses.expired ? { item: undefined } : asking(got);
}

export const MESSAGE_SPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1';

/** The text of a buyer about an invoice, by its upload index. */
export interface Message {
  readonly index: string;
  readonly text: string;
}

/** @returns undefined if the file has not the published form. */
export function textIn(file: Uint8Array): Message | undefined {
  const { root, namespace, attributes } = xmlAnswer(file) ?? {};
  const { index_incarcare: index, message: text } = attributes ?? {};
  if (root !== 'header' || namespace !== MESSAGE_SPACE || index === undefined || text === undefined)
    return undefined;
  return /^\d{1,20}$/.test(index) ? { index, text } : undefined;
}

/** What is not in the described form is kept as it came if the list names its invoice: somebody has to look at it. */
function messageIn(
  { zip, signed }: Download,
  { id, index, about, setAt }: ListedAs,
): RouteMessage | undefined {
  const parsed = signed && textIn(signed.file);
  const legalId = parsed?.index ?? about;
  if (legalId === undefined) return undefined;
  return {
    kind: `buyer-message-${index}`,
    bytes: zip,
    about: { legalId },
    setAt,
    effect: {
      kind: 'trouble',
      mapping: parsed ? statuses.buyerWrote : statuses.buyersMessageUnread,
      ...(parsed && {
        words: {
          message: say('networks.with-their-words', {
            text: statuses.buyerWrote.message,
            theirs: quoted(parsed.text),
          }),
        },
      }),
    },
    // The kind names the message.
    repeats: () => true,
    raw: { id, id_solicitare: index, index_incarcare: legalId },
  };
}

function positionIn(after: string | null): Position {
  const [, till, taken = '', owed] = /^till:(\d{0,15}):([\d,]*)(?::(.*))?$/.exec(after ?? '') ?? [];
  return {
    till: till ? Number(till) : undefined,
    taken: taken === '' ? [] : taken.split(','),
    owed: readBehind(owed),
  };
}

const writePosition = ({ till, taken, owed }: Position): string =>
  `till:${till ?? ''}:${taken.slice(-MAX_TAKEN).join(',')}${writtenBehind(owed)}`;
