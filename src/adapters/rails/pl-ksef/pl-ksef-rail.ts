import type { Waits } from '../../../domain/delivery/decisions.ts';
import { CONTRACT_CAPS } from '../../../domain/lifecycle/caps.ts';
import type { Caps } from '../../../ports/caps.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { Consignment, Inquiry, OpenedCredential, Rail, RailAnswer } from '../../../ports/rail.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { type BatchPace, BatchSessions } from './batch-sessions.ts';
import { BatchedInvoices } from './batched-invoices.ts';
import { KsefCalls } from './calls.ts';
import { type Caller, ksefCredential } from './credential.ts';
import { Duplicates } from './duplicates.ts';
import { digestOf, encrypted, inBase64 } from './encryption.ts';
import { answerOf, type InvoiceStatus, invoiceStatus } from './invoice-status.ts';
import { Ksef, type Said, textIn } from './ksef.ts';
import { Limits } from './limits.ts';
import { LogIn } from './log-in.ts';
import { isOfBatch, type Memo, memoIn, memoOf, memoText } from './memo.ts';
import { contextOf } from './nip.ts';
import { type OnlineSession, OnlineSessions } from './online-sessions.ts';
import { PublicKeys } from './public-keys.ts';
import { Receipts } from './receipts.ts';
import { LATER, listed, oursAmong } from './session-list.ts';
import { KsefTokens } from './tokens.ts';
import { withLink } from './verification-link.ts';
import { DUPLICATE, KSEF_WORDS as words, SESSION_IS_OVER, UNKNOWN_SESSION } from './words.ts';

interface Tools {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly caps: Caps;
  readonly clock: Clock;
}

interface Settings {
  /** Up to `v2`. */
  readonly url: string;
  /** Where the codes on printed invoices lead. */
  readonly qrUrl: string;
  readonly pollWaitsMs?: Waits;
  /** Left out, each invoice goes by itself. */
  readonly batches?: BatchPace;
  /** Between two looks at a log-in. */
  readonly logInPauseMs?: number;
}

const MINUTE = 60_000;
const SLOW = Array.from({ length: 18 }, () => 30_000);
/** The note, section 4. */
const POLL_WAITS_MS: Waits = [1_000, 2_000, 4_000, 8_000, ...SLOW, 5 * MINUTE];
const RECEIPT_WAITS_MS: Waits = [5_000, 30_000, MINUTE, 10 * MINUTE, 60 * MINUTE, 3 * 60 * MINUTE];
const SEND_MS = 90_000;

/** KSeF, the Polish national e-invoice system. */
export class PlKsefRail implements Rail {
  readonly route = 'PL-KSEF';
  readonly words = Object.values(words);
  readonly emptyLooks = 2;
  readonly namesSubmissions = true;
  readonly caps = CONTRACT_CAPS['PL-KSEF'];
  readonly pollWaitsMs: Waits;
  readonly receiptWaitsMs: Waits;
  readonly #calls: KsefCalls;
  readonly #limits: Limits;
  readonly #online: OnlineSessions;
  readonly #duplicates: Duplicates;
  readonly #receipts: Receipts;
  readonly #batched: BatchedInvoices;
  readonly batches?: BatchSessions;
  readonly #qrUrl: string;

  constructor({ outbound, sessions, caps, clock }: Tools, settings: Settings) {
    const { url, qrUrl, pollWaitsMs, logInPauseMs } = settings;
    this.#qrUrl = qrUrl;
    this.pollWaitsMs = pollWaitsMs ?? POLL_WAITS_MS;
    this.receiptWaitsMs = pollWaitsMs ?? RECEIPT_WAITS_MS;
    const ksef = new Ksef(outbound, clock, url);
    const keys = new PublicKeys(ksef, clock);
    const logIn = new LogIn(ksef, keys, { pauseMs: logInPauseMs ?? 1_000 });
    const tokens = new KsefTokens({ ksef, logIn, sessions, clock });
    this.#limits = new Limits(caps, clock);
    this.#calls = new KsefCalls(ksef, tokens, this.#limits);
    this.#online = new OnlineSessions({ calls: this.#calls, keys, sessions, clock });
    this.#duplicates = new Duplicates(this.#calls);
    this.#receipts = new Receipts(this.#calls);
    this.#batched = new BatchedInvoices({ calls: this.#calls, duplicates: this.#duplicates, clock });
    if (settings.batches)
      this.batches = new BatchSessions({ calls: this.#calls, keys, ksef, clock }, settings.batches);
  }

  reads(credential: OpenedCredential): boolean {
    return ksefCredential(credential) !== undefined;
  }

  /** The reference comes with the answer; until then the bytes are what it is known by, in the session that the memo names. */
  newSubmissionId(documentSha256: string): string {
    return documentSha256;
  }

  /** Logs in and opens a session, so that what fails there leaves the invoice in the queue. */
  async prepare(consignment: Consignment): Promise<{ readonly memo: string } | RailAnswer> {
    const { credential, addressing, memo } = consignment;
    const nip = contextOf(addressing);
    if (nip === undefined) return { word: words.noSeller };
    const blocked = await this.#limits.blocked(nip, 'send');
    if (blocked) return blocked;
    const opened = await this.#online.current({ credential, nip });
    if ('failed' in opened) return opened.failed;
    return { memo: memoText(memoIn(opened.session.reference, nip, memoOf(memo))) };
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    const { caller, memo } = callerOf(consignment);
    if (!caller || memo?.session === undefined) return { word: words.sessionMoved, retryAfterSeconds: 1 };
    const named = await this.#online.named(caller, memo.session);
    if ('failed' in named) return named.failed;
    const said = await this.#calls.call(caller, 'send', sendOf(named.session, consignment));
    if (said.as === 'refused' && SESSION_IS_OVER.has(said.code))
      await this.#online.ended(caller, memo.session);
    return sent(said);
  }

  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    return withLink(await this.#asked(inquiry), inquiry, this.#qrUrl);
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    return withLink(await this.#polled(inquiry), inquiry, this.#qrUrl);
  }

  /** By its reference when that is known, else among what came in its sessions (the note, section 6). */
  async #asked(inquiry: Inquiry): Promise<RailAnswer> {
    const { caller, memo } = callerOf(inquiry);
    if (!caller || !memo) return { word: words.notHeld };
    if (isOfBatch(memo)) return this.#batched.asked(inquiry, caller, memo);
    if (inquiry.reference !== undefined) return asking(await this.#polled(inquiry));
    const sessions = [memo.session, ...(memo.before ?? [])].filter((one) => one !== undefined);
    for (const [index, session] of sessions.entries()) {
      if (index > 0 && !(await inquiry.mayCall())) return LATER;
      const found = await this.#lookedFor(inquiry, caller, session);
      if (found === 'nothing') continue;
      return 'word' in found ? found : this.#heldIn(session, found, caller);
    }
    return { word: words.notHeld };
  }

  async #polled(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference } = inquiry;
    const { caller, memo } = callerOf(inquiry);
    if (caller && memo && isOfBatch(memo)) return this.#batched.polled(inquiry, caller, memo);
    if (reference === undefined || !caller || memo?.session === undefined)
      return { word: words.unknownReference };
    const path = `/sessions/${encodeURIComponent(memo.session)}/invoices/${encodeURIComponent(reference)}`;
    const said = await this.#calls.call(caller, 'status', { path });
    if (said.as === 'failure') return said.failure;
    if (said.as === 'refused') return refusedToTell(said);
    const status = said.as === 'json' ? invoiceStatus(said.json) : undefined;
    if (status?.reference !== reference || status.hash !== inBase64(inquiry.documentSha256))
      return { word: words.notUnderstood };
    if (status.code === DUPLICATE) return this.#duplicates.settled(inquiry, caller, status);
    await this.#learnt(caller, memo.session, status);
    return answerOf(status);
  }

  async receipt(inquiry: Inquiry): Promise<RailAnswer> {
    const { caller, memo } = callerOf(inquiry);
    if (!caller || memo?.session === undefined) return { word: words.noReceipt };
    return this.#receipts.of(inquiry, caller, memo.session);
  }

  async #lookedFor(
    inquiry: Inquiry,
    caller: Caller,
    session: string,
  ): Promise<InvoiceStatus | 'nothing' | RailAnswer> {
    const all = await listed(this.#calls, caller, session, inquiry.mayCall);
    if (all === 'unknown session') return 'nothing';
    return 'word' in all ? all : (oursAmong(all, inquiry) ?? 'nothing');
  }

  /** Found again; whose a duplicate is the next poll tells. */
  async #heldIn(session: string, status: InvoiceStatus, caller: Caller): Promise<RailAnswer> {
    const memo = memoText({ nip: caller.nip, session });
    const answer = answerOf(status);
    if (status.code === DUPLICATE) return { word: words.taken, reference: status.reference, memo };
    await this.#learnt(caller, session, status);
    return { ...answer, memo };
  }

  /** What failed with its session, or could not be decrypted, would fail in it again. */
  async #learnt(caller: Caller, session: string, { code }: InvoiceStatus): Promise<void> {
    if (code === 405 || code === 435) await this.#online.ended(caller, session);
  }
}

function callerOf({ credential, memo: text }: Inquiry): {
  readonly caller?: Caller;
  readonly memo?: Memo;
} {
  const memo = memoOf(text);
  return memo ? { memo, caller: { credential, nip: memo.nip } } : {};
}

function sendOf(session: OnlineSession, { bytes }: Consignment) {
  const cipher = encrypted(session, bytes);
  const body = {
    invoiceHash: digestOf(bytes),
    invoiceSize: bytes.length,
    encryptedInvoiceHash: digestOf(cipher),
    encryptedInvoiceSize: cipher.length,
    encryptedInvoiceContent: Buffer.from(cipher).toString('base64'),
    offlineMode: false,
  };
  const path = `/sessions/online/${encodeURIComponent(session.reference)}/invoices`;
  return { path, body, timeoutMs: SEND_MS };
}

function sent(said: Said): RailAnswer {
  if (said.as === 'failure') return said.failure;
  if (said.as === 'refused') {
    const raw = { code: said.code, text: said.text };
    if (SESSION_IS_OVER.has(said.code)) return { word: words.sessionOver, raw };
    return {
      word: words.badCall,
      raw,
      message: `${words.badCall.message} ${said.code} ${said.text}`.trimEnd(),
    };
  }
  const reference = said.as === 'json' ? textIn(said.json['referenceNumber']) : undefined;
  if (reference === undefined) return { word: words.notUnderstood };
  return { word: words.taken, reference, raw: { referenceNumber: reference } };
}

const refusedToTell = ({ code, text }: Extract<Said, { as: 'refused' }>): RailAnswer => ({
  word: code === UNKNOWN_SESSION ? words.unknownReference : words.notUnderstood,
  raw: { code, text },
});

/** What is only asked about may be held: a question that fails refuses nothing. */
const asking = (answer: RailAnswer): RailAnswer =>
  answer.word === words.unknownReference ? { ...answer, word: words.notHeld } : answer;
