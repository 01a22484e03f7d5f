import { randomUUID } from 'node:crypto';
import type { Answered } from '../../../ports/outbound.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { formBody } from '../form-body.ts';
import { askAccessPoint, byStatus, type Connection, credentialRefused, toUnanswered } from './connection.ts';
import { ASK_MS, type Dialect, type Outgoing, SEND_MS } from './dialect.ts';
import { parseEvent } from './e-invoice-be-events.ts';
import { fetchInbox } from './e-invoice-be-received.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject, lookUpTextMapping, text, withoutParties } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/**
 * e-invoice.be sends drafts. The id of the draft is in our store before it is sent, so a lost answer is settled by a status
 * inquiry, and the provider refuses a second send of the same draft (`routes`, 4.6).
 */
export const eInvoiceBe: Dialect = {
  logIn: ({ token }) => ({ Authorization: `Bearer ${token}` }),
  prepare,
  send,
  ask: (connection, inquiry) => ask(connection, inquiry),
  receive: fetchInbox,
  readCallback: parseEvent,
};

/** The call has no parameter for the document type. The provider recognises BIS Billing 3 and its self-billing. */
const IS_TAKEN = /^urn:cen\.eu:en16931:2017#compliant#urn:fdc:peppol\.eu:2017:poacc:(?:self)?billing:3\.0$/;

/** A draft reaches no receiver. If a process dies after it, it stays a draft. */
async function prepare(
  connection: Connection,
  { resumeToken, facts, bytes }: Outgoing,
): Promise<{ readonly resumeToken: string } | RailAnswer> {
  if (resumeToken !== undefined && resumeToken !== '') return { resumeToken };
  if (facts.syntax === 'cii' || !IS_TAKEN.test(facts.specification ?? ''))
    return { mapping: statuses.notTakenThere };
  const { type, body } = formBody(`ids-${randomUUID()}`, [
    { name: 'file', fileName: 'document.xml', type: 'application/xml', content: bytes },
  ]);
  let id: string | undefined;
  const answer = await askAccessPoint(
    connection,
    {
      method: 'POST',
      path: '/api/documents/ubl',
      body,
      headers: { 'Content-Type': type },
      timeoutMs: SEND_MS,
    },
    (answered) => {
      id = answered.status === 201 ? text(jsonObject(answered.body)?.['id']) : undefined;
      return draftAnswer(answered);
    },
  );
  return id === undefined ? answer : { resumeToken: id };
}

function draftAnswer(answered: Answered): RailAnswer {
  const { status, body } = answered;
  if (isPage(answered)) return { mapping: statuses.outOfOrder, raw: { http_status: status } };
  if (status === 415 || status === 422 || status === 406)
    return { mapping: statuses.refusedByAp, raw: describeAnswer(status, body) };
  // Also 201 without an id: such a draft cannot be sent.
  return status === 201 ? { mapping: statuses.outOfOrder } : byStatus(answered);
}

/** Statuses with which the provider refuses a document or a call about it. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 404, 405, 406, 409, 415, 422]);

/** The provider refuses in JSON with `detail`. Any other body is that of a server in front of it, and says nothing about a document. */
const isPage = ({ status, body }: Answered): boolean =>
  REJECTIONS.has(status) && jsonObject(body)?.['detail'] === undefined;

/** All four addresses: the provider's default takes them from tax numbers and not from the document. */
async function send(connection: Connection, outgoing: Outgoing): Promise<RailAnswer> {
  const { resumeToken: id = '', to } = outgoing;
  const [senderScheme = '', senderId = ''] = split(connection.accessPoint.sender);
  const [receiverScheme = '', receiverId = ''] = split(to);
  const query = new URLSearchParams({
    sender_peppol_scheme: senderScheme,
    sender_peppol_id: senderId,
    receiver_peppol_scheme: receiverScheme,
    receiver_peppol_id: receiverId,
  });
  const path = `/api/documents/${encodeURIComponent(id)}/send?${query}`;
  const answer = await connection.call({ method: 'POST', path, timeoutMs: SEND_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (isPage(answer)) return { mapping: statuses.outOfOrder, raw: { http_status: answer.status } };
  return answer.status === 405 ? findTaken(connection, id) : sendAnswer(answer, id);
}

function sendAnswer(answered: Answered, id: string): RailAnswer {
  const { status, body } = answered;
  const raw = describeAnswer(status, body);
  switch (status) {
    case 200:
      return stateAnswer(body, id);
    case 400:
    case 406:
      return { mapping: statuses.refusedByAp, raw };
    case 404:
      // The draft is gone, so another one is made.
      return { mapping: statuses.notSending, raw, resumeToken: '' };
    case 409:
      return credentialRefused(answered, raw);
    default:
      return byStatus(answered);
  }
}

/**
 * It is no longer a draft, so an earlier call was accepted. 405 is also the framework's answer to a call that it does not know. Only a
 * document that is on its way or at its end decides; a question without an answer leaves the outcome unknown.
 */
async function findTaken(connection: Connection, id: string): Promise<RailAnswer> {
  const answer = await ask(connection, { resumeToken: id });
  return answer.reference === undefined
    ? { mapping: statuses.outOfOrder, raw: { http_status: 405 } }
    : answer;
}

const split = (participant: string): readonly string[] => /^([^:]*):(.*)$/.exec(participant)?.slice(1) ?? [];

async function ask(
  connection: Connection,
  { resumeToken: id = '' }: Pick<Inquiry, 'resumeToken'>,
): Promise<RailAnswer> {
  const path = `/api/documents/${encodeURIComponent(id)}`;
  const answer = await askAccessPoint(
    connection,
    { method: 'GET', path, timeoutMs: ASK_MS },
    ({ status, body, ...rest }) =>
      status === 200 ? stateAnswer(body, id) : byStatus({ status, body, ...rest }),
  );
  return answer.mapping === statuses.failedThere ? explain(connection, id, answer) : answer;
}

/** The words of a failed look-up show that nothing was sent. For any other failure the outcome is unknown. */
async function explain(connection: Connection, id: string, answer: RailAnswer): Promise<RailAnswer> {
  const reasons = await whyFailed(connection, id);
  const mapping = reasons.map(noRouteIn).find((mapping) => mapping !== undefined);
  const details = reasons.map((reason) => withoutParties(reason).slice(0, 500));
  return {
    ...answer,
    mapping: mapping ?? answer.mapping,
    raw: { ...(answer.raw as object), ...(details.length > 0 && { details }) },
  };
}

const noRouteIn = (reason: string): RailAnswer['mapping'] | undefined =>
  /Participant DNS name .* is not registered/.test(reason)
    ? statuses.notRegistered
    : lookUpTextMapping(reason);

const STATES: ReadonlyMap<string, RailAnswer['mapping']> = new Map<string, RailAnswer['mapping']>([
  ['DRAFT', statuses.notHeld],
  ['TRANSIT', statuses.pending],
  ['SENT', statuses.delivered],
  ['FAILED', statuses.failedThere],
]);

/** An answer about another document is not about ours. */
function stateAnswer(body: Uint8Array, id: string): RailAnswer {
  const read = jsonObject(body);
  const state = text(read?.['state']) ?? '';
  const mapping = text(read?.['id']) === id ? STATES.get(state) : undefined;
  if (!mapping) return { mapping: statuses.outOfOrder };
  const isTaken = state !== 'DRAFT';
  return { mapping, raw: { id, state }, ...(isTaken && { legalId: id, reference: id }) };
}

/** The free-form texts in the details of the last failure. */
async function whyFailed(connection: Connection, id: string): Promise<readonly string[]> {
  const path = `/api/documents/${encodeURIComponent(id)}/timeline`;
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered' || answer.status !== 200) return [];
  const events = jsonObject(answer.body)?.['events'];
  const failed = (Array.isArray(events) ? events.filter(isObject) : []).filter(
    (event) => event['event_type'] === 'send_failed',
  );
  return textsIn(failed.at(-1)?.['details']).slice(0, MAX_TEXTS);
}

const MAX_TEXTS = 10;
const MAX_DEPTH = 5;

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

function describeAnswer(status: number, body: Uint8Array): object {
  const detail = detailIn(jsonObject(body)?.['detail']);
  return {
    http_status: status,
    ...(detail !== undefined && { detail: withoutParties(detail).slice(0, 300) }),
  };
}

/** A text or, of the provider's framework, a list: `query.peppol_id: Field required` (`routes`, 4.6). */
function detailIn(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return text(detail);
  const errors = detail.filter(isObject).map(({ loc, msg }) => {
    const place = (Array.isArray(loc) ? loc : []).filter((part) => typeof part !== 'object').join('.');
    return [place, text(msg)].filter((part) => part).join(': ');
  });
  return text(errors.slice(0, MAX_TEXTS).join('; '));
}
