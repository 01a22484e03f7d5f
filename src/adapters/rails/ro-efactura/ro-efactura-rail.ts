import { OUTCOMES } from '../../../domain/sending/outcomes.ts';
import type { Waits } from '../../../domain/sending/retry.ts';
import { RO_EFACTURA } from '../../../domain/routes/ro-efactura/profile.ts';
import type { EmptyLookups } from '../../../domain/sending/retry.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { Consignment, Inquiry } from '../../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { Rail } from '../../../ports/rail/rail.ts';
import type { MessagePage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { CollectedPage, Receiving } from '../../../ports/rail/receiving.ts';
import type { StatusMessages } from '../../../ports/rail/status-messages.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { Anaf, UPLOAD_MS } from './anaf.ts';
import { bucharestDayLeftSeconds } from './bucharest.ts';
import { anafCredential } from './credential.ts';
import { lookFor } from './lookup.ts';
import { AnafQuestions, asking } from './questions.ts';
import { fetchBuyersMessages } from './buyers-messages.ts';
import { messagesToSellers } from './message-to-seller.ts';
import { anafReceiving } from './received.ts';
import { isAboutAnother, isOurs, rawOf, receiptOf, remarksOn } from './receipt-verdict.ts';
import { readReasons, reasonsOf, type RefusedUpload } from './rejection.ts';
import { readResumeToken, writeResumeToken } from './resume-token.ts';
import { AnafTokens } from './tokens.ts';
import { upload, uploadOf } from './upload.ts';
import { cifIn, type MessageList } from './windows.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';

interface Ports {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** The machine's clock: ANAF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
}

interface Settings {
  readonly anafUrl: string;
  readonly oauthUrl: string;
  readonly pollWaitsMs?: Waits;
  /** A simulated network shows at once what it has, and is asked often. */
  readonly inSandbox?: boolean;
  /** The wait after the limit of a day. The default is the rest of the day. */
  readonly dayPauseSeconds?: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A hundred queries a day and invoice (ANAF's Swagger pages). */
const POLL_WAITS_MS: Waits = [
  30_000,
  ...([1, 2, 4, 8] as const).map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 23 }, () => 15 * MINUTE),
  30 * MINUTE,
];
/** Five downloads on the first day, then two a day: ANAF allows ten, and an accountant's software also counts. */
const RECEIPT_WAITS_MS: Waits = [10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR];
const COLLECT_MS = 10 * MINUTE;
/** The simulator runs on this machine, by the same clock. */
const IN_SANDBOX = { marginMs: 0, everyMs: 2_000 };
/**
 * How far behind now a query of the lists ends, and how long they may not show an upload: four times the longest delay that was seen
 * (anafpy: 15 minutes). ANAF publishes no limit, and delivers a second copy of a message.
 */
const SHOWN = { behindMs: MINUTE, checkedMs: HOUR };
const SHOWN_IN_SANDBOX = { behindMs: 0, checkedMs: 2_000 };
/** After this many failed readings the answer is stored as it came. */
const MAX_UNREADABLE = 3;

/** RO e-Factura, the system of the Romanian tax office (ANAF). */
export class RoEfacturaRail implements Rail {
  readonly route = 'RO-EFACTURA';
  readonly statusMappings = Object.values(statuses);
  readonly emptyLookups: EmptyLookups;
  readonly maxCallMs = UPLOAD_MS;
  readonly namesSubmissions = true;
  readonly announcesDocument = true;
  readonly caps = RO_EFACTURA.caps ?? [];
  readonly pollWaitsMs: Waits;
  readonly receiptWaitsMs: Waits;
  readonly receiving: Receiving;
  readonly statusMessages: StatusMessages;
  private readonly anaf: Anaf;
  private readonly questions: AnafQuestions;
  private readonly lists: MessageList;
  private readonly tokens: AnafTokens;
  private readonly clock: Clock;
  private readonly realClock: Clock;
  private readonly dayPauseSeconds: number | undefined;
  private readonly shown: typeof SHOWN;

  constructor({ outbound, sessions, clock, realClock }: Ports, settings: Settings) {
    const { anafUrl, oauthUrl, pollWaitsMs, inSandbox = false, dayPauseSeconds } = settings;
    this.pollWaitsMs = pollWaitsMs ?? POLL_WAITS_MS;
    this.receiptWaitsMs = pollWaitsMs ?? RECEIPT_WAITS_MS;
    this.tokens = new AnafTokens({ outbound, sessions, clock, oauthUrl });
    this.anaf = new Anaf(outbound, this.tokens, anafUrl);
    this.questions = new AnafQuestions(this.anaf);
    this.lists = {
      questions: this.questions,
      realClock,
      ...(inSandbox ? IN_SANDBOX : { marginMs: MINUTE, everyMs: COLLECT_MS }),
    };
    const receiving = anafReceiving(this.lists);
    this.receiving = {
      ...receiving,
      fetch: async (collection) => this.date(await receiving.fetch(collection)),
    };
    this.clock = clock;
    this.realClock = realClock;
    this.dayPauseSeconds = dayPauseSeconds;
    this.shown = inSandbox ? SHOWN_IN_SANDBOX : SHOWN;
    this.statusMessages = this.datedMessages(
      messagesToSellers(this.anaf, { questions: this.questions, clock, realClock, ...this.shown }),
    );
    const { behindMs, checkedMs } = this.shown;
    this.emptyLookups = { needed: 2, countAfterMs: behindMs + checkedMs };
  }

  canReadCredential({ value }: OpenedCredential): boolean {
    return anafCredential(value) !== undefined;
  }

  /** Its CIF: of several identifiers of a party the first that is one. */
  companyOf(partyIds: readonly string[]): string | undefined {
    return partyIds.map(cifIn).find((cif) => cif !== undefined);
  }

  async fetchMessages(
    credential: OpenedCredential,
    after: string | null,
    company?: string,
  ): Promise<MessagePage | RailAnswer | undefined> {
    if (company === undefined) return undefined;
    return this.date(await fetchBuyersMessages({ credential, company, after }, this.lists));
  }

  /** The index comes with the answer. Until then its bytes identify the invoice. */
  newSubmissionId(documentSha256: string): string {
    return documentSha256;
  }

  /** Logs in, so that a failed log-in leaves the invoice in the queue. */
  async prepare({
    credential,
    facts,
    addressing,
  }: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer> {
    if (!uploadOf(facts, addressing)) return { mapping: statuses.noSeller };
    const access = await this.tokens.of(credential);
    return 'failed' in access ? access.failed : { resumeToken: writeResumeToken({}) };
  }

  async send({ credential, facts, addressing, bytes, beginDocument }: Consignment): Promise<RailAnswer> {
    const call = uploadOf(facts, addressing);
    if (!call) return { mapping: statuses.noSeller };
    // Behind a log-in, which may take longer than a lease.
    const begins = beginDocument && { begins: beginDocument };
    return this.date(upload(await this.anaf.call(credential, { ...call, body: bytes, ...begins })));
  }

  /** By its index if that is known, else among the uploads since the send (docs/routes/ro-efactura.md). */
  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    if (inquiry.reference !== undefined) return this.poll(inquiry);
    return this.date(await this.lookFor(inquiry));
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference, credential } = inquiry;
    if (reference === undefined) return this.ask(inquiry);
    const status = await this.questions.status(credential, reference);
    if ('mapping' in status) return this.date(asking(status));
    const { state, download, raw } = status;
    const resumeToken = writeResumeToken({
      ...readResumeToken(inquiry.resumeToken),
      ...(download !== undefined && { download }),
    });
    if (state === 'ok') return { mapping: statuses.accepted, legalId: reference, resumeToken, raw };
    const refused = { inquiry, index: reference, download, known: { resumeToken, raw } };
    return this.date(asking(await this.refuse(refused)));
  }

  /** Stored as it came, whatever its signature: the status alone decides the outcome. */
  async receipt(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference, credential, resumeToken } = inquiry;
    const state = readResumeToken(resumeToken);
    if (state.download === undefined || reference === undefined) return { mapping: statuses.noReceipt };
    const answer = await this.questions.download(credential, state.download);
    if ('mapping' in answer)
      return answer.mapping === statuses.expired
        ? { mapping: statuses.noReceipt }
        : this.date(asking(answer));
    const { signed } = answer;
    const failed = 1 + (state.downloadsFailed ?? 0);
    if (!signed && failed < MAX_UNREADABLE)
      return {
        mapping: statuses.unreadableAnswer,
        resumeToken: writeResumeToken({ ...state, downloadsFailed: failed }),
      };
    if (signed && isAboutAnother(signed, reference, inquiry)) return { mapping: statuses.anothersAnswer };
    const storedReceipt: RailAnswer = { mapping: statuses.receipt, raw: rawOf(answer), ...receiptOf(answer) };
    if (state.reasonsPending) return { ...storedReceipt, remarks: reasonsOf(answer) };
    return { ...storedReceipt, remarks: remarksOn(answer, signed && (await isOurs(signed, inquiry))) };
  }

  /**
   * A rejection is booked at once; its reasons follow. After a second upload the booking waits for the reasons, because they may
   * say that ANAF holds the first one. A day after the last upload the list of messages tells that instead.
   */
  private async refuse(refused: RefusedUpload): Promise<RailAnswer> {
    const { inquiry, known } = refused;
    const reasons = await readReasons(refused, this.questions);
    const answer = 'answer' in reasons ? reasons.answer : reasons.unread;
    if (OUTCOMES.invoice.poll[answer.mapping.meaning] !== 'poll-again' && 'answer' in reasons) return answer;
    const state = readResumeToken(known.resumeToken);
    if (!inquiry.isResend && 'unread' in reasons) return pending(refused);
    const failed = 1 + (state.downloadsFailed ?? 0);
    const resumeToken = writeResumeToken({ ...state, downloadsFailed: failed });
    if (answer.mapping.opensCareAtOnce && failed === 1) return { ...answer, resumeToken };
    const { startedAt, calledAt = startedAt } = inquiry;
    if (this.clock.now().getTime() - calledAt.getTime() >= DAY) return this.settle(refused);
    const { receiptWaitsMs: waits } = this;
    const wait = waits[failed - 1] ?? waits.at(-1) ?? 0;
    return { mapping: statuses.reasonsAwaited, resumeToken, retryAfterSeconds: Math.ceil(wait / 1000) };
  }

  private async settle(refused: RefusedUpload): Promise<RailAnswer> {
    const answer = await this.lookFor(refused.inquiry);
    return answer.mapping === statuses.notHeld ? pending(refused) : answer;
  }

  private lookFor(inquiry: Inquiry): Promise<RailAnswer> {
    const { questions, clock, realClock, shown } = this;
    return lookFor(inquiry, { questions, clock, realClock, ...shown });
  }

  private datedMessages(messages: StatusMessages): StatusMessages {
    return {
      ...messages,
      send: async (sent) => this.date(await messages.send(sent)),
      ask: async (inquiry) => this.date(await messages.ask(inquiry)),
      poll: async (inquiry) => this.date(await messages.poll(inquiry)),
    };
  }

  /** The wait after a day's limit, in seconds. */
  private date<A extends RailAnswer | MessagePage | CollectedPage | undefined>(answer: A): A {
    if (!answer || !('mapping' in answer) || answer.mapping !== statuses.dayIsOver) return answer;
    const retryAfterSeconds = this.dayPauseSeconds ?? bucharestDayLeftSeconds(this.realClock.now());
    return { ...answer, retryAfterSeconds };
  }
}

/** The upload is refused; the signed answer has the reasons. */
const pending = ({ known: { raw, resumeToken } }: RefusedUpload): RailAnswer => ({
  mapping: statuses.reasonsPending,
  raw,
  resumeToken: writeResumeToken({ ...readResumeToken(resumeToken), reasonsPending: true }),
});
