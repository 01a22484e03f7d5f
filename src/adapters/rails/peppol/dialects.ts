import type { AccessPoint } from './access-point.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';
import type { Answered, OutboundAnswer } from '../../../ports/outbound.ts';
import type { RailAnswer } from '../../../ports/rail.ts';
import { jsonObject, readReport, text, withoutParties } from './report.ts';

/** What differs between the two kinds of access point. */
export interface Dialect {
  readonly sendPath: string;
  /** Undefined where nothing can be asked. */
  readonly statusPath: ((instanceIdentifier: string) => string) | undefined;
  sent(answered: Answered, isResend: boolean): RailAnswer;
  asked(answered: Answered): RailAnswer;
}

/** phase4-peppol-standalone: says everything in the report of the call, and cannot be asked again. */
const phase4: Dialect = {
  sendPath: '/sendsbdh',
  statusPath: undefined,
  sent: (answered, isResend) =>
    answered.status === 200
      ? (readReport(answered.body, isResend) ?? { mapping: statuses.answerLost })
      : byStatus(answered),
  asked: () => ({ mapping: statuses.cannotTell }),
};

/** phoss-ap: keeps what it is given, repeats by itself, and tells what became of it. */
const phossAp: Dialect = {
  sendPath: '/api/outbound/submit-sbd',
  statusPath: (id) => `/api/outbound/status/${encodeURIComponent(id)}?includeArchive=true`,
  sent: (answered, isResend) => {
    const { status, body } = answered;
    if (status === 200 || status === 422)
      return readReport(body, isResend) ?? { mapping: statuses.answerLost };
    return status === 400 ? { mapping: statuses.badIdentifier } : byStatus(answered);
  },
  asked: (answered) => {
    const { status, body } = answered;
    if (status === 404) return { mapping: statuses.notHeld };
    return status === 200 ? transaction(body) : byStatus(answered);
  },
};

export const DIALECTS: Readonly<Record<AccessPoint['dialect'], Dialect>> = { phase4, 'phoss-ap': phossAp };

const STATUS_WORDS = {
  pending: statuses.pending,
  sending: statuses.pending,
  failed: statuses.pending,
  sent: statuses.delivered,
  rejected: statuses.rejectedByAp,
  permanently_failed: statuses.rejectedByAp,
} as const;

function transaction(body: Uint8Array): RailAnswer {
  const read = jsonObject(body);
  const status = text(read?.['status']);
  if (!read || status === undefined || !Object.hasOwn(STATUS_WORDS, status))
    return { mapping: statuses.outOfOrder };
  const details = text(read['errorDetails']);
  const legalId = text(read['sbdhInstanceID']);
  return {
    mapping: STATUS_WORDS[status as keyof typeof STATUS_WORDS],
    raw: { status, ...(details !== undefined && { errorDetails: withoutParties(details).slice(0, 500) }) },
    ...(legalId !== undefined && { legalId }),
  };
}

/** By status alone, whatever the body says. */
export function byStatus({ status, retryAfterSeconds }: Answered): RailAnswer {
  const raw = { http_status: status };
  if (status === 429) return { mapping: statuses.tooMany, raw, retryAfterSeconds };
  if (status === 401 || status === 403) return { mapping: statuses.credentialRefused, raw };
  if (status === 400 || status === 404) return { mapping: statuses.notSending, raw };
  return { mapping: statuses.outOfOrder, raw };
}

/** A call that brought no answer. */
export function unanswered(answer: Exclude<OutboundAnswer, Answered>): RailAnswer {
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
