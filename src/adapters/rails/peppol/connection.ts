import { say } from 'en16931-rules/vocabulary/message.ts';
import type { WireCall } from '../../../domain/sending/network-calls.ts';
import type { Meaning } from '../../../domain/sending/status-mapping.ts';
import type { Answered, Outbound, OutboundAnswer, OutboundRequest } from '../../../ports/outbound.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { refusedLogIn, withoutSecrets } from '../refused-log-in.ts';
import type { AccessPoint } from './access-point.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** A report is a few KB; it holds a certificate and a receipt. */
const MAX_ANSWER_BYTES = 5_000_000;

type Request = Pick<OutboundRequest, 'method' | 'body' | 'timeoutMs' | 'headers'> & {
  readonly path: string;
  readonly maxBytes?: number;
};

/** A connection to an access point, with its authentication. */
export interface Connection {
  readonly accessPoint: AccessPoint;
  /** To the SMP beside it. */
  readonly smp?: Connection;
  /** Who named the address. */
  readonly namedBy: 'client' | 'operator';
  call(request: Request): Promise<OutboundAnswer>;
  /** Fetches a file from an address that the access point has named, without the log-in. */
  download(url: string, limits: Pick<OutboundRequest, 'timeoutMs' | 'maxBytes'>): Promise<OutboundAnswer>;
}

/**
 * @param calls where its calls are listed.
 * @param own the address that is used in place of the credential's.
 */
export function connectionTo(
  accessPoint: AccessPoint,
  outbound: Outbound,
  logIn: (accessPoint: AccessPoint) => Readonly<Record<string, string>>,
  calls?: WireCall[],
  own?: string,
): Connection {
  const namedBy = own === undefined ? 'client' : 'operator';
  return {
    accessPoint,
    namedBy,
    call: async ({ path, headers, maxBytes = MAX_ANSWER_BYTES, ...request }) => {
      const answer = await outbound.call({
        ...request,
        url: `${own ?? accessPoint.baseUrl}${path}`,
        namedBy,
        headers: { ...logIn(accessPoint), ...headers },
        maxBytes,
        calls,
      });
      return withoutSecrets(answer, [accessPoint.token]);
    },
    download: (url, limits) => outbound.call({ method: 'GET', url, namedBy, ...limits, calls }),
  };
}

/** The parsed answer of a call, or the reason why there is none. */
export async function askAccessPoint(
  connection: Connection,
  request: Request,
  read: (answered: Answered) => RailAnswer,
): Promise<RailAnswer> {
  const answer = await connection.call(request);
  return answer.outcome === 'answered' ? read(answer) : toUnanswered(answer);
}

/** Decided by the status; the body gives the reason of a refused log-in. */
export function byStatus(answer: Answered): RailAnswer {
  const { status, retryAfterSeconds } = answer;
  const raw = { http_status: status };
  if (status === 429) return { mapping: statuses.tooMany, raw, retryAfterSeconds };
  if (status === 401 || status === 403) return credentialRefused(answer, raw);
  if (status === 400 || status === 404) return { mapping: statuses.notSending, raw };
  return { mapping: statuses.outOfOrder, raw };
}

/** By the access point, with the reason that it gives. */
export const credentialRefused = (answer: Answered, raw: RailAnswer['raw']): RailAnswer => ({
  mapping: refusedLogIn(statuses.credentialRefused, say('networks-peppol.access-point'), answer),
  raw,
});

/** A call without an answer. */
export function toUnanswered(answer: Exclude<OutboundAnswer, Answered>): RailAnswer {
  const raw = { reason: answer.reason };
  switch (answer.outcome) {
    case 'refused':
      return { mapping: statuses.blocked };
    case 'unreachable':
      return { mapping: statuses.unreachable, raw };
    case 'lost':
      return { mapping: statuses.answerLost, raw };
  }
}

/** The identity is ours, also if the answer names none. An answer that names another is not about our document. */
export function identify({ legalId, ...answer }: RailAnswer, submissionId: string): RailAnswer {
  if (legalId !== undefined && legalId.toLowerCase() !== submissionId.toLowerCase())
    return { mapping: statuses.answerLost, raw: answer.raw };
  return IS_HELD.has(answer.mapping.meaning) ? { ...answer, legalId: submissionId } : answer;
}

const IS_HELD: ReadonlySet<Meaning> = new Set(['held', 'delivered', 'delivered-so-far', 'refused-since']);

/** A bearer token, or a name and a secret with a colon between them (RFC 7617). */
export const byToken = (token: string): Readonly<Record<string, string>> => ({
  Authorization: token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
});
