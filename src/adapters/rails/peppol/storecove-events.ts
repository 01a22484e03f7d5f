import type { JsonObject } from '../../../domain/json/json-object.ts';
import { eventKind } from '../../../domain/routes/peppol/access-point-events.ts';
import type { BuyerStatus } from '../../../domain/vocabulary/buyer-status.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { accessPointOf } from './access-point.ts';
import { readIncoming } from './application-response.ts';
import { byStatus, type Connection, toUnanswered } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { documentIn } from './inbound-invoices.ts';
import { jsonObject, text, withoutParties } from './report.ts';
import { type Reason, saidWith } from './response-reasons.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';
import { bytesIn, failedAnswer } from './storecove-evidence.ts';

/** A position: the event that is stored and may be removed, or that the queue was empty behind it. */
const TAKEN = 'event:';
const EMPTY = 'queue:empty';
const GUID = /^[\w-]{1,100}$/;

/** A received document is base64 in JSON. */
const MAX_BYTES = 40_000_000;

/**
 * The account's queue of events ("pull" webhooks): only the oldest event can be read, and the next one once that is removed. It is
 * removed with the fetch after the one that brought it, so that it is stored by then.
 */
export async function fetchEvents(
  connection: Connection,
  after: string | null,
): Promise<MessagePage | RailAnswer> {
  const taken = after?.startsWith(TAKEN) ? after.slice(TAKEN.length) : undefined;
  const failure = taken !== undefined && (await remove(connection, taken));
  if (failure) return failure;
  const answer = await connection.call({ method: 'GET', path: '/webhook_instances/', timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 204)
    return { messages: [], isQueue: true, isLast: true, ...(taken !== undefined && { next: EMPTY }) };
  if (answer.status !== 200) return byStatus(answer);
  const instance = jsonObject(answer.body);
  const guid = text(instance?.['guid']);
  if (guid === undefined || !GUID.test(guid)) return { mapping: statuses.outOfOrder };
  const page = await pageOf(connection, text(instance?.['body']) ?? '');
  if ('mapping' in page) return page;
  return { ...page, isQueue: true, isReadBy: isAt(connection), next: `${TAKEN}${guid}` };
}

/** @returns why the event may still be there. */
async function remove(connection: Connection, guid: string): Promise<RailAnswer | undefined> {
  const path = `/webhook_instances/${encodeURIComponent(guid)}`;
  const answer = await connection.call({ method: 'DELETE', path, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  return answer.status === 204 || answer.status === 404 ? undefined : byStatus(answer);
}

const UNREADABLE: MessagePage = { messages: [], unreadable: 1 };

/** An event of another kind is passed over: it would block those behind it. */
async function pageOf(connection: Connection, body: string): Promise<MessagePage | RailAnswer> {
  const bytes = new TextEncoder().encode(body);
  const event = jsonObject(bytes);
  const document = text(event?.['document_guid']);
  if (event?.['event_type'] === 'received_document' && document !== undefined && GUID.test(document))
    return receivedPage(connection, document);
  const message = event?.['event_type'] === 'document_submission' ? messageOf(event, bytes) : undefined;
  return message ? { messages: [message] } : UNREADABLE;
}

/** The buyer's answers (vantigo-io/vantigo 3cf847cd; codes of BIS 63). */
const BUYERS: Readonly<Record<string, BuyerStatus>> = {
  acknowledged: 'received',
  in_process: 'in_process',
  under_query: 'under_query',
  conditionally_accepted: 'conditionally_accepted',
  rejected: 'refused',
  accepted: 'accepted',
  paid: 'paid',
};

function messageOf(event: JsonObject, bytes: Uint8Array): RouteMessage | undefined {
  const guid = text(event['guid']);
  const ours = text(event['idempotencyGuid']) ?? text(event['idempotency_guid']);
  const name = text(event['event']) ?? '';
  if (guid === undefined || !GUID.test(guid)) return undefined;
  const details = text(event['details']) ?? '';
  const status = rowOf(BUYERS, name);
  return {
    kind: eventKind(name),
    bytes,
    about: ours === undefined ? { legalId: guid } : { submissionId: ours.toLowerCase() },
    named: { reference: guid, legalId: guid },
    effect: status
      ? { kind: 'status', status, ...saidWith(status, reasonsIn(details)) }
      : endOf(name, details),
    ...(status && { proves: statuses.delivered }),
    raw: { event: name, guid, ...(details !== '' && { details: withoutParties(details).slice(0, 500) }) },
  };
}

/** Its words are the reason, without a code. */
const reasonsIn = (details: string): readonly Reason[] =>
  details === '' ? [] : [{ code: '', list: '', text: details, about: [] }];

/** The list of events is not published: another one shows that the document is there, and blocks none behind it. */
function endOf(name: string, details: string): RouteMessage['effect'] {
  switch (name) {
    case 'succeeded':
      return { kind: 'answer', mapping: statuses.delivered };
    case 'failed':
      return { kind: 'answer', ...failedAnswer(details) };
    case 'no_action_taken':
      return { kind: 'answer', mapping: statuses.noActionTaken };
    default:
      return { kind: 'answer', mapping: statuses.pending };
  }
}

/** The first element; instructions begin with another sign. */
const FIRST_ELEMENT = /<(?:[\w.-]{1,50}:)?([A-Za-z]\w{0,50})/;
const INVOICES: ReadonlySet<string> = new Set(['Invoice', 'CreditNote', 'CrossIndustryInvoice']);
const ENVELOPE = 'StandardBusinessDocument';
const LOOKED_AT = 10_000;

/** The document behind a notice. It says itself whose it is: an account serves several legal entities. */
async function receivedPage(connection: Connection, guid: string): Promise<MessagePage | RailAnswer> {
  const path = `/received_documents/${guid}/original`;
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS, maxBytes: MAX_BYTES });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 404) return UNREADABLE;
  const read = answer.status === 200 ? jsonObject(answer.body) : undefined;
  const [entity, original] = [read?.['legal_entity_id'], text(read?.['original'])];
  if (typeof entity !== 'number' || original === undefined)
    return answer.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answer);
  const owner = { is: isOf(connection, String(entity)), otherwise: statuses.otherEntity };
  const bytes = bytesIn(original);
  const document = documentIn(bytes);
  const start = Buffer.from(document.subarray(0, LOOKED_AT)).toString('latin1');
  const [, root = ''] = FIRST_ELEMENT.exec(start.replaceAll(/<!--[^]*?-->/g, '')) ?? [];
  const isInvoice = start.startsWith('%PDF-') || INVOICES.has(root);
  const message = isInvoice ? undefined : readIncoming(bytes, connection.accessPoint.sender)?.message;
  if (message) return { messages: [message], owner };
  // An envelope that could not be taken off may hold an invoice: its check says what is wrong.
  if (!isInvoice && root !== ENVELOPE) return { ...UNREADABLE, owner };
  return { messages: [], received: [{ railId: guid, bytes: document }], owner };
}

/** Each client of an account may have a key of its own, so keys do not tell accounts apart. */
const isAt =
  ({ accessPoint }: Connection) =>
  ({ value }: OpenedCredential): boolean => {
    const other = accessPointOf(value);
    return other?.dialect === accessPoint.dialect && other.baseUrl === accessPoint.baseUrl;
  };

const isOf =
  ({ accessPoint }: Connection, companyId: string) =>
  ({ value }: OpenedCredential): boolean => {
    const other = accessPointOf(value);
    return other?.dialect === accessPoint.dialect && other.companyId === companyId;
  };
