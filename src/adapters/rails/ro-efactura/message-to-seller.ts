import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { createHash } from 'node:crypto';
import { attribute } from '../../../domain/documents/xml.ts';
import { cifOf } from '../../../domain/routes/ro-efactura/cif.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { StatusLetter, StatusMessages, StatusOrder } from '../../../ports/rail/status-messages.ts';
import type { Anaf } from './anaf.ts';
import { type Message, MESSAGE_SPACE, textIn } from './buyers-messages.ts';
import { type MessageLookUp, lookForUpload } from './lookup.ts';
import type { SignedAnswer } from './signed-answer.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { upload } from './upload.ts';

/**
 * A text of the buyer to the seller about a received invoice (RASP). ANAF's index ends it: whether `stareMesaj` knows such a message is not
 * published. ANAF recognises no second copy, so a message whose answer was lost is sent again only after lists of an hour have not shown it.
 */
export const messagesToSellers = (anaf: Anaf, ports: MessageLookUp): StatusMessages => ({
  write,
  renew: () => {
    throw new Error('ANAF drops no message');
  },
  send: async ({ credential, bytes, submissionId, beginDocument }) => {
    const query = { standard: STANDARD, cif: buyerIn(submissionId) };
    const begins = beginDocument && { begins: beginDocument };
    return messageAnswer(
      upload(await anaf.call(credential, { path: 'upload', query, body: bytes, ...begins })),
    );
  },
  ask: async (inquiry) => messageAnswer(await lookForMessage(inquiry, ports)),
  poll: async (inquiry) => messageAnswer(await lookForMessage(inquiry, ports)),
  read,
});

/** `standard` of its upload. */
const STANDARD = 'RASP';
const INDEX = /^\d{1,20}$/;

function write({
  addressing: { buyer },
  railId,
  note = '',
}: StatusOrder): StatusLetter | { readonly unfit: Text } {
  const cif = cifOf(buyer);
  if (cif === undefined)
    return {
      unfit: say('networks-ro-efactura.invoice-states-no-romanian-tax-number-of-buyer'),
    };
  if (railId === undefined || !INDEX.test(railId))
    return {
      unfit: say('networks-ro-efactura.service-does-not-know-anaf-s-upload-index'),
    };
  return { submissionId: `${cif}/${railId}`, message: messageOf({ index: railId, text: note }) };
}

function messageOf({ index, text }: Message): Uint8Array {
  const attributes = [
    ['xmlns', MESSAGE_SPACE],
    ['index_incarcare', index],
    ['message', text.replaceAll(/\r\n?/g, '\n')],
  ] as const;
  const written = attributes.map(([name, value]) => attribute(name, value)).join('');
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n<header${written}/>`);
}

const buyerIn = (submissionId: string): string => submissionId.split('/')[0] ?? '';

/** An index is the last word about a message. */
const messageAnswer = (answer: RailAnswer): RailAnswer =>
  answer.mapping === statuses.taken || answer.mapping === statuses.accepted
    ? { ...answer, mapping: statuses.messageTaken }
    : answer;

/** ANAF may write the message in other bytes: what it says is compared. */
function lookForMessage(inquiry: Inquiry, ports: MessageLookUp): Promise<RailAnswer> {
  const { submissionId, documentSha256 } = inquiry;
  const [cif = '', about] = submissionId.split('/');
  const isOurs = ({ file }: SignedAnswer): boolean => {
    const message = textIn(file);
    return message !== undefined && sha256Of(messageOf(message)) === documentSha256;
  };
  return lookForUpload(inquiry, ports, {
    cif,
    filter: 'R',
    isOurs,
    mayBeOurs: (message) => message.direction !== 'received' && (message.about ?? about) === about,
  });
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function read(bytes: Uint8Array): RouteMessage | undefined {
  const message = textIn(bytes);
  if (!message) return undefined;
  const { index } = message;
  return {
    kind: 'message-to-seller',
    bytes,
    about: { legalId: index },
    effect: { kind: 'nothing' },
    raw: { code: STANDARD, index_incarcare: index },
  };
}
