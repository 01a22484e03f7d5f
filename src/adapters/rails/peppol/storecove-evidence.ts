import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { askAccessPoint, byStatus, type Connection } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { jsonObject, proofOf, text, withoutParties } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** Networks that bring a document to its receiver in Peppol; the first one if both are at Storecove. */
const DELIVERS: ReadonlySet<unknown> = new Set(['storecove', 'peppol']);

/** There is no evidence until the document is sent, and none after a failure, which only an event reports. */
export function readEvidence(connection: Connection, inquiry: Inquiry): Promise<RailAnswer> {
  const guid = inquiry.reference ?? '';
  const path = `/document_submissions/${encodeURIComponent(guid)}/evidence/sending`;
  return askAccessPoint(connection, { method: 'GET', path, timeoutMs: ASK_MS }, (answered) => {
    if (answered.status === 404) return unsent(guid, inquiry.resumeToken);
    return answered.status === 200 ? sentAnswer(answered.body, guid) : byStatus(answered);
  });
}

const unsent = (guid: string, resumeToken = ''): RailAnswer => {
  const [, details] = FAILED.exec(resumeToken) ?? [];
  const answer = details === undefined ? { mapping: statuses.pending } : failedAnswer(details);
  return { ...answer, reference: guid, legalId: guid };
};

function sentAnswer(body: Uint8Array, guid: string): RailAnswer {
  const read = jsonObject(body);
  const { network, guid: named = guid, evidence: proof } = read ?? {};
  if (named !== guid || text(network) === undefined) return { mapping: statuses.outOfOrder };
  const members = isObject(proof) ? proof : {};
  const messageId = text(members['message_id']);
  const raw = { guid, network, message_id: messageId, transmission_id: text(members['transmission_id']) };
  if (!DELIVERS.has(network)) return { mapping: statuses.notOverPeppol, raw };
  const xml = text(members['xml']);
  const proven = xml === undefined ? { hasNoReceipt: true as const } : proofOf(bytesIn(xml), messageId);
  return { mapping: statuses.delivered, raw, reference: guid, legalId: guid, ...proven };
}

/** Its description calls texts with files "a blob": XML, or its base64. */
export const bytesIn = (file: string): Uint8Array =>
  /^\s*(?:\uFEFF)?</.test(file)
    ? new TextEncoder().encode(file)
    : new Uint8Array(Buffer.from(file, 'base64'));

const FAILED = /^failed:(.*)$/s;
const MAX_DETAILS = 300;

/** The event comes once, so its text is kept for the polls after it. */
export const failedAnswer = (
  details: string,
): Pick<RailAnswer, 'mapping' | 'resumeToken'> & { message: Text } => ({
  mapping: statuses.failedThere,
  message: withQuotes(statuses.failedThere.message, [details]),
  resumeToken: `failed:${withoutParties(details).slice(0, MAX_DETAILS)}`,
});
