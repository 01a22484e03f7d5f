import { SANDBOX_POLL_WAITS_MS } from '../../src/domain/delivery/decisions.ts';
import { COMMON_WORDS, type RailWord } from '../../src/domain/delivery/rail-word.ts';
import type { Consignment, Rail, RailAnswer } from '../../src/ports/rail.ts';

export const WORDS = {
  held: { sign: 'held', meaning: 'held', message: 'It is held.' },
  delivered: { sign: 'delivered', meaning: 'delivered', message: 'It is delivered.' },
  accepted: { sign: 'accepted', meaning: 'accepted', message: 'It is accepted.' },
  refused: { sign: 'no', meaning: 'refused', code: 'KSEF-440', owner: 'us', message: 'It is refused.' },
  busyOnce: { ...COMMON_WORDS.unreachable, sign: 'once', meaning: 'not-taken-once' },
  notHeld: { sign: 'not-held', meaning: 'not-held', message: 'It is not held.' },
  cannotTell: { sign: 'cannot-tell', meaning: 'cannot-tell', message: 'It cannot be asked.' },
  dropped: { sign: 'dropped', meaning: 'dropped', message: 'It was dropped.' },
} as const satisfies Record<string, RailWord>;

type Reply = RailAnswer & {
  /** What it holds afterwards, whatever it says. */
  readonly takes?: boolean;
};

/** A network in memory: holds what it took, by identity, and answers as it is told. */
export class FakeRail implements Rail {
  readonly route = 'PEPPOL';
  readonly words = [...Object.values(WORDS), ...Object.values(COMMON_WORDS)];
  readonly emptyLooks: number;
  readonly pollWaitsMs = SANDBOX_POLL_WAITS_MS;
  readonly #canBeAsked: boolean;
  /** How often each identity was taken for new. */
  readonly held = new Map<string, number>();
  readonly calls: string[] = [];
  /** Answers of the next calls, by question; then the usual ones. */
  readonly next: Record<'send' | 'ask' | 'poll', Reply[]> = { send: [], ask: [], poll: [] };
  #ids = 0;

  constructor({ canBeAsked = true, emptyLooks = 1 } = {}) {
    this.#canBeAsked = canBeAsked;
    this.emptyLooks = emptyLooks;
  }

  newSubmissionId(): string {
    this.#ids += 1;
    return `sub-${this.#ids}`;
  }

  async send({ submissionId, isResend }: Consignment): Promise<RailAnswer> {
    this.calls.push(`send ${submissionId}${isResend ? ' again' : ''}`);
    const { takes = true, ...answer } = this.next.send.shift() ?? this.#delivered(submissionId);
    // As a receiver does: what it knows by its identity it does not take again.
    if (takes && !this.held.has(submissionId)) this.held.set(submissionId, 1);
    return answer;
  }

  async ask({ submissionId }: Consignment): Promise<RailAnswer> {
    this.calls.push(`ask ${submissionId}`);
    const usual = (): RailAnswer => {
      if (!this.#canBeAsked) return { word: WORDS.cannotTell };
      return this.held.has(submissionId) ? this.#delivered(submissionId) : { word: WORDS.notHeld };
    };
    return this.next.ask.shift() ?? usual();
  }

  async poll({ submissionId }: Consignment): Promise<RailAnswer> {
    this.calls.push(`poll ${submissionId}`);
    return this.next.poll.shift() ?? this.#delivered(submissionId);
  }

  #delivered(submissionId: string): Reply {
    const bytes = new TextEncoder().encode('<Receipt/>');
    return {
      word: WORDS.delivered,
      legalId: submissionId,
      raw: { ok: true },
      receipt: { kind: 'as4-receipt', bytes },
    };
  }
}
