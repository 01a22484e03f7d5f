import type { Waits } from '../../../domain/sending/retry.ts';
import { PL_KSEF } from '../../../domain/routes/pl-ksef/profile.ts';
import type { Caps } from '../../../ports/caps.ts';
import { Newest } from '../../../domain/newest.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { Consignment, Inquiry } from '../../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { Rail } from '../../../ports/rail/rail.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Receiving } from '../../../ports/rail/receiving.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { AttachedInvoices, hasAttachment } from './batches/attached-invoices.ts';
import { ALONE, type BatchPace, BatchSessions } from './batches/batch-sessions.ts';
import { BatchedInvoices } from './batches/batched-invoices.ts';
import { CLOSE_MS } from './batches/close-batch.ts';
import { KsefCalls } from './client/calls.ts';
import { type Caller, ksefCredential } from './client/credential.ts';
import { Duplicates } from './sessions/duplicates.ts';
import { formOf } from './sessions/form-code.ts';
import { inBase64 } from './client/encryption.ts';
import { answerOf, type InvoiceStatus, invoiceStatus } from './sessions/invoice-status.ts';
import { Ksef, type KsefResponse } from './client/ksef.ts';
import { IndividualLimits } from './client/individual-limits.ts';
import { Limits } from './client/limits.ts';
import { LogIn } from './client/log-in.ts';
import { LogInWarnings } from './client/log-in-warnings.ts';
import {
  formIn,
  isOfBatch,
  type ResumeState,
  resumeStateIn,
  readResumeToken,
  withForm,
  writeResumeToken,
} from './sessions/resume-token.ts';
import { KsefCollectiveNumbers } from './receiving/collective-numbers.ts';
import { KsefExports } from './receiving/exports.ts';
import { ksefReceiving } from './receiving/received.ts';
import { contextOf } from './client/nip.ts';
import { KsefOfflineCodes } from './client/offline-codes.ts';
import { type FormCaller, OnlineSessions } from './sessions/online-sessions.ts';
import { Outages } from './client/outages.ts';
import { PublicKeys } from './client/public-keys.ts';
import { MAX_UPO_LINKS, Receipts, type UpoLinks } from './sessions/receipts.ts';
import { SEND_MS, sendOf, send } from './sessions/send-call.ts';
import { LATER, listSession, oursAmong } from './sessions/session-list.ts';
import { TokenEnd } from './client/token-end.ts';
import { KsefTokens } from './client/tokens.ts';
import { withLink } from './sessions/verification-link.ts';
import {
  CORRECTED_BEFORE,
  DUPLICATE,
  KSEF_STATUS_MAPPINGS as statuses,
  SESSION_IS_OVER,
  UNKNOWN_SESSION,
} from './status-mappings.ts';

interface Ports {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly caps: Caps;
  readonly clock: Clock;
  /** The machine's clock. */
  readonly realClock?: Clock;
  readonly log?: Pick<Log, 'warn'>;
}

interface Settings {
  /** The address up to `v2`. */
  readonly url: string;
  /** The address behind the codes on printed invoices. */
  readonly qrUrl: string;
  readonly pollWaitsMs?: Waits;
  /** A simulated network shows at once what it has, and is asked often. */
  readonly inSandbox?: boolean;
  /** Left out if each invoice is sent by itself. */
  readonly batches?: BatchPace;
  /** Between two status queries of a log-in. */
  readonly logInPauseMs?: number;
  /** The service that announces outages (Latarnia). */
  readonly availabilityUrl?: string;
  /** Between two tries of an invoice during an announced outage. */
  readonly outagePauseS?: number;
}

const MINUTE = 60_000;
const SLOW = Array.from({ length: 18 }, () => 30_000);
const POLL_WAITS_MS: Waits = [1_000, 2_000, 4_000, 8_000, ...SLOW, 5 * MINUTE];
const RECEIPT_WAITS_MS: Waits = [5_000, 30_000, MINUTE, 10 * MINUTE, 60 * MINUTE, 3 * 60 * MINUTE];
/** While the ministry announces an outage. */
const OUTAGE_PAUSE_S = 15 * 60;

const ISSUER = 'issuer';
/** The query for it is limited to 20 an hour. */
const COLLECT_MS = 15 * MINUTE;
const SANDBOX_COLLECT_MS = 2_000;

/** KSeF, the Polish national e-invoice system. */
export class PlKsefRail implements Rail {
  readonly route = 'PL-KSEF';
  readonly statusMappings = Object.values(statuses);
  readonly emptyLookups = { needed: 2, countAfterMs: 0 };
  /** Parts of a batch may take longer: KSeF takes nothing of them before the close. */
  readonly maxCallMs = Math.max(SEND_MS, CLOSE_MS);
  readonly namesSubmissions = true;
  readonly announcesDocument = true;
  readonly caps = PL_KSEF.caps ?? [];
  readonly pollWaitsMs: Waits;
  readonly receiptWaitsMs: Waits;
  private readonly calls: KsefCalls;
  private readonly online: OnlineSessions;
  private readonly duplicates: Duplicates;
  private readonly receipts: Receipts;
  private readonly links: UpoLinks;
  private readonly batched: BatchedInvoices;
  private readonly attached: AttachedInvoices;
  private readonly outages: Outages;
  private readonly warnings: LogInWarnings;
  private readonly tokenEnd: TokenEnd;
  readonly batches?: BatchSessions;
  readonly codesUrl: string;
  readonly offline: KsefOfflineCodes;
  readonly receiving: Receiving;
  readonly collective: KsefCollectiveNumbers;

  constructor({ outbound, sessions, caps, clock, realClock = clock, log }: Ports, settings: Settings) {
    const { url, qrUrl, pollWaitsMs, logInPauseMs } = settings;
    this.codesUrl = qrUrl;
    this.pollWaitsMs = pollWaitsMs ?? POLL_WAITS_MS;
    this.receiptWaitsMs = pollWaitsMs ?? RECEIPT_WAITS_MS;
    const ksef = new Ksef(outbound, clock, url, log);
    const keys = new PublicKeys(ksef, clock);
    const logIn = new LogIn(ksef, keys, { pauseMs: logInPauseMs ?? 1_000 });
    this.warnings = new LogInWarnings(clock);
    this.tokenEnd = new TokenEnd(clock);
    const tokens = new KsefTokens({ ksef, logIn, warnings: this.warnings, sessions, clock });
    const limits = new Limits(caps, clock);
    const individual = new IndividualLimits({ ksef, limits, sessions, clock });
    this.calls = new KsefCalls(ksef, tokens, limits, individual);
    this.offline = new KsefOfflineCodes(qrUrl, this.calls);
    this.online = new OnlineSessions({ calls: this.calls, keys, sessions, clock });
    this.duplicates = new Duplicates(this.calls);
    const links: UpoLinks = new Newest(MAX_UPO_LINKS);
    this.links = links;
    this.receipts = new Receipts(this.calls, ksef, links);
    const everyMs = settings.inSandbox ? SANDBOX_COLLECT_MS : COLLECT_MS;
    const exports = new KsefExports({ calls: this.calls, ksef, keys, sessions, clock, ...(log && { log }) });
    this.receiving = ksefReceiving({ calls: this.calls, exports, realClock, everyMs });
    this.collective = new KsefCollectiveNumbers({ calls: this.calls, sessions });
    this.batched = new BatchedInvoices({ calls: this.calls, duplicates: this.duplicates, clock, links });
    const batches = new BatchSessions({ calls: this.calls, keys, ksef, clock }, settings.batches ?? ALONE);
    this.attached = new AttachedInvoices(batches, this.calls, clock);
    const { availabilityUrl, outagePauseS = OUTAGE_PAUSE_S } = settings;
    this.outages = new Outages(outbound, clock, {
      pauseS: outagePauseS,
      ...(availabilityUrl !== undefined && { url: availabilityUrl }),
    });
    if (settings.batches) this.batches = batches;
  }

  canReadCredential(credential: OpenedCredential): boolean {
    return ksefCredential(credential) !== undefined;
  }

  /**
   * KSeF shows sessions to their context. Without a context in the credential it is the NIP of the issuer of the document; a
   * credential without rights there is refused at its log-in.
   */
  accountOf(credential: OpenedCredential): string | undefined {
    const read = ksefCredential(credential);
    return read && (read.context ? `${read.context.type} ${read.context.value}` : ISSUER);
  }

  /**
   * The reference comes with the answer. Until then its bytes identify the invoice, in the session that the resume token names.
   */
  newSubmissionId(documentSha256: string): string {
    return documentSha256;
  }

  /** Logs in and opens a session, so that a failure there leaves the invoice in the queue. */
  async prepare(consignment: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer> {
    return this.outages.explain(await this.prepareSend(consignment), consignment);
  }

  private async prepareSend(
    consignment: Consignment,
  ): Promise<{ readonly resumeToken: string } | RailAnswer> {
    const { credential, addressing, bytes, facts, resumeToken } = consignment;
    const nip = contextOf(addressing);
    const form = formOf(facts);
    if (nip === undefined) return { mapping: statuses.noSeller };
    const { offline } = consignment;
    if (hasAttachment(bytes) && offline?.replaces === undefined)
      return this.attached.prepare(consignment, nip);
    const blocked = await this.calls.block({ credential, nip }, 'send');
    if (blocked) return blocked;
    const opened = await this.online.current({ credential, nip, form });
    if ('failed' in opened) return opened.failed;
    return {
      resumeToken: writeResumeToken(
        resumeStateIn(opened.session.reference, { nip, form }, readResumeToken(resumeToken), offline),
      ),
    };
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    const { caller, resumeToken } = callerOf(consignment);
    if (!caller || resumeToken?.session === undefined)
      return { mapping: statuses.sessionMoved, retryAfterSeconds: 1 };
    if (isOfBatch(resumeToken)) return this.attached.send(consignment);
    const named = await this.online.findSession(inForm(caller, resumeToken), resumeToken.session);
    if ('failed' in named) return named.failed;
    const call = sendOf(named.session, consignment);
    const { beginDocument: begins } = consignment;
    // Behind a log-in, which may take longer than a lease.
    const response = await this.calls.call(caller, 'send', { ...call, ...(begins && { begins }) });
    if (response.kind === 'refused' && SESSION_IS_OVER.has(response.code))
      await this.online.end(inForm(caller, resumeToken), resumeToken.session);
    if (response.kind === 'refused' && response.code === CORRECTED_BEFORE)
      return this.duplicates.settleCorrection(consignment, caller);
    return send(response);
  }

  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    const answer = await this.outages.explain(await this.askStatus(inquiry), inquiry);
    return this.withWarnings(answer, inquiry);
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    return this.withWarnings(await this.pollStatus(inquiry), inquiry);
  }

  /** One look at a batch tells about all of its invoices. */
  pollAtHand(inquiry: Inquiry): RailAnswer | undefined {
    const { resumeToken } = callerOf(inquiry);
    const known = resumeToken && isOfBatch(resumeToken) && this.batched.pollAtHand(inquiry, resumeToken);
    return known ? this.withWarnings(known, inquiry) : undefined;
  }

  private withWarnings(answer: RailAnswer, inquiry: Inquiry): RailAnswer {
    const { caller, resumeToken } = callerOf(inquiry);
    const warned = this.tokenEnd.addTo(this.warnings.addTo(answer, caller), caller);
    // The published text on codes names the fields of FA(3) only.
    const hasCode = formIn(resumeToken ?? {}) === 'FA (3)';
    return hasCode ? withLink(warned, inquiry, this.codesUrl) : warned;
  }

  /** By its reference if that is known, else among the invoices of its sessions (CIRFMF/ksef-docs). */
  private async askStatus(inquiry: Inquiry): Promise<RailAnswer> {
    const { caller, resumeToken } = callerOf(inquiry);
    if (!caller || !resumeToken) return { mapping: statuses.notHeld };
    if (isOfBatch(resumeToken)) return this.batched.ask(inquiry, caller, resumeToken);
    if (inquiry.reference !== undefined) return asking(await this.pollStatus(inquiry));
    const sessions = [resumeToken.session, ...(resumeToken.before ?? [])].filter((one) => one !== undefined);
    for (const [index, session] of sessions.entries()) {
      if (index > 0 && !(await inquiry.acquirePermit())) return LATER;
      const answer = await this.lookFor(inquiry, caller, session);
      if (answer === 'nothing') continue;
      return 'mapping' in answer ? answer : this.toHeld({ ...resumeToken, session }, answer, caller);
    }
    return { mapping: statuses.notHeld };
  }

  private async pollStatus(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference } = inquiry;
    const { caller, resumeToken } = callerOf(inquiry);
    if (caller && resumeToken && isOfBatch(resumeToken))
      return this.batched.poll(inquiry, caller, resumeToken);
    if (reference === undefined || !caller || resumeToken?.session === undefined)
      return { mapping: statuses.unknownReference };
    const path = `/sessions/${encodeURIComponent(resumeToken.session)}/invoices/${encodeURIComponent(reference)}`;
    const response = await this.calls.call(caller, 'status', { path });
    if (response.kind === 'failure') return response.failure;
    if (response.kind === 'refused') return toUnknown(response);
    const status = response.kind === 'json' ? invoiceStatus(response.json) : undefined;
    if (status?.reference !== reference || status.hash !== inBase64(inquiry.documentSha256))
      return { mapping: statuses.notUnderstood };
    if (status.code === DUPLICATE) return this.duplicates.settle(inquiry, caller, status);
    if (status.ksefNumber !== undefined && status.upoUrl !== undefined)
      this.links.set(status.ksefNumber, status.upoUrl);
    await this.learn(caller, resumeToken, status);
    return answerOf(status);
  }

  async receipt(inquiry: Inquiry): Promise<RailAnswer> {
    const { caller, resumeToken } = callerOf(inquiry);
    if (!caller || resumeToken?.session === undefined) return { mapping: statuses.noReceipt };
    if (isOfBatch(resumeToken)) await this.batched.listLinks(inquiry, caller, resumeToken);
    return this.receipts.of(inquiry, caller, resumeToken.session);
  }

  private async lookFor(
    inquiry: Inquiry,
    caller: Caller,
    session: string,
  ): Promise<InvoiceStatus | 'nothing' | RailAnswer> {
    const all = await listSession(this.calls, caller, session, inquiry.acquirePermit);
    if (all === 'unknown session') return 'nothing';
    if ('mapping' in all) return all;
    const answer = oursAmong(all.invoices, inquiry);
    return answer ?? (all.isWhole ? 'nothing' : { mapping: statuses.notUnderstood });
  }

  /** The invoice was found. The next status inquiry tells whose a duplicate is. */
  private async toHeld(state: ResumeState, status: InvoiceStatus, caller: Caller): Promise<RailAnswer> {
    const { session, form } = state;
    const resumeToken = writeResumeToken({
      nip: caller.nip,
      ...(session !== undefined && { session }),
      ...withForm(form),
    });
    const answer = answerOf(status);
    if (status.code === DUPLICATE)
      return { mapping: statuses.taken, reference: status.reference, resumeToken };
    await this.learn(caller, state, status);
    return { ...answer, resumeToken };
  }

  /** An invoice that failed with its session, or could not be decrypted, would fail in it again. */
  private async learn(caller: Caller, state: ResumeState, { code }: InvoiceStatus): Promise<void> {
    if (state.session !== undefined && (code === 405 || code === 435))
      await this.online.end(inForm(caller, state), state.session);
  }
}

function callerOf({ credential, resumeToken: text }: Inquiry): {
  readonly caller?: Caller;
  readonly resumeToken?: ResumeState;
} {
  const resumeToken = readResumeToken(text);
  return resumeToken ? { resumeToken, caller: { credential, nip: resumeToken.nip } } : {};
}

const inForm = (caller: Caller, state: ResumeState): FormCaller => ({ ...caller, form: formIn(state) });

const toUnknown = ({ code, text }: Extract<KsefResponse, { kind: 'refused' }>): RailAnswer => ({
  mapping: code === UNKNOWN_SESSION ? statuses.unknownReference : statuses.notUnderstood,
  raw: { code, text },
});

/** An invoice under inquiry may be held: a failed query refuses nothing. */
const asking = (answer: RailAnswer): RailAnswer =>
  answer.mapping === statuses.unknownReference ? { ...answer, mapping: statuses.notHeld } : answer;
