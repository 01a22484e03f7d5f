import { createHash } from 'node:crypto';
import { cifOf } from '../../../domain/checks/identifiers/cif.ts';
import type { Waits } from '../../../domain/delivery/decisions.ts';
import { CONTRACT_CAPS } from '../../../domain/lifecycle/caps.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { Consignment, Inquiry, OpenedCredential, Rail, RailAnswer } from '../../../ports/rail.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { Anaf, complaint, type Said } from './anaf.ts';
import { bucharestDayLeftSeconds } from './bucharest.ts';
import { anafCredential } from './credential.ts';
import { type ListedMessage, listPage } from './lists.ts';
import { readResumeToken, writeResumeToken } from './resume-token.ts';
import { readSignedAnswer, type SignedAnswer } from './signed-answer.ts';
import { AnafTokens } from './tokens.ts';
import { reasonsIn, uploaded, uploadOf } from './upload.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { contentOf } from './xml-answer.ts';

interface Tools {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Of the machine: ANAF knows nothing of what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
}

interface Settings {
  readonly anafUrl: string;
  readonly oauthUrl: string;
  readonly pollWaitsMs?: Waits;
  /** After the limit of a day; until the day is over when left out. */
  readonly dayPauseSeconds?: number;
}

const MINUTE = 60_000;
/** A hundred questions a day and invoice (the note, section 4). */
const POLL_WAITS_MS: Waits = [
  30_000,
  ...([1, 2, 4, 8] as const).map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 23 }, () => 15 * MINUTE),
  30 * MINUTE,
];
/** Ten downloads a day and message. */
const RECEIPT_WAITS_MS: Waits = [MINUTE, 10 * MINUTE, 60 * MINUTE, 3 * 60 * MINUTE];

/** RO e-Factura, the system of the Romanian tax office (ANAF). */
export class RoEfacturaRail implements Rail {
  readonly route = 'RO-EFACTURA';
  readonly statusMappings = Object.values(statuses);
  readonly emptyLooks = 2;
  readonly namesSubmissions = true;
  readonly caps = CONTRACT_CAPS['RO-EFACTURA'];
  readonly pollWaitsMs: Waits;
  readonly receiptWaitsMs: Waits;
  readonly #anaf: Anaf;
  readonly #tokens: AnafTokens;
  readonly #clock: Clock;
  readonly #realClock: Clock;
  readonly #dayPauseSeconds: number | undefined;

  constructor({ outbound, sessions, clock, realClock }: Tools, settings: Settings) {
    const { anafUrl, oauthUrl, pollWaitsMs, dayPauseSeconds } = settings;
    this.pollWaitsMs = pollWaitsMs ?? POLL_WAITS_MS;
    this.receiptWaitsMs = pollWaitsMs ?? RECEIPT_WAITS_MS;
    this.#tokens = new AnafTokens({ outbound, sessions, clock, oauthUrl });
    this.#anaf = new Anaf(outbound, this.#tokens, anafUrl);
    this.#clock = clock;
    this.#realClock = realClock;
    this.#dayPauseSeconds = dayPauseSeconds;
  }

  canReadCredential({ value }: OpenedCredential): boolean {
    return anafCredential(value) !== undefined;
  }

  /** The index comes with the answer; until then the bytes are what it is known by. */
  newSubmissionId(documentSha256: string): string {
    return documentSha256;
  }

  /** Logs in, so that a log-in that fails leaves the invoice in the queue. */
  async prepare({
    credential,
    facts,
    addressing,
  }: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer> {
    if (!uploadOf(facts, addressing)) return { mapping: statuses.noSeller };
    const access = await this.#tokens.of(credential);
    return 'failed' in access ? access.failed : { resumeToken: writeResumeToken({}) };
  }

  async send({ credential, facts, addressing, bytes }: Consignment): Promise<RailAnswer> {
    const call = uploadOf(facts, addressing);
    if (!call) return { mapping: statuses.noSeller };
    return this.#dated(uploaded(await this.#anaf.call(credential, { ...call, body: bytes })));
  }

  /** By its index when that is known, else by what was sent since (the note, section 7). */
  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    if (inquiry.reference !== undefined) return this.poll(inquiry);
    return this.#dated(await this.#lookedFor(inquiry));
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference, credential } = inquiry;
    if (reference === undefined) return this.ask(inquiry);
    const status = await this.#status(credential, reference);
    if ('mapping' in status) return this.#dated(asking(status));
    const { state, download, raw } = status;
    const resumeToken = writeResumeToken({
      ...readResumeToken(inquiry.resumeToken),
      ...(download !== undefined && { download }),
    });
    if (state === 'ok') return { mapping: statuses.accepted, legalId: reference, resumeToken, raw };
    return this.#dated(asking(await this.#refused(inquiry, download, { resumeToken, raw })));
  }

  async receipt(inquiry: Inquiry): Promise<RailAnswer> {
    const { reference, credential, resumeToken } = inquiry;
    const { download } = readResumeToken(resumeToken);
    if (download === undefined || reference === undefined) return { mapping: statuses.noReceipt };
    const answer = await this.#download(credential, download, reference);
    if ('mapping' in answer) return this.#dated(asking(answer));
    if (!(await isOurs(answer.signed, inquiry))) return { mapping: statuses.badReceipt };
    return { mapping: statuses.receipt, receipt: { kind: 'anaf-response', bytes: answer.zip } };
  }

  async #status(credential: Inquiry['credential'], index: string): Promise<Status | RailAnswer> {
    const said = await this.#anaf.call(credential, { path: 'stareMesaj', query: { id_incarcare: index } });
    return statusOf(said);
  }

  /** Why, and whether what was sent before is this very invoice. */
  async #refused(
    inquiry: Inquiry,
    download: string | undefined,
    known: Pick<RailAnswer, 'raw' | 'resumeToken'>,
  ): Promise<RailAnswer> {
    const { reference = '', credential } = inquiry;
    if (download === undefined) return { ...known, mapping: statuses.invalid };
    if (!(await inquiry.acquirePermit()))
      return { ...known, mapping: statuses.tooMany, retryAfterSeconds: 1 };
    const answer = await this.#download(credential, download, reference);
    if ('mapping' in answer) return { ...known, ...answer };
    const errors = answer.signed.errors ?? [];
    const original = errors.map(originalIn).find((index) => index !== undefined);
    if (original !== undefined) return this.#sentBefore(inquiry, original, { ...known, raw: { errors } });
    const [mapping = statuses.invalid, ...remarks] = reasonsIn(errors);
    return {
      ...known,
      mapping,
      remarks,
      raw: { stare: 'nok', errors },
      receipt: { kind: 'anaf-response', bytes: answer.zip },
    };
  }

  /** ANAF holds an invoice under this number: ours from an earlier try, or another one. */
  async #sentBefore(
    inquiry: Inquiry,
    original: string,
    known: Pick<RailAnswer, 'raw' | 'resumeToken'>,
  ): Promise<RailAnswer> {
    const { credential } = inquiry;
    const other: RailAnswer = {
      ...known,
      mapping: statuses.duplicate,
      message: `${statuses.duplicate.message} Its upload index is ${original}.`,
    };
    if (!(await inquiry.acquirePermit()))
      return { ...known, mapping: statuses.tooMany, retryAfterSeconds: 1 };
    const status = await this.#status(credential, original);
    // Of what belongs to somebody else ANAF tells nothing.
    if ('mapping' in status)
      return status.mapping === statuses.mayNotAsk || status.mapping === statuses.unknownIndex
        ? other
        : { ...known, ...status };
    const { download } = status;
    if (status.state !== 'ok' || download === undefined) return other;
    if (!(await inquiry.acquirePermit()))
      return { ...known, mapping: statuses.tooMany, retryAfterSeconds: 1 };
    const answer = await this.#download(credential, download, original);
    if ('mapping' in answer) return { ...known, ...answer };
    // What was taken from us before is kept as it came; anything else somebody has to look at.
    if (!hasOurBytes(answer.signed, inquiry)) return other;
    return {
      mapping: statuses.acceptedBefore,
      legalId: original,
      reference: original,
      resumeToken: writeResumeToken({ ...readResumeToken(inquiry.resumeToken), download }),
      receipt: { kind: 'anaf-response', bytes: answer.zip },
    };
  }

  async #download(
    credential: Inquiry['credential'],
    id: string,
    index: string,
  ): Promise<{ readonly zip: Uint8Array; readonly signed: SignedAnswer } | RailAnswer> {
    const said = await this.#anaf.call(credential, { path: 'descarcare', query: { id } });
    if (said.as === 'failure') return said.failure;
    if (said.as === 'json' && typeof said.json['eroare'] === 'string') return complaint(said.json['eroare']);
    if (said.as !== 'zip') return { mapping: statuses.notUnderstood };
    const signed = await readSignedAnswer(said.bytes).catch(() => undefined);
    return signed?.index === index ? { zip: said.bytes, signed } : { mapping: statuses.badReceipt };
  }

  /** Among what was sent since shortly before the send; a list shows an upload only after it was checked. */
  async #lookedFor(inquiry: Inquiry): Promise<RailAnswer> {
    const { credential, startedAt } = inquiry;
    const { addressing, facts } = await inquiry.document();
    const cif = uploadOf(facts, addressing)?.query['cif'];
    if (cif === undefined) return { mapping: statuses.noSeller };
    const buyer = cifOf(addressing.buyer);
    const others = new Set(readResumeToken(inquiry.resumeToken).others);
    const resumeToken = (): string =>
      writeResumeToken({ ...readResumeToken(inquiry.resumeToken), others: [...others] });
    const now = this.#realClock.now().getTime();
    // No less than has really passed, where the service's clock was moved meanwhile.
    const began = now - (this.#clock.now().getTime() - startedAt.getTime());
    // Clocks differ, and an end that lies ahead is refused.
    const window = {
      startTime: String(began - 5 * MINUTE),
      endTime: String(Math.max(now - MINUTE, began)),
    };
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
      if (page > 1 && !(await inquiry.acquirePermit())) return later(resumeToken());
      const query = { ...window, cif, pagina: String(page) };
      const listed = listPage(
        await this.#anaf.call(credential, { path: 'listaMesajePaginatieFactura', query }),
      );
      if ('failure' in listed) return { ...asking(listed.failure), resumeToken: resumeToken() };
      pages = listed.pages;
      for (const message of listed.messages) {
        if (!mayBeOurs(message, buyer) || others.has(message.id)) continue;
        if (!(await inquiry.acquirePermit())) return later(resumeToken());
        const answer = await this.#download(credential, message.id, message.index);
        if ('mapping' in answer) return { ...asking(answer), resumeToken: resumeToken() };
        if (await isOurs(answer.signed, inquiry)) return found(message, answer.zip);
        others.add(message.id);
      }
    }
    return { mapping: statuses.notHeld, resumeToken: resumeToken() };
  }

  /** What a day's limit means in seconds. */
  #dated(answer: RailAnswer): RailAnswer {
    if (answer.mapping !== statuses.dayIsOver) return answer;
    const retryAfterSeconds = this.#dayPauseSeconds ?? bucharestDayLeftSeconds(this.#realClock.now());
    return { ...answer, retryAfterSeconds };
  }
}

/** 500 messages each; nobody sends more between a send and the next look. */
const MOST_PAGES = 20;

const later = (resumeToken: string): RailAnswer => ({
  mapping: statuses.tooMany,
  retryAfterSeconds: 1,
  resumeToken,
});

/** Where the sentence names a buyer, it has to be ours. A refused upload shows nothing to compare, and may be sent again. */
const mayBeOurs = ({ isSent, buyer }: ListedMessage, ours: string | undefined): boolean =>
  isSent && (buyer === undefined || ours === undefined || buyer === ours);

const found = ({ id, index }: ListedMessage, zip: Uint8Array): RailAnswer => ({
  mapping: statuses.accepted,
  legalId: index,
  reference: index,
  resumeToken: writeResumeToken({ download: id }),
  receipt: { kind: 'anaf-response', bytes: zip },
});

/** What was only asked about ANAF may hold: a question that fails never refuses the invoice, but for ANAF's own verdict. */
const VERDICTS: ReadonlySet<string> = new Set([
  statuses.invalid.networkStatus,
  statuses.notTaken.networkStatus,
  statuses.duplicate.networkStatus,
]);
const asking = (answer: RailAnswer): RailAnswer =>
  answer.mapping.meaning === 'refused' && !VERDICTS.has(answer.mapping.networkStatus)
    ? { ...answer, mapping: statuses.notUnderstood }
    : answer;

interface Status {
  readonly state: 'ok' | 'nok';
  readonly download: string | undefined;
  readonly raw: unknown;
}

const STATUS = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';

function statusOf(said: Said): Status | RailAnswer {
  if (said.as === 'failure') return said.failure;
  if (said.as === 'json' && typeof said.json['eroare'] === 'string') return complaint(said.json['eroare']);
  if (said.as !== 'xml' || said.answer.namespace !== STATUS) return { mapping: statuses.notUnderstood };
  const { attributes, errors } = said.answer;
  const { stare, id_descarcare: id } = attributes;
  const download = id !== undefined && /^\d{1,20}$/.test(id) ? id : undefined;
  if (stare === 'ok' || stare === 'nok') return { state: stare, download, raw: attributes };
  if (stare === statuses.inProgress.networkStatus) return { mapping: statuses.inProgress, raw: attributes };
  if (stare === statuses.notTaken.networkStatus) return { mapping: statuses.notTaken, raw: attributes };
  return errors[0] === undefined
    ? { mapping: statuses.notUnderstood, raw: attributes }
    : complaint(errors.join(' '));
}

/** `Factura a mai fost transmisa anterior cu index=…`. */
const originalIn = (text: string): string | undefined =>
  /transmisa anterior.*\bindex(?:_incarcare)?\s*=\s*(\d{1,20})/is.exec(text)?.[1];

const hasOurBytes = ({ file }: SignedAnswer, { documentSha256 }: Inquiry): boolean =>
  createHash('sha256').update(file).digest('hex') === documentSha256;

/** The very bytes, else all that they say: another invoice may have the same number and day. */
async function isOurs(signed: SignedAnswer, inquiry: Inquiry): Promise<boolean> {
  if (signed.errors) return false;
  if (hasOurBytes(signed, inquiry)) return true;
  const theirs = contentOf(signed.file);
  return theirs !== undefined && theirs === contentOf((await inquiry.document()).bytes);
}
