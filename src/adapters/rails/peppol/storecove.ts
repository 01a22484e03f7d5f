import { say } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { documentTypeOf, receivingParty } from '../../../domain/routing/peppol-document.ts';
import type { Answered } from '../../../ports/outbound.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { askAccessPoint, byStatus, type Connection } from './connection.ts';
import { type Dialect, type Outgoing, SEND_MS } from './dialect.ts';
import { PROCESS_SCHEME } from './identifiers.ts';
import { jsonObject, jsonValue, text, withoutParties } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';
import { storecoveRegistering } from './storecove-registering.ts';
import { fetchEvents } from './storecove-events.ts';
import { errorsIn } from './storecove-errors.ts';
import { readEvidence } from './storecove-evidence.ts';

/**
 * Storecove, API 2 (its OpenAPI description 2.0.1; the client generated from it in deegitalbe/laravel-trustup-io-storecove
 * bf0038b5). A second submission under one `idempotencyGuid` is refused like a bad document and does not name the first. So a call
 * whose answer was lost is never repeated: events name both the submission and the `idempotencyGuid`.
 */
export const storecove: Dialect = {
  logIn: ({ token }) => ({ Authorization: `Bearer ${token}` }),
  send: (connection, outgoing) => {
    const order = orderOf(connection, outgoing);
    if (!order) return Promise.resolve({ mapping: statuses.noAddress });
    return askAccessPoint(
      connection,
      {
        method: 'POST',
        path: '/document_submissions',
        body: new TextEncoder().encode(JSON.stringify(order)),
        headers: { 'Content-Type': 'application/json' },
        timeoutMs: SEND_MS,
      },
      (answered) => sendAnswer(answered, outgoing),
    );
  },
  ask: async (connection, inquiry) =>
    inquiry.reference === undefined ? { mapping: statuses.noEventYet } : readEvidence(connection, inquiry),
  receipt: async (connection, inquiry) => {
    const answer = await readEvidence(connection, inquiry);
    if (answer.receipt) return { ...answer, mapping: statuses.receipt };
    return answer.mapping === statuses.delivered ? { mapping: statuses.cannotTell } : answer;
  },
  registering: storecoveRegistering,
  fetch: fetchEvents,
  receivesWithMessages: true,
};

const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 128;

/**
 * `enveloped_data` goes to the receiver as it is; of `rawDocumentData` a new document is built. No `routing`: its e-mail addresses
 * would be used for a receiver who is not in Peppol.
 * @returns undefined if the receiver's country is not known, which Storecove demands.
 */
function orderOf({ accessPoint }: Connection, outgoing: Outgoing): object | undefined {
  const { to, bytes, facts, addressing, submissionId, startedAt } = outgoing;
  const type = documentTypeOf(facts, addressing);
  const { name = '', country } = addressing[receivingParty(addressing)];
  if (country === null) return undefined;
  return {
    legalEntityId: Number(accessPoint.companyId),
    idempotencyGuid: submissionId,
    document: {
      documentType: 'enveloped_data',
      envelopedData: {
        application: 'peppol',
        processId: type.process,
        processIdSchemeId: PROCESS_SCHEME,
        documentId: type.value,
        documentIdSchemeId: type.scheme,
        document: Buffer.from(bytes).toString('base64'),
        envelope: { sender: accessPoint.sender, receiver: to },
        metadata: {
          documentNumber: facts.number ?? submissionId,
          documentDate: facts.issueDate ?? startedAt.toISOString().slice(0, 10),
          receiverName: name.trim().length < MIN_NAME_LENGTH ? to : name.trim().slice(0, MAX_NAME_LENGTH),
          receiverCountry: country,
          payloadType: addressing.root === 'CreditNote' ? 'CreditNote' : 'Invoice',
        },
      },
    },
  };
}

/** The status of a rejection is that of a used `idempotencyGuid`, too: after an earlier call it says nothing about the document. */
function sendAnswer(answered: Answered, { isResend }: Outgoing): RailAnswer {
  const { status, body } = answered;
  const raw = { http_status: status };
  if (status === 200) {
    const guid = text(jsonObject(body)?.['guid']);
    if (guid === undefined) return { mapping: statuses.answerLost, raw };
    return { mapping: statuses.pending, raw: { guid }, legalId: guid, reference: guid };
  }
  if (status !== 422 && status !== 400) return byStatus(answered);
  const errors = errorsIn(jsonValue(body));
  const isUsed = errors.some((error) => /idempotency/i.test(error));
  if (errors.length === 0 || isUsed || isResend) return { mapping: statuses.answerLost, raw };
  return {
    mapping: statuses.refusedByAp,
    message: withQuotes(say('networks-peppol.access-point-refuses-document'), errors),
    raw: { ...raw, errors: errors.map((error) => withoutParties(error).slice(0, 100)) },
  };
}
