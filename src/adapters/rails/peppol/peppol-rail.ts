import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { randomUUID } from 'node:crypto';
import type { EmptyLookups, Waits } from '../../../domain/sending/retry.ts';
import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { CollectedPage, Collection, Receiving } from '../../../ports/rail/receiving.ts';
import type { Consignment, Inquiry } from '../../../ports/rail/inquiry.ts';
import type { LookedUp, Participants } from '../../../ports/participants.ts';
import type { MessagePage } from '../../../ports/rail/route-messages.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { Rail } from '../../../ports/rail/rail.ts';
import type { Registering } from '../../../ports/rail/registering.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { StatusMessages } from '../../../ports/rail/status-messages.ts';
import { type AccessPoint, accessPointOf, type DialectName, faultOf, type Smp } from './access-point.ts';
import { fetchAnswers } from './answers.ts';
import { byToken, type Connection, connectionTo } from './connection.ts';
import { type Dialect, type Outgoing, SEND_MS } from './dialect.ts';
import { DIALECTS } from './dialects.ts';
import { peppolRegistering } from './registering.ts';
import { invoiceResponses } from './invoice-responses.ts';
import {
  documentTypeOf,
  LOOKED_UP_SCHEME,
  receivingParticipant,
  sendingParty,
} from '../../../domain/routing/peppol-document.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

interface Settings {
  /** In the sandbox the operator names the access point, not the credential. */
  readonly accessPoints?: Readonly<Record<DialectName, string>>;
  readonly smp?: string;
  readonly pollWaitsMs?: Waits;
  /** A simulated network shows at once what it has, and is asked often. */
  readonly inSandbox?: boolean;
  readonly watchWaitsMs?: readonly number[];
  /** Left out: receivers are not looked up. */
  readonly participants?: Participants;
}

/** An access point that repeats by itself waits three minutes (phoss-ap). */
const POLL_WAITS_MS: Waits = [10_000, 30_000, 60_000, 180_000];

const MINUTE_MS = 60_000;
/**
 * An MLS is due within 25 minutes, and mandatory only from 31 March 2027 (MLS 1.0): until then most never come. Its document,
 * which says more, is also fetched each minute.
 */
const WATCH_WAITS_MS = [10, 20, 60, 360, 1080].map((minutes) => minutes * MINUTE_MS);

/**
 * How long after a call an empty look-up shows nothing: as long as the call may be open, and then until the access point shows the document.
 * phoss-ap shows it once it has read, parsed and, with a verifier, checked all of it, whether its caller still waits or not, and takes a
 * second one under the same InstanceIdentifier as another document (phoss-ap ba7e36b, `OutboundOrchestrator.submitPrebuiltSBD`; it has no
 * time limit there). How soon e-invoice.be shows that a draft is being sent is not published.
 */
const SHOWN_MS = SEND_MS + 3 * MINUTE_MS;

const COLLECT_MS = 2 * MINUTE_MS;
const SANDBOX_COLLECT_MS = 2_000;

/** Peppol through the client's access point. */
export class PeppolRail implements Rail {
  readonly route = 'PEPPOL';
  readonly statusMappings = Object.values(statuses);
  readonly emptyLookups: EmptyLookups;
  readonly maxCallMs = SEND_MS;
  readonly caps = [];
  readonly namesSubmissions = false;
  readonly pushesMessages = true;
  readonly pollWaitsMs: Waits;
  readonly watchWaitsMs: readonly number[];
  readonly receiving: Receiving;
  readonly statusMessages: StatusMessages;
  readonly registering: Registering;
  private readonly outbound: Outbound;
  private readonly accessPoints: Settings['accessPoints'];
  private readonly smp: string | undefined;
  private readonly participants: Participants | undefined;

  constructor(
    outbound: Outbound,
    {
      accessPoints,
      smp,
      participants,
      pollWaitsMs = POLL_WAITS_MS,
      watchWaitsMs = WATCH_WAITS_MS,
      inSandbox = false,
    }: Settings = {},
  ) {
    this.pollWaitsMs = pollWaitsMs;
    this.emptyLookups = { needed: 1, countAfterMs: inSandbox ? 0 : SHOWN_MS };
    this.watchWaitsMs = watchWaitsMs;
    this.receiving = {
      everyMs: inSandbox ? SANDBOX_COLLECT_MS : COLLECT_MS,
      comesWithMessages: (credential) => this.reach(credential)?.dialect.receivesWithMessages === true,
      fetch: (collection) => this.receive(collection),
    };
    this.statusMessages = invoiceResponses((credential) => this.reach(credential));
    this.registering = peppolRegistering((credential) => this.reach(credential), participants);
    this.outbound = outbound;
    this.accessPoints = accessPoints;
    this.smp = smp;
    this.participants = participants;
  }

  canReadCredential({ value }: OpenedCredential): boolean {
    return accessPointOf(value) !== undefined;
  }

  explainUnreadable({ value }: OpenedCredential): Text | undefined {
    return faultOf(value);
  }

  /** An access point reports what it sent for one sender, and only in its own interface. Its token may change. */
  accountOf({ value }: OpenedCredential): string | undefined {
    const read = accessPointOf(value);
    return read && JSON.stringify([...accountOf(read), read.dialect]);
  }

  /** The SBDH's InstanceIdentifier, the same for every try. */
  newSubmissionId(): string {
    return randomUUID();
  }

  async prepare(consignment: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer> {
    const reached = this.reach(consignment.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const { dialect, connection } = reached;
    const outgoing = outgoingOf(consignment);
    if (!outgoing) return { mapping: statuses.noAddress };
    const rejection = dialect.repeatsByItself && (await this.refusedByLookUp(outgoing, connection));
    if (rejection) return { mapping: rejection };
    return dialect.prepare?.(connection, outgoing) ?? { resumeToken: consignment.resumeToken ?? '' };
  }

  /** A document that an earlier try may have left with the access point is not refused by a look-up. */
  private async refusedByLookUp(
    outgoing: Outgoing,
    connection: Connection,
  ): Promise<StatusMapping | undefined> {
    const lookup = outgoing.isResend ? undefined : await this.lookUp(outgoing, connection);
    switch (lookup?.registered) {
      case 'no':
        return statuses.notRegisteredAtSend;
      case 'yes':
        return lookup.isInactive ? statuses.notRegisteredAtSend : undefined;
      default:
        return lookup?.isZoneDoubtful ? statuses.zoneDoubtful : undefined;
    }
  }

  private async lookUp(
    { to, facts, addressing }: Outgoing,
    { accessPoint }: Connection,
  ): Promise<LookedUp | undefined> {
    const { scheme, value, process } = documentTypeOf(facts, addressing);
    if (scheme !== LOOKED_UP_SCHEME) return undefined;
    return this.participants?.lookUp(to, { documentType: value, process, sender: accessPoint.sender });
  }

  /** An access point beside us may ask the same DNS. If that knows no participant at all, its answer is no rejection. */
  private async confirmed(
    answer: RailAnswer,
    outgoing: Outgoing,
    connection: Connection,
  ): Promise<RailAnswer> {
    if (answer.mapping !== statuses.notRegistered) return answer;
    const lookup = await this.lookUp(outgoing, connection);
    const isDoubtful = lookup?.registered === 'unknown' && lookup.isZoneDoubtful;
    return isDoubtful ? { ...answer, mapping: statuses.zoneDoubtful } : answer;
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    const reached = this.reach(consignment.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const outgoing = outgoingOf(consignment);
    if (!outgoing) return { mapping: statuses.noAddress };
    consignment.beginDocument?.();
    const { dialect, connection } = reached;
    const answer = await dialect.send(connection, outgoing);
    return complete(dialect, await this.confirmed(answer, outgoing, connection));
  }

  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    const reached = this.reach(inquiry.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    return complete(reached.dialect, await reached.dialect.ask(reached.connection, inquiry));
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    const reached = this.reach(inquiry.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const { dialect, connection } = reached;
    return complete(dialect, await (dialect.poll ?? dialect.ask)(connection, inquiry));
  }

  /** Only a provider that shows it afterwards is asked. */
  async receipt(inquiry: Inquiry): Promise<RailAnswer> {
    const reached = this.reach(inquiry.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const { dialect, connection } = reached;
    return dialect.receipt?.(connection, inquiry) ?? { mapping: statuses.cannotTell };
  }

  async fetchMessages(
    credential: OpenedCredential,
    after: string | null,
  ): Promise<MessagePage | RailAnswer | undefined> {
    const reached = this.reach(credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    const { dialect, connection } = reached;
    const bridge = this.bridgeOf(connection);
    if (bridge !== undefined) {
      const { accessPoint, namedBy } = connection;
      const { token, sender: account } = accessPoint;
      const { calls } = credential;
      return fetchAnswers(this.outbound, { url: bridge, token, namedBy, account, calls }, after);
    }
    return dialect.fetch?.(connection, after);
  }

  private async receive(collection: Collection): Promise<CollectedPage | RailAnswer | undefined> {
    const reached = this.reach(collection.credential);
    if (!reached) return { mapping: statuses.credentialRefused };
    return reached.dialect.receive?.(reached.connection, collection);
  }

  readCallback(credential: OpenedCredential, callback: Callback): CallbackHint | undefined {
    const accessPoint = accessPointOf(credential.value);
    return accessPoint && DIALECTS[accessPoint.dialect].readCallback?.(accessPoint, callback);
  }

  private reach({
    value,
    calls,
  }: OpenedCredential): { readonly dialect: Dialect; readonly connection: Connection } | undefined {
    const accessPoint = accessPointOf(value);
    if (!accessPoint) return undefined;
    const dialect = DIALECTS[accessPoint.dialect];
    const own = this.accessPoints?.[accessPoint.dialect];
    const logIn = (to: AccessPoint): Readonly<Record<string, string>> => dialect.logIn(to);
    const connection = connectionTo(accessPoint, this.outbound, logIn, calls, own);
    const smp = accessPoint.smp && this.smpConnection({ ...accessPoint, ...toSmp(accessPoint.smp) }, calls);
    return { dialect, connection: { ...connection, ...(smp && { smp }) } };
  }

  private smpConnection(smp: AccessPoint, calls: OpenedCredential['calls']): Connection {
    return connectionTo(smp, this.outbound, ({ token }) => byToken(token), calls, this.smp);
  }

  /** In the sandbox the bridge is the operator's access point, if the dialect has no list of its own. */
  private bridgeOf({ accessPoint, namedBy }: Connection): string | undefined {
    if (namedBy === 'client') return accessPoint.answersUrl;
    const own = this.accessPoints?.[accessPoint.dialect];
    return accessPoint.dialect === 'phase4' ? `${own}/answers` : undefined;
  }
}

const toSmp = ({ url, token }: Smp): Pick<AccessPoint, 'baseUrl' | 'token'> => ({ baseUrl: url, token });

const accountOf = ({ baseUrl, companyId = '', sender }: AccessPoint): readonly string[] => [
  baseUrl,
  companyId,
  sender,
];

/** @returns undefined for a document that names no receiver in Peppol. */
function outgoingOf(consignment: Consignment): Outgoing | undefined {
  const { addressing, receiver } = consignment;
  const to = receivingParticipant(addressing, receiver);
  const countryC1 = addressing[sendingParty(addressing)].country;
  return to === undefined || countryC1 === null ? undefined : { ...consignment, to, countryC1 };
}

/** A receipt that no later call brings is not awaited. */
const complete = ({ receipt }: Dialect, answer: RailAnswer): RailAnswer =>
  receipt ? answer : { ...answer, hasNoReceipt: true };
