import { randomUUID } from 'node:crypto';
import type { Waits } from '../../../domain/delivery/decisions.ts';
import type { Answered, Outbound, OutboundRequest } from '../../../ports/outbound.ts';
import type {
  MessagePage,
  Consignment,
  Inquiry,
  OpenedCredential,
  Rail,
  RailAnswer,
} from '../../../ports/rail.ts';
import { type AccessPoint, accessPointOf } from './access-point.ts';
import { fetchAnswers } from './answers.ts';
import { DIALECTS, unanswered } from './dialects.ts';
import { enveloped } from './envelope.ts';
import { documentTypeOf, receiverOf } from './identifiers.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** A send answers after the look-up and the whole AS4 exchange. */
const SEND_MS = 100_000;
const ASK_MS = 30_000;
/** A report is a few KB; a certificate and a receipt are in it. */
const MOST_ANSWER_BYTES = 5_000_000;

interface Settings {
  /** In the sandbox the access point is the operator's to name, whatever a credential says. */
  readonly accessPoints?: Readonly<Record<AccessPoint['dialect'], string>>;
  readonly pollWaitsMs?: Waits;
}

/** An access point that has to try again waits three minutes itself (phoss-ap). */
const POLL_WAITS_MS: Waits = [10_000, 30_000, 60_000, 180_000];

/** Peppol by the access point that the client has. */
export class PeppolRail implements Rail {
  readonly route = 'PEPPOL';
  readonly statusMappings = Object.values(statuses);
  readonly emptyLooks = 1;
  readonly caps = [];
  readonly namesSubmissions = false;
  readonly pollWaitsMs: Waits;
  readonly #outbound: Outbound;
  readonly #accessPoints: Settings['accessPoints'];

  constructor(outbound: Outbound, { accessPoints, pollWaitsMs = POLL_WAITS_MS }: Settings = {}) {
    this.pollWaitsMs = pollWaitsMs;
    this.#outbound = outbound;
    this.#accessPoints = accessPoints;
  }

  canReadCredential({ value }: OpenedCredential): boolean {
    return accessPointOf(value) !== undefined;
  }

  /** An access point tells of what it sent for one sender; its token may be another every day. */
  accountOf({ value }: OpenedCredential): string | undefined {
    const read = accessPointOf(value);
    return read && JSON.stringify([read.baseUrl, read.sender]);
  }

  /** The SBDH's InstanceIdentifier, which is kept for every try. */
  newSubmissionId(): string {
    return randomUUID();
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    const { bytes, facts, addressing, submissionId, startedAt, isResend, credential } = consignment;
    const accessPoint = accessPointOf(credential.value);
    if (!accessPoint) return { mapping: statuses.credentialRefused };
    const receiver = consignment.receiver?.toLowerCase() ?? receiverOf(addressing);
    const countryC1 = addressing.seller.country;
    if (receiver === undefined || countryC1 === null) return { mapping: statuses.noAddress };
    const body = enveloped(bytes, {
      sender: accessPoint.sender,
      receiver,
      documentType: documentTypeOf(facts, addressing),
      addressing,
      instanceIdentifier: submissionId,
      createdAt: startedAt,
      countryC1,
    });
    const dialect = DIALECTS[accessPoint.dialect];
    consignment.beginDocument?.();
    const call = { method: 'POST', path: dialect.sendPath, body, timeoutMs: SEND_MS } as const;
    const answer = await this.#call(accessPoint, call, (answered) => dialect.sent(answered, isResend));
    return identified(answer, submissionId);
  }

  async ask({ submissionId, credential }: Inquiry): Promise<RailAnswer> {
    const accessPoint = accessPointOf(credential.value);
    if (!accessPoint) return { mapping: statuses.credentialRefused };
    const { statusPath, asked } = DIALECTS[accessPoint.dialect];
    if (!statusPath) return { mapping: statuses.cannotTell };
    const call = { method: 'GET', path: statusPath(submissionId), timeoutMs: ASK_MS } as const;
    const answer = await this.#call(accessPoint, call, asked);
    return identified(answer, submissionId);
  }

  poll(inquiry: Inquiry): Promise<RailAnswer> {
    return this.ask(inquiry);
  }

  /** In the sandbox they are where the simulator or the operator's access point has them. */
  async fetchMessages(
    credential: OpenedCredential,
    after: string | null,
  ): Promise<MessagePage | RailAnswer | undefined> {
    const accessPoint = accessPointOf(credential.value);
    if (!accessPoint) return { mapping: statuses.credentialRefused };
    const own = this.#accessPoints?.[accessPoint.dialect];
    const url = own === undefined ? accessPoint.answersUrl : `${own}/answers`;
    if (url === undefined) return undefined;
    const { token } = accessPoint;
    return fetchAnswers(
      this.#outbound,
      { url, token, namedBy: own === undefined ? 'client' : 'operator', account: accessPoint.sender },
      after,
    );
  }

  async #call(
    { baseUrl, token, dialect }: AccessPoint,
    { path, ...call }: Pick<OutboundRequest, 'method' | 'body' | 'timeoutMs'> & { readonly path: string },
    read: (answered: Answered) => RailAnswer,
  ): Promise<RailAnswer> {
    const own = this.#accessPoints?.[dialect];
    const answer = await this.#outbound.call({
      ...call,
      url: `${own ?? baseUrl}${path}`,
      namedBy: own === undefined ? 'client' : 'operator',
      headers: { 'X-Token': token, ...(call.body && { 'Content-Type': 'application/xml' }) },
      mostBytes: MOST_ANSWER_BYTES,
    });
    return answer.outcome === 'answered' ? read(answer) : unanswered(answer);
  }
}

/** The identity is ours, also where the answer names none. One that names another says nothing about ours. */
function identified({ legalId, ...answer }: RailAnswer, submissionId: string): RailAnswer {
  if (legalId !== undefined && legalId.toLowerCase() !== submissionId.toLowerCase())
    return { mapping: statuses.answerLost, raw: answer.raw };
  const { meaning } = answer.mapping;
  return meaning === 'delivered' || meaning === 'held' ? { ...answer, legalId: submissionId } : answer;
}
