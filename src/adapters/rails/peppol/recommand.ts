import { say } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import type { Answered } from '../../../ports/outbound.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { xmlText } from '../../xml/xml-text.ts';
import {
  askAccessPoint,
  byStatus,
  byToken,
  type Connection,
  credentialRefused,
  toUnanswered,
} from './connection.ts';
import { ASK_MS, type Dialect, type Outgoing, SEND_MS } from './dialect.ts';
import { documentTypeOf } from '../../../domain/routing/peppol-document.ts';
import { rootErrors } from './recommand-errors.ts';
import { recommandRegistering } from './recommand-registering.ts';
import { collectReceived, fetchReceived, parseHint } from './recommand-inbound.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject, lookUpTextMapping, proofOf, text, withoutParties } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/**
 * Recommand sends at once, stores afterwards, and gives each call its own InstanceIdentifier. A repeat is a second invoice, so
 * an invoice whose answer was lost is searched for and never sent again (`routes`, 4.5).
 */
export const recommand: Dialect = {
  logIn: ({ token }) => byToken(token),
  send: (connection, outgoing) =>
    askAccessPoint(
      connection,
      {
        method: 'POST',
        path: `/${company(connection)}/send`,
        body: new TextEncoder().encode(JSON.stringify(order(outgoing))),
        headers: { 'Content-Type': 'application/json' },
        timeoutMs: SEND_MS,
      },
      send,
    ),
  ask: (connection, inquiry) => lookFor(connection, inquiry),
  receipt: (connection, { resumeToken }) =>
    askAccessPoint(
      connection,
      { method: 'GET', path: `/documents/${encodeURIComponent(resumeToken ?? '')}`, timeoutMs: ASK_MS },
      receiptIn,
    ),
  fetch: fetchReceived,
  receive: collectReceived,
  registering: recommandRegistering,
  readCallback: parseHint,
};

const company = ({ accessPoint }: Connection): string => encodeURIComponent(accessPoint.companyId ?? '');

/** No e-mail is requested: an invoice that goes by e-mail is not delivered. */
function order({ to, bytes, facts, addressing }: Outgoing): object {
  const { value, process } = documentTypeOf(facts, addressing);
  return {
    recipient: to,
    documentType: 'xml',
    document: xmlText(bytes),
    doctypeId: value,
    processId: process,
  };
}

const NOT_SENT = 'Failed to send document over Peppol network.';

function send(answered: Answered): RailAnswer {
  const { status, body } = answered;
  const read = jsonObject(body);
  const raw = { http_status: status };
  if (status === 200 && read?.['success'] === true) return take(read);
  // 400 is also any exception, also after the send; 422 is also a lost answer of its access point.
  if (status === 200 || status === 400 || status === 422) {
    const reason = rootErrors(read);
    if (status === 422 && reason.startsWith(NOT_SENT)) return notSent(reason.slice(NOT_SENT.length).trim());
    if (status === 400 && /^Document validation failed/.test(reason)) return refuse(read);
    return { mapping: statuses.answerLost, raw };
  }
  if (status === 404) return credentialRefused(answered, raw);
  return byStatus(answered);
}

function take(read: Readonly<Record<string, unknown>>): RailAnswer {
  const id = text(read['id']);
  const envelope = text(read['envelopeId']);
  const raw = { id, envelopeId: envelope, sentOverPeppol: read['sentOverPeppol'] === true };
  if (read['sentOverPeppol'] !== true) return { mapping: statuses.notOverPeppol, raw };
  return {
    mapping: statuses.delivered,
    raw,
    ...(id !== undefined && { resumeToken: id }),
    ...(envelope !== undefined && { legalId: envelope, reference: envelope }),
  };
}

/** By the message of the exception in its access point (`routes`, 4.2). */
const CAUSES: readonly (readonly [text: RegExp, mapping: RailAnswer['mapping']])[] = [
  [/^Participant DNS name .* is not registered/, statuses.notRegistered],
  [/^Technical DNS failure/, statuses.lookUpFailed],
  [/^The configured receiver AP certificate is not valid/, statuses.badCertificate],
];

function notSent(reason: string): RailAnswer {
  const raw = { errors: [withoutParties(reason).slice(0, 500)] };
  const cause = CAUSES.find(([words]) => words.test(reason));
  if (cause) return { mapping: cause[1], raw };
  if (reason.startsWith('Failed to resolve SMP endpoint'))
    return { mapping: lookUpTextMapping(reason) ?? statuses.lookUpFailed, raw };
  return { mapping: statuses.answerLost, raw };
}

const MAX_RULES = 10;

/** Rules and their texts, which quote nothing of the invoice. */
function refuse(read: Readonly<Record<string, unknown>> | undefined): RailAnswer {
  const { root: _root, ...fields } = isObject(read?.['errors']) ? read['errors'] : {};
  const rules = Object.values(fields)
    .flatMap((texts) => (Array.isArray(texts) ? texts : []))
    .flatMap((reason) => text(reason) ?? [])
    .slice(0, MAX_RULES);
  return {
    mapping: statuses.refusedByAp,
    message: withQuotes(say('networks-peppol.access-point-refuses-document'), rules),
    raw: { rules: rules.map((reason) => reason.split(':')[0]?.slice(0, 100)) },
  };
}

/** A document with attachments is returned as it was sent, in JSON. */
const MAX_BYTES = 100_000_000;
/** Its clock may differ from ours. */
const EARLIER_MS = 600_000;

/**
 * A hit with our document means that it was sent. No hit means nothing: the provider lists a document only after the whole
 * exchange with the receiver, and does not find it by its number if it cannot read it.
 */
async function lookFor(connection: Connection, inquiry: Inquiry): Promise<RailAnswer> {
  const { addressing, facts, bytes } = await inquiry.document();
  const invoiceNumber = inquiry.invoiceNumber ?? facts.number;
  if (!invoiceNumber) return { mapping: statuses.notListed };
  const type = documentTypeOf(facts, addressing).value;
  const document = await list(connection, inquiry, invoiceNumber);
  if (!Array.isArray(document)) return document as RailAnswer;
  const own = xmlText(bytes);
  for (const hit of (document as readonly Row[]).filter((one) => text(one['docTypeId'])?.endsWith(type))) {
    const answer = await askAbout(connection, hit, own);
    if (answer.mapping !== statuses.notListed) return answer;
  }
  return { mapping: statuses.notListed };
}

type Row = Readonly<Record<string, unknown>>;

/** The documents sent over Peppol under the number, or why there is no list. */
async function list(
  connection: Connection,
  { startedAt }: Inquiry,
  invoiceNumber: string,
): Promise<readonly Row[] | RailAnswer> {
  const query = new URLSearchParams({
    direction: 'outgoing',
    companyId: connection.accessPoint.companyId ?? '',
    search: invoiceNumber,
    from: new Date(startedAt.getTime() - EARLIER_MS).toISOString(),
    limit: '100',
    excludeAttachments: 'true',
  });
  const answer = await connection.call({ method: 'GET', path: `/documents?${query}`, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  const documents = answer.status === 200 ? jsonObject(answer.body)?.['documents'] : undefined;
  if (Array.isArray(documents))
    return documents
      .filter(isObject)
      .filter((one) => one['sentOverPeppol'] === true && isNumbered(one, invoiceNumber));
  return answer.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answer);
}

/** Another document may have the same number. Ours has the text that was sent. */
function askAbout(connection: Connection, { id }: Row, own: string): Promise<RailAnswer> {
  const path = `/documents/${encodeURIComponent(text(id) ?? '')}`;
  return askAccessPoint(
    connection,
    { method: 'GET', path, timeoutMs: ASK_MS, maxBytes: MAX_BYTES },
    (answered) => {
      if (answered.status === 404) return { mapping: statuses.notListed };
      const document = answered.status === 200 ? jsonObject(answered.body)?.['document'] : undefined;
      if (!isObject(document))
        return answered.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answered);
      return document['xml'] === own ? take(document) : { mapping: statuses.notListed };
    },
  );
}

/** The search also finds parts of words. */
function isNumbered(document: Row, number: string): boolean {
  const parsed = document['parsed'];
  if (!isObject(parsed)) return false;
  return ['invoiceNumber', 'creditNoteNumber'].some((name) => parsed[name] === number);
}

function receiptIn(answered: Answered): RailAnswer {
  if (answered.status === 404) return { mapping: statuses.cannotTell };
  const document = answered.status === 200 ? jsonObject(answered.body)?.['document'] : undefined;
  if (!isObject(document))
    return answered.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answered);
  const signal = text(document['receivedPeppolSignalMessage']);
  if (signal === undefined) return { mapping: statuses.cannotTell };
  const bytes = new TextEncoder().encode(signal);
  return { mapping: statuses.receipt, ...proofOf(bytes, text(document['peppolMessageId'])) };
}
