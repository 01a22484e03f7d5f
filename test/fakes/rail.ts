import { SANDBOX_POLL_WAITS_MS } from '../../src/domain/sending/retry.ts';
import type { EmptyLookups } from '../../src/domain/sending/retry.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../src/domain/sending/status-mapping.ts';
import type { CapRow } from '../../src/domain/routes/route-caps.ts';
import type { Batches, BatchMember } from '../../src/ports/rail/batches.ts';
import type { Consignment, Inquiry } from '../../src/ports/rail/inquiry.ts';
import type { Rail } from '../../src/ports/rail/rail.ts';
import type { RailAnswer, Receipt } from '../../src/ports/rail/rail-answer.ts';

export const WORDS = {
  held: { networkStatus: 'held', source: 'a test', meaning: 'held', message: 'It is held.' },
  delivered: {
    networkStatus: 'delivered',
    source: 'a test',
    meaning: 'delivered',
    message: 'It is delivered.',
  },
  accepted: { networkStatus: 'accepted', source: 'a test', meaning: 'accepted', message: 'It is accepted.' },
  acceptedSoFar: {
    networkStatus: 'so-far',
    source: 'a test',
    meaning: 'accepted-so-far',
    message: 'It is accepted, and on its way.',
  },
  refused: {
    networkStatus: 'no',
    source: 'a test',
    meaning: 'refused',
    code: 'KSEF-440',
    owner: 'us',
    message: 'It is refused.',
  },
  busyOnce: {
    ...COMMON_STATUSES.unreachable,
    networkStatus: 'once',
    source: 'a test',
    meaning: 'not-taken-once',
  },
  notHeld: { networkStatus: 'not-held', source: 'a test', meaning: 'not-held', message: 'It is not held.' },
  cannotTell: {
    networkStatus: 'cannot-tell',
    source: 'a test',
    meaning: 'cannot-tell',
    message: 'It cannot be asked.',
  },
  dropped: { networkStatus: 'dropped', source: 'a test', meaning: 'dropped', message: 'It was dropped.' },
  droppedOnce: {
    networkStatus: 'garbled',
    source: 'a test',
    meaning: 'dropped-once',
    code: 'KSEF-435',
    owner: 'us',
    message: 'It could not be read.',
  },
  receipt: {
    networkStatus: 'receipt',
    source: 'a test',
    meaning: 'receipt',
    message: 'This is the receipt.',
  },
} as const satisfies Record<string, StatusMapping>;

type Reply = RailAnswer & {
  /** Whether the network takes the document, independent of its answer. */
  readonly takes?: boolean;
  /** The call fails before the document begins. */
  readonly atLogIn?: boolean;
};

interface Traits {
  readonly canBeAsked?: boolean;
  readonly emptyLookups?: number;
  readonly shownAfterMs?: number;
  readonly maxCallMs?: number;
  readonly caps?: readonly CapRow[];
  readonly namesSubmissions?: boolean;
  readonly receipts?: boolean;
  readonly prepares?: boolean;
  /** The most documents in one batch. */
  readonly together?: number;
  /** The value of the credential is the account; each account sees only its own submissions. */
  readonly accounts?: boolean;
  /** Logs in during a send, and reports the start of the document itself. */
  readonly announces?: boolean;
}

const IN_SESSION = /^session/;

export const UPO: Receipt = { kind: 'upo', bytes: new TextEncoder().encode('<Potwierdzenie/>') };

/** A network in memory: it stores accepted documents by identity, and gives the configured answers. */
export class FakeRail implements Rail {
  readonly route = 'PEPPOL';
  readonly statusMappings = [...Object.values(WORDS), ...Object.values(COMMON_STATUSES)];
  readonly emptyLookups: EmptyLookups;
  readonly maxCallMs: number;
  readonly pollWaitsMs = SANDBOX_POLL_WAITS_MS;
  readonly receiptWaitsMs = [60_000, 600_000] as const;
  readonly caps: readonly CapRow[];
  readonly namesSubmissions: boolean;
  readonly receipt?: Rail['receipt'];
  readonly prepare?: Rail['prepare'];
  readonly batches?: Batches;
  /** Set by a test. */
  pollAtHand?: Rail['pollAtHand'];
  /** What happens while a batch is on its way; set by a test. */
  duringBatch?: () => Promise<void>;
  readonly accountOf?: Rail['accountOf'];
  readonly announcesDocument?: true;
  private readonly canBeAsked: boolean;
  /** How often the network took each identity as a new one. */
  readonly held = new Map<string, number>();
  readonly calls: string[] = [];
  /** Answers to the next calls, by operation; the usual ones follow. */
  readonly next: Record<'prepare' | 'open' | 'batch' | 'send' | 'ask' | 'poll' | 'receipt', Reply[]> = {
    prepare: [],
    open: [],
    batch: [],
    send: [],
    ask: [],
    poll: [],
    receipt: [],
  };
  /** The submission data of each call. */
  readonly inquiries: Inquiry[] = [];
  private ids = 0;

  constructor({ canBeAsked = true, emptyLookups = 1, shownAfterMs = 0, caps = [], ...has }: Traits = {}) {
    this.canBeAsked = canBeAsked;
    this.emptyLookups = { needed: emptyLookups, countAfterMs: shownAfterMs };
    this.maxCallMs = has.maxCallMs ?? 100_000;
    this.caps = caps;
    this.namesSubmissions = has.namesSubmissions ?? false;
    if (has.accounts) this.accountOf = ({ value }) => value;
    if (has.announces) this.announcesDocument = true;
    if (has.receipts) this.receipt = (inquiry) => this.fetchReceipt(inquiry);
    if (has.together !== undefined) this.batches = this.batchesOf(has.together);
    if (has.prepares) this.prepare = (consignment) => this.prepareOne(consignment);
  }

  newSubmissionId(): string {
    this.ids += 1;
    return `sub-${this.ids}`;
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    const { submissionId, isResend } = consignment;
    this.inquiries.push(consignment);
    this.calls.push(`send ${submissionId}${isResend ? ' again' : ''}`);
    const { takes = true, atLogIn, ...answer } = this.next.send.shift() ?? this.ended(submissionId);
    if (!atLogIn) consignment.beginDocument?.();
    // A receiver does not take a known identity again, either.
    const name = this.nameOf(consignment);
    if (takes && !this.held.has(name)) this.held.set(name, 1);
    return answer;
  }

  async ask(inquiry: Inquiry): Promise<RailAnswer> {
    const { submissionId } = inquiry;
    this.inquiries.push(inquiry);
    this.calls.push(`ask ${submissionId}`);
    const usual = (): RailAnswer => {
      if (!this.canBeAsked) return { mapping: WORDS.cannotTell };
      return this.held.has(this.nameOf(inquiry)) ? this.ended(submissionId) : { mapping: WORDS.notHeld };
    };
    return this.next.ask.shift() ?? usual();
  }

  async poll(inquiry: Inquiry): Promise<RailAnswer> {
    const { submissionId } = inquiry;
    this.inquiries.push(inquiry);
    this.calls.push(`poll ${submissionId}`);
    return this.next.poll.shift() ?? this.ended(submissionId);
  }

  private nameOf({ submissionId, credential }: Inquiry): string {
    return this.accountOf ? `${credential.value} ${submissionId}` : submissionId;
  }

  private async prepareOne(consignment: Consignment): Promise<{ resumeToken: string } | RailAnswer> {
    this.calls.push(`prepare ${consignment.submissionId}`);
    this.inquiries.push(consignment);
    // After that, a member of a batch is sent alone.
    const { resumeToken, submissionId } = consignment;
    const isAlone = resumeToken !== undefined && !IN_SESSION.test(resumeToken);
    return this.next.prepare.shift() ?? { resumeToken: isAlone ? 'alone' : `session of ${submissionId}` };
  }

  private batchesOf(documents: number): Batches {
    const [fromWaitMs, gatherMs] = [30_000, 10_000];
    return {
      windows: [{ seconds: 60, limit: 1 }],
      ...{ fromWaitMs, gatherMs },
      most: { documents, bytes: 1_000 },
      groupOf: (memo) => (IN_SESSION.test(memo) ? 'acme' : undefined),
      open: async (parcels) => {
        this.calls.push(`open ${parcels.length}`);
        this.inquiries.push(...parcels);
        const refusal = this.next.open.shift();
        return refusal ?? { resumeToken: 'batch', send: () => this.sendAll(parcels) };
      },
    };
  }

  private async sendAll(parcels: readonly BatchMember[]): Promise<RailAnswer> {
    await this.duringBatch?.();
    this.calls.push(`batch ${parcels.map(({ submissionId }) => submissionId).join(' ')}`);
    const { takes = true, ...answer } = this.next.batch.shift() ?? { mapping: WORDS.held };
    // A batch does not recognise identities: the network holds an invoice twice if it is sent twice.
    for (const { submissionId } of takes ? parcels : [])
      this.held.set(submissionId, (this.held.get(submissionId) ?? 0) + 1);
    return answer;
  }

  private async fetchReceipt(inquiry: Inquiry): Promise<RailAnswer> {
    this.calls.push(`receipt ${inquiry.submissionId}`);
    this.inquiries.push(inquiry);
    return this.next.receipt.shift() ?? { mapping: WORDS.receipt, receipt: UPO };
  }

  /** The end: delivered with a receipt or, if receipts are fetched, accepted without one. */
  private ended(submissionId: string): Reply {
    if (this.receipt) return { mapping: WORDS.accepted, legalId: `legal-${submissionId}`, raw: { ok: true } };
    const bytes = new TextEncoder().encode('<Receipt/>');
    return {
      mapping: WORDS.delivered,
      legalId: submissionId,
      raw: { ok: true },
      receipt: { kind: 'as4-receipt', bytes },
    };
  }
}
