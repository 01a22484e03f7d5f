import { say } from 'en16931-rules/vocabulary/message.ts';
import { randomUUID } from 'node:crypto';
import type { Waits } from '../../../domain/sending/retry.ts';
import type { EmptyLookups } from '../../../domain/sending/retry.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { MessagePage } from '../../../ports/rail/route-messages.ts';
import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { Connecting } from '../../../ports/rail/connecting.ts';
import type { Consignment, Inquiry } from '../../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { Rail } from '../../../ports/rail/rail.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Receiving } from '../../../ports/rail/receiving.ts';
import type { ReportFlows } from '../../../ports/rail/report-flows.ts';
import type { StatusMessages } from '../../../ports/rail/status-messages.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { parseCallback } from './callback.ts';
import { FirmConsents } from './consents.ts';
import type { Applications, TokenCall } from './credential.ts';
import { Directory } from './directory.ts';
import { acknowledge, type Flow, flowFrom, isDuplicate } from './flow.ts';
import { jsonIn } from './json.ts';
import { lifecycleMessage } from './lifecycle.ts';
import { PlatformMessages } from './messages.ts';
import { errorCode, type NamedPlatform, Platform, type PlatformResponse } from './platform.ts';
import { readFrr } from './frr.ts';
import { platformReceiving } from './received.ts';
import { search } from './search.ts';
import { type FlowCall, flowCall, reportCall, saysDuplicate, statusCall, submit } from './submission.ts';
import { PlatformTokens } from './tokens.ts';
import { writeCdar } from './write-cdar.ts';
import { ALL_STATUSES, PLATFORM_STATUSES as statuses } from './status-mappings.ts';

interface Ports {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log?: Pick<Log, 'warn'>;
}

interface Settings {
  /** In the sandbox the operator names the platform. */
  readonly platform?: NamedPlatform;
  readonly applications?: Applications;
  readonly pollWaitsMs?: Waits;
  /** A simulated network shows at once what it has, and is asked often. */
  readonly inSandbox?: boolean;
}

/** The body may have a hundred megabytes. */
const SEND_MS = 100_000;
const ASK_MS = 30_000;
const MAX_ANSWER_BYTES = 1_000_000;

const MINUTE = 60_000;
/** An acknowledgement takes seconds. Later statuses come as messages. */
const POLL_WAITS_MS: Waits = [
  5_000,
  15_000,
  30_000,
  ...([1, 2, 5, 10, 30] as const).map((minutes) => minutes * MINUTE),
  60 * MINUTE,
];

/**
 * How long after a call an empty search shows nothing: as long as the call may be open, and then until the flow is listed. The standard
 * does not say how soon that is.
 */
const LISTED_MS = SEND_MS + 3 * MINUTE;

const COLLECT_MS = 5 * MINUTE;
const SANDBOX_COLLECT_MS = 2_000;

/** The resume token of an invoice whose buyer has no receiver in the directory. */
const UNREACHABLE = 'unreachable';

/** France, by the client's approved platform (PA). */
export class FrPaRail implements Rail {
  readonly route = 'FR-PA';
  readonly statusMappings = ALL_STATUSES;
  readonly emptyLookups: EmptyLookups;
  readonly maxCallMs = SEND_MS;
  readonly caps = [];
  readonly namesSubmissions = true;
  readonly endsByMessages = true;
  readonly receiving: Receiving;
  readonly connecting: Connecting;
  readonly pollWaitsMs: Waits;
  private readonly platform: Platform;
  private readonly directory: Directory;
  private readonly messages: PlatformMessages;

  constructor(
    ports: Ports,
    { platform, applications = {}, pollWaitsMs = POLL_WAITS_MS, inSandbox = false }: Settings = {},
  ) {
    this.pollWaitsMs = pollWaitsMs;
    this.emptyLookups = { needed: 1, countAfterMs: inSandbox ? 0 : LISTED_MS };
    const tokens = new PlatformTokens(ports);
    this.platform = new Platform(ports.outbound, tokens, platform, applications);
    this.connecting = new FirmConsents(ports.outbound, this.platform, tokens, { platform, applications });
    this.receiving = platformReceiving({
      platform: this.platform,
      log: ports.log,
      everyMs: inSandbox ? SANDBOX_COLLECT_MS : COLLECT_MS,
    });
    this.directory = new Directory(this.platform, ports.clock);
    this.messages = new PlatformMessages(this.platform, ports.clock, ports.log);
  }

  /** The tracking id, by which flows are found: 36 characters, the most that version 1.2 accepts. */
  newSubmissionId(): string {
    return randomUUID();
  }

  /** Logs in, so that a failed log-in leaves the invoice in the queue. Then looks the buyer up in the directory. */
  async prepare(consignment: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer> {
    const access = await this.platform.logIn(consignment.credential);
    if ('failed' in access) return access.failed;
    const isUnreachable = await this.directory.showsNoReceiver(consignment, access.token);
    return { resumeToken: isUnreachable ? UNREACHABLE : '' };
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    return remark(await this.handOver(consignment, flowCall(consignment)), consignment);
  }

  /** A status is a separate flow; the platform acknowledges it like an invoice. */
  readonly statusMessages: StatusMessages = {
    write: (order) => {
      const message = writeCdar(order);
      return message ? { message, submissionId: this.newSubmissionId() } : { unfit: NOT_NAMED };
    },
    renew: (message) => ({ message, submissionId: this.newSubmissionId() }),
    read: lifecycleMessage,
    send: async (message) => ofStatus(await this.handOver(message, statusCall(message))),
    ask: async (inquiry) => ofStatus(await this.ask(inquiry)),
    poll: async (inquiry) => ofStatus(await this.poll(inquiry)),
  };

  /** A report is a separate flow. The administration's verdict (300, 301) comes as a message. */
  readonly reportFlows: ReportFlows = {
    platformOf: (credential) => {
      const read = this.platform.read(credential);
      if (!read) return statuses.credentialRefused;
      return read.derivesReports ? statuses.derivesReports : (read.reportSender ?? statuses.noReportSender);
    },
    send: (report) => this.handOver(report, reportCall(report)),
    ask: (inquiry) => this.ask(inquiry),
    poll: (inquiry) => this.poll(inquiry),
    read: readFrr,
  };

  private async handOver(
    inquiry: Inquiry & Pick<Consignment, 'beginDocument'>,
    flow: FlowCall,
  ): Promise<RailAnswer> {
    const response = await this.platform.call(inquiry.credential, {
      method: 'POST',
      service: 'flow',
      path: '/flows',
      ...flow,
      // Behind the log-in, which may take longer than a lease.
      ...(inquiry.beginDocument && { begins: inquiry.beginDocument }),
      timeoutMs: SEND_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    // The platform may hold what an earlier try has left.
    if (inquiry.isResend && saysDuplicate(response)) return { mapping: statuses.notUnderstood };
    return submit(response, inquiry);
  }

  /** By its id if that is known, else by its tracking id. */
  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    if (inquiry.reference !== undefined) return this.poll(inquiry);
    const flows = await this.track(inquiry);
    if ('mapping' in flows) return asking(flows);
    const flow = flows.find((one) => !isDuplicate(one)) ?? flows[0];
    return flow ? remark(this.verdict(flow, flows, inquiry), inquiry) : { mapping: statuses.notHeld };
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference, credential } = inquiry;
    if (reference === undefined) return this.ask(inquiry);
    const response = await this.platform.call(credential, {
      method: 'GET',
      service: 'flow',
      path: `/flows/${encodeURIComponent(reference)}?docType=Metadata`,
      timeoutMs: ASK_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const flow = metadata(response, reference);
    if ('mapping' in flow) return asking(flow);
    if (!isDuplicate(flow) || !inquiry.isResend) return acknowledge(flow);
    const flows = await this.track(inquiry);
    return 'mapping' in flows ? asking(flows) : this.verdict(flow, flows, inquiry);
  }

  canReadCredential(credential: OpenedCredential): boolean {
    return this.platform.read(credential) !== undefined;
  }

  /** A platform shows flows to the application, and the company, that sent them. */
  accountOf(credential: OpenedCredential): string | undefined {
    const read = this.platform.read(credential);
    // A key or a firm's token does not name its account: another one may belong to another account.
    if (!read || !NAMES_ACCOUNT.has(read.token.auth)) return undefined;
    return JSON.stringify([hostIn(read.flowUrl), read.clientId, read.organizationId ?? null]);
  }

  fetchMessages(credential: OpenedCredential, after: string | null): Promise<MessagePage | RailAnswer> {
    return this.messages.fetch(credential, after);
  }

  readCallback(credential: OpenedCredential, callback: Callback): CallbackHint | undefined {
    const signingKey = this.platform.read(credential)?.callbackKey;
    return signingKey === undefined ? undefined : parseCallback(callback, signingKey);
  }

  /** After a lost answer a reported duplicate may be our own; then the first flow counts. */
  private verdict(flow: Flow, tracked: readonly Flow[], { isResend }: Inquiry): RailAnswer {
    if (!isDuplicate(flow) || !isResend) return acknowledge(flow);
    const first = tracked.find((one) => one.id !== flow.id && !isDuplicate(one));
    return first ? acknowledge(first) : { mapping: statuses.pending };
  }

  /** @returns an empty list only if it is clear that the platform holds none: then the document is sent again. */
  private async track(inquiry: Inquiry): Promise<readonly Flow[] | RailAnswer> {
    const { credential, submissionId } = inquiry;
    const page = await search(this.platform, credential, { where: { trackingId: submissionId } });
    if ('mapping' in page) return page;
    if (page.isBroken) return { mapping: statuses.notUnderstood };
    const ours = page.flows.filter((flow) => whose(flow, inquiry) === 'ours');
    const isClear = page.isLast && page.flows.every((flow) => whose(flow, inquiry) === 'not-ours');
    return ours.length > 0 || isClear ? ours : { mapping: statuses.notUnderstood };
  }
}

/**
 * A flow without tracking id may be ours unless its hash differs. An incoming flow under our tracking id, or with our document, is the
 * receiver's copy, or the platform counts directions from its own side.
 */
function whose(
  { trackingId, sha256, direction }: Flow,
  { submissionId, documentSha256 }: Inquiry,
): 'ours' | 'not-ours' | 'unclear' {
  // Platforms may write the letters of a UUID in another case.
  const isTracked = trackingId?.toLowerCase() === submissionId.toLowerCase();
  const isSame = trackingId === undefined ? sha256 === documentSha256 : isTracked;
  if (direction === 'In') return isSame ? 'unclear' : 'not-ours';
  if (trackingId === undefined && sha256 === undefined) return 'unclear';
  return isSame ? 'ours' : 'not-ours';
}

function metadata(response: PlatformResponse, reference: string): Flow | RailAnswer {
  if ('failure' in response) return response.failure;
  const { status, body } = response;
  const raw = { http_status: status, ...errorCode(body) };
  if (status === 404) return { mapping: statuses.notHeld, raw };
  const flow = status === 200 ? flowFrom(jsonIn(body)) : undefined;
  return flow?.id === reference ? flow : { mapping: statuses.notUnderstood, raw };
}

/** The finding of the directory comes with the answer that the platform holds the invoice, also after a status inquiry. */
const remark = (answer: RailAnswer, { resumeToken }: Inquiry): RailAnswer =>
  resumeToken === UNREACHABLE && answer.mapping.meaning === 'held'
    ? { ...answer, remarks: [statuses.noAddress] }
    : answer;

const NOT_NAMED = say('networks-fr-pa.invoice-does-not-identify-both-parties-as-route');

/** The acknowledgement is the only answer of a platform to a status. */
function ofStatus(answer: RailAnswer): RailAnswer {
  if (answer.mapping === statuses.acknowledged) return { ...answer, mapping: statuses.statusTaken };
  return answer.mapping.meaning === 'refused' ? { ...answer, mapping: statuses.statusRefused } : answer;
}

/** The platform may hold an invoice under inquiry: a failed query never refuses it. */
const asking = (answer: RailAnswer): RailAnswer =>
  answer.mapping.meaning === 'refused' ? { ...answer, mapping: statuses.notUnderstood } : answer;

/** Releases of a platform may change its paths. */
const NAMES_ACCOUNT: ReadonlySet<string> = new Set<TokenCall['auth']>(['client_credentials', 'password']);

const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
