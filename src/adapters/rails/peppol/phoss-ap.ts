import type { Answered } from '../../../ports/outbound.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Meaning } from '../../../domain/sending/status-mapping.ts';
import { askAccessPoint, byStatus, type Connection, identify, toUnanswered } from './connection.ts';
import { ASK_MS, type Dialect, SEND_MS } from './dialect.ts';
import { envelop } from './envelope.ts';
import { fetchInbound } from './phoss-ap-inbound.ts';
import { fetchReceived } from './phoss-ap-received.ts';
import { phossSmpRegistering } from './phoss-smp-registering.ts';
import { parsePush } from './phoss-ap-push.ts';
import { transactionAnswer } from './phoss-ap-status.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonValue, readReport, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/**
 * phoss-ap stores a document, repeats by itself, and reports the outcome. A document that it has accepted is never submitted
 * again: a second submit is a second transaction, which it sends, too (`routes`, 4.4).
 */
export const phossAp: Dialect = {
  repeatsByItself: true,
  logIn: ({ token }) => ({ 'X-Token': token }),
  send: (connection, outgoing) => {
    const { submissionId, isResend } = outgoing;
    return sendEnvelope(connection, envelop(outgoing, connection.accessPoint.sender), submissionId, isResend);
  },
  sendEnvelope,
  ask: async (connection, inquiry) => toSubmitted(await poll(connection, inquiry)),
  poll,
  fetch: fetchInbound,
  receive: fetchReceived,
  registering: phossSmpRegistering,
  readCallback: parsePush,
};

async function sendEnvelope(
  connection: Connection,
  envelope: Uint8Array,
  submissionId: string,
  isResend = false,
): Promise<RailAnswer> {
  const request = {
    method: 'POST',
    path: '/api/outbound/submit-sbd',
    body: envelope,
    headers: { 'Content-Type': 'application/xml' },
    timeoutMs: SEND_MS,
  } as const;
  return identify(
    await askAccessPoint(connection, request, (answered) => submit(answered, isResend)),
    submissionId,
  );
}

function submit(answered: Answered, isResend: boolean): RailAnswer {
  const { status, body } = answered;
  if (status === 200) {
    const report = readReport(body, isResend);
    if (!report) return { mapping: statuses.answerLost };
    return report.mapping === statuses.delivered ? watch(report) : report;
  }
  if (status !== 422 && status !== 400) return byStatus(answered);
  // A JSON string of whatever failed while it stored, a full disk too. The last step, which reads the row back, may fail after the write.
  if (typeof jsonValue(body) === 'string')
    return { mapping: statuses.notStored, raw: { http_status: status } };
  const report = status === 422 ? readReport(body, isResend) : undefined;
  if (!report) return { mapping: statuses.answerLost, raw: { http_status: status } };
  return report.mapping === statuses.delivered ? watch(report) : toHeld(report);
}

/** Its MLS comes later. */
const watch = (report: RailAnswer): RailAnswer => ({ ...report, mapping: statuses.deliveredSoFar });

/**
 * After a lost answer, a transaction that the access point has given up is `submitted` first, like any accepted one. The next
 * status inquiry tells how it ended.
 */
function toSubmitted(answer: RailAnswer): RailAnswer {
  const { mapping, remarks: _remarks, ...others } = answer;
  return ENDS_UNSENT.has(mapping.meaning) ? { ...others, mapping: statuses.pending } : answer;
}

const ENDS_UNSENT: ReadonlySet<Meaning> = new Set(['refused', 'dropped', 'dropped-once']);

async function poll(connection: Connection, inquiry: Inquiry): Promise<RailAnswer> {
  return identify(await inquire(connection, inquiry), inquiry.submissionId);
}

/**
 * The access point has the document, whatever went wrong in its first try. Its report is kept, because it reports it only once.
 */
function toHeld({ mapping, raw, legalId }: RailAnswer): RailAnswer {
  const isNotOffered = mapping === statuses.notOffered;
  return {
    mapping: isNotOffered ? statuses.notOfferedYet : statuses.pending,
    raw,
    resumeToken: mapping.networkStatus,
    ...(legalId !== undefined && { legalId }),
    ...(isNotOffered && { remarks: [statuses.notOfferedYet] }),
  };
}

async function inquire(connection: Connection, inquiry: Inquiry): Promise<RailAnswer> {
  const path = `/api/outbound/status/${encodeURIComponent(inquiry.submissionId)}?includeArchive=true`;
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 404) return lookThrough(connection, inquiry);
  if (answer.status !== 200) return byStatus(answer);
  const read = jsonValue(answer.body);
  return isObject(read) ? transactionAnswer(read, inquiry.resumeToken) : { mapping: statuses.outOfOrder };
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Status 404 means that there is no transaction with this InstanceIdentifier, or more than one. Both lists together show all
 * that are not archived; two archived ones do not answer 404.
 */
async function lookThrough(connection: Connection, inquiry: Inquiry): Promise<RailAnswer> {
  const lists = [
    await list(connection, '/api/outbound/in-transmission'),
    await outboundHistory(connection, inquiry),
  ];
  const matchingRow = new Map<string, Row>();
  let isWhole = true;
  for (const list of lists) {
    if (!Array.isArray(list)) return list as RailAnswer;
    for (const row of list as readonly Row[]) {
      const [id, instance] = [text(row['id']), text(row['sbdhInstanceID'])];
      if (id === undefined || instance === undefined) isWhole = false;
      else if (instance.toLowerCase() === inquiry.submissionId.toLowerCase()) matchingRow.set(id, row);
    }
  }
  const [first, ...more] = matchingRow.values();
  if (!first)
    return isWhole
      ? { mapping: statuses.notHeld }
      : { mapping: statuses.outOfOrder, raw: { reason: 'a transaction cannot be read' } };
  if (more.length === 0) return transactionAnswer(first, inquiry.resumeToken);
  return twice([...matchingRow]);
}

/** Delivered if one of them was delivered. An operator looks at the other. */
function twice(rows: readonly (readonly [id: string, row: Row])[]): RailAnswer {
  const isSent = rows.some(([, row]) => row['status'] === 'sent');
  return {
    mapping: isSent ? statuses.delivered : statuses.twice,
    raw: { transactions: rows.map(([id, row]) => ({ id, status: text(row['status']) })).slice(0, 10) },
    remarks: [statuses.twice],
  };
}

const PAGE = 50;
const MAX_PAGES = 40;
/** Its clock may differ from ours. */
const EARLIER_MS = 3_600_000;

/** Newest first, back to before the submission began. */
async function outboundHistory(
  connection: Connection,
  { startedAt }: Inquiry,
): Promise<readonly Row[] | RailAnswer> {
  const rows: Row[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const next = await list(connection, `/api/ops/outbound/history?offset=${page * PAGE}&limit=${PAGE}`);
    if (!Array.isArray(next)) return next as RailAnswer;
    rows.push(...(next as readonly Row[]));
    const oldest = Date.parse(text((next as readonly Row[]).at(-1)?.['createdDT']) ?? '');
    if (next.length < PAGE || oldest < startedAt.getTime() - EARLIER_MS) return rows;
  }
  // The list was not read completely, so the transaction may be in it.
  return { mapping: statuses.outOfOrder, raw: { reason: 'history too long' } };
}

async function list(connection: Connection, path: string): Promise<readonly Row[] | RailAnswer> {
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  const read = answer.status === 200 ? jsonValue(answer.body) : undefined;
  // A row that cannot be read may be ours: it counts as one.
  if (Array.isArray(read)) return read.map((row) => (isObject(row) ? row : {}));
  // Also if the access point has no such list: then the outcome is unknown.
  const rejection = byStatus(answer);
  return rejection.mapping === statuses.notSending
    ? { ...rejection, mapping: statuses.outOfOrder }
    : rejection;
}
