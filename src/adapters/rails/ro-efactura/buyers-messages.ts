import { say } from 'en16931-rules/vocabulary/message.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { ListedMessage } from './lists.ts';
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
  const { till, taken } = positionIn(after);
  const isSoon =
    till !== undefined && ports.realClock.now().getTime() - ports.marginMs - till < ports.everyMs;
  if (isSoon) return { messages: [], isLast: true };
  const listed = await nextMessages({ credential, company, filter: 'R', till }, ports);
  if ('mapping' in listed) return listed;
  const { window } = listed;
  const due = listed.messages
    .filter(({ id, direction }) => direction !== 'sent' && !taken.includes(id))
    // A row without a readable minute was set by the end of its window: it waits, too, for an index whose answer was lost.
    .map((message): ListedMessage => ({ setAt: new Date(window.to), ...message }));
  const read = await readMessages(due.slice(0, MAX_AT_ONCE), credential, ports);
  const { messages, unreadable, done, failure } = read;
  if (failure && done.length === 0) return failure;
  const isWhole = done.length === due.length;
  const known = isWhole ? listed.messages.map(({ id }) => id) : [...taken, ...done];
  const next = writePosition({ till: isWhole ? window.to : till, taken: known });
  return { messages, unreadable, next, isLast: failure ? true : isWhole && window.isNewest };
}

interface Reading {
  readonly messages: readonly RouteMessage[];
  readonly unreadable: number;
  /** The ids of messages that need no other download. */
  readonly done: readonly string[];
  /** Why the next one could not be downloaded. */
  readonly failure?: RailAnswer;
}

async function readMessages(
  due: readonly ListedMessage[],
  credential: OpenedCredential,
  { questions }: MessageList,
): Promise<Reading> {
  const messages: RouteMessage[] = [];
  const done: string[] = [];
  let unreadable = 0;
  for (const listed of due) {
    const got = await questions.download(credential, listed.id);
    if ('mapping' in got && got.mapping !== statuses.expired)
      return { messages, unreadable, done, failure: asking(got) };
    const message = 'mapping' in got ? undefined : messageIn(got, listed);
    if (message) messages.push(message);
    else unreadable += 1;
    done.push(listed.id);
  }
  return { messages, unreadable, done };
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
  { id, index, about, setAt }: ListedMessage,
): RouteMessage | undefined {
  const parsed = signed && textIn(signed.file);
  const legalId = parsed?.index ?? about;
  if (legalId === undefined) return undefined;
  return {
    kind: `buyer-message-${index}`,
    bytes: zip,
    about: { legalId },
    ...(setAt && { setAt }),
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
  const [, till, taken = ''] = /^till:(\d{0,15}):([\d,]*)$/.exec(after ?? '') ?? [];
  return { till: till ? Number(till) : undefined, taken: taken === '' ? [] : taken.split(',') };
}

const writePosition = ({ till, taken }: Position): string =>
  `till:${till ?? ''}:${taken.slice(-MAX_TAKEN).join(',')}`;
