import { randomUUID } from 'node:crypto';
import type { Pace } from '../../../pace.ts';
import type { State } from '../../../state.ts';
import type { Answers } from '../../answers/answers.ts';
import { DOCUMENT_SCHEME, PARTICIPANT_SCHEME, PROCESS_SCHEME } from '../../identifiers.ts';
import type { Sent } from '../sending.ts';
import type { Submission } from '../submission.ts';

const ROUTE = 'PEPPOL';
const KIND = 'transaction';

/** phoss-ap's defaults: three tries, a first wait of three minutes, then twice that. Here two steps stand for three minutes. */
const TRIES = 3;
const FIRST_WAIT_STEPS = 2;
/** Hourly or daily in phoss-ap. */
const ARCHIVED_AFTER_STEPS = 200;

type Status = 'pending' | 'sending' | 'failed' | 'sent' | 'permanently_failed';

interface Transaction {
  readonly id: string;
  readonly status: Status;
  /** Failed tries only. */
  readonly attemptCount: number;
  readonly createdAt: number;
  readonly completedAt?: number;
  /** A later success clears neither. */
  readonly nextRetryAt?: number;
  readonly errorDetails?: string;
  readonly submission: Omit<Submission, 'payload'> & { readonly payload: string };
}

/** The documents that the access point has. */
export class Transactions {
  constructor(
    private readonly state: State,
    private readonly pace: Pace,
    private readonly answers: Answers,
  ) {}

  /**
   * Stored before the first try, so that a running call is visible.
   * @returns its own id, which no answer of the submit calls has.
   */
  take(submission: Submission): string {
    const id = randomUUID();
    const payload = submission.payload.toString('base64');
    this.keep({
      id,
      status: 'sending',
      attemptCount: 0,
      createdAt: Date.now(),
      submission: { ...submission, payload },
    });
    return id;
  }

  forget(id: string): void {
    this.state.unkeep(ROUTE, KIND, id);
  }

  attempt(id: string, { report = {}, isFinal, isEndless }: Sent): void {
    const before = this.find(id);
    if (!before) return;
    if (report['sendingSuccess'] === true)
      return this.keep({ ...before, status: 'sent', completedAt: Date.now() });
    const attemptCount = before.attemptCount + 1;
    const isOver = isFinal === true || (!isEndless && attemptCount >= TRIES);
    const wait = FIRST_WAIT_STEPS * 2 ** Math.min(attemptCount - 1, 4);
    this.keep({
      ...before,
      attemptCount,
      errorDetails: detailsIn(report),
      ...(isOver
        ? { status: 'permanently_failed', completedAt: Date.now() }
        : { status: 'failed', nextRetryAt: this.pace.dueIn(wait) }),
    });
  }

  /** Runs after an unclean shutdown. */
  recover(): void {
    for (const each of this.all())
      if (each.status === 'sending')
        this.keep({
          ...each,
          status: 'failed',
          errorDetails: 'Recovered from unclean shutdown',
          nextRetryAt: this.pace.dueIn(FIRST_WAIT_STEPS),
        });
  }

  /** Transactions whose next try is due; they are marked as being sent. */
  due(): readonly { readonly id: string; readonly submission: Submission }[] {
    return this.all()
      .filter(({ status, nextRetryAt = Infinity }) => status === 'failed' && nextRetryAt <= Date.now())
      .map((each) => {
        this.keep({ ...each, status: 'sending' });
        const payload = Buffer.from(each.submission.payload, 'base64');
        return { id: each.id, submission: { ...each.submission, payload } };
      });
  }

  /** Undefined if there is none, and if there are two. */
  only(instanceIdentifier: string, includeArchive: boolean): unknown {
    const transactions = this.findNamed(instanceIdentifier).filter(
      (each) => includeArchive || !this.isArchived(each),
    );
    const [first, ...more] = transactions;
    return first && more.length === 0 ? this.toWire(first) : undefined;
  }

  inTransmission(): readonly unknown[] {
    const alive: ReadonlySet<Status> = new Set(['pending', 'sending', 'failed']);
    return this.all()
      .filter(({ status }) => alive.has(status))
      .map((each) => this.toWire(each));
  }

  /** Newest first. */
  history(offset: number, limit: number): readonly unknown[] {
    const active = this.all().filter((each) => !this.isArchived(each));
    return active
      .reverse()
      .slice(offset, offset + limit)
      .map((each) => this.toWire(each));
  }

  size(): number {
    return this.all().filter((each) => !this.isArchived(each)).length;
  }

  payload(instanceIdentifier: string): Buffer | undefined {
    const [first, ...more] = this.findNamed(instanceIdentifier);
    return first && more.length === 0 ? Buffer.from(first.submission.payload, 'base64') : undefined;
  }

  private toWire(each: Transaction) {
    const { submission, createdAt, completedAt, nextRetryAt } = each;
    const { sender, receiver, documentScheme = DOCUMENT_SCHEME, documentType, process } = submission;
    const mls = this.answers.mlsOf(submission.instanceIdentifier);
    const archivedAt = this.readArchiveTime(each);
    return {
      transactionType: 'business_document',
      senderID: `${PARTICIPANT_SCHEME}::${sender}`,
      receiverID: `${PARTICIPANT_SCHEME}::${receiver}`,
      docTypeID: `${documentScheme}::${documentType}`,
      processID: `${PROCESS_SCHEME}::${process}`,
      sbdhInstanceID: submission.instanceIdentifier,
      status: each.status,
      attemptCount: each.attemptCount,
      createdDT: time(createdAt),
      completedDT: time(completedAt),
      reportingStatus: each.status === 'sent' ? 'reported' : 'pending',
      nextRetryDT: time(nextRetryAt),
      errorDetails: each.errorDetails ?? null,
      // An MLS after archiving changes nothing, and one for two transactions is matched to neither.
      mlsStatus:
        mls &&
        mls.dueAt < (archivedAt ?? Infinity) &&
        this.findNamed(submission.instanceIdentifier).length === 1
          ? `received_${mls.code.toLowerCase()}`
          : 'pending',
      custom1: null,
      custom2: null,
      custom3: null,
      id: each.id,
    };
  }

  private readArchiveTime({ status, completedAt }: Transaction): number | undefined {
    return status === 'sent' && completedAt !== undefined
      ? completedAt + ARCHIVED_AFTER_STEPS * this.pace.stepMs
      : undefined;
  }

  private isArchived(each: Transaction): boolean {
    return (this.readArchiveTime(each) ?? Infinity) <= Date.now();
  }

  private all(): Transaction[] {
    const all = this.state.allKept<Transaction>(ROUTE, KIND);
    return [...all].sort((one, other) => one.createdAt - other.createdAt);
  }

  private findNamed(instanceIdentifier: string): readonly Transaction[] {
    return this.all().filter(({ submission }) => submission.instanceIdentifier === instanceIdentifier);
  }

  private find(id: string): Transaction | undefined {
    return this.state.findKept<Transaction>(ROUTE, KIND, id);
  }

  private keep(transaction: Transaction): void {
    this.state.keep(ROUTE, KIND, transaction.id, transaction);
  }
}

const time = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** The stored result of a failed try: of an AS4 error only the result, not the code (OutboundOrchestrator). */
function detailsIn(report: Readonly<Record<string, unknown>>): string {
  const { lookupError, lookupException, sendingResult, sendingError } = report;
  if (typeof lookupError === 'string') {
    const cause = (lookupException as { readonly message?: string } | undefined)?.message;
    const isDns = lookupError.startsWith('The participant ID');
    return isDns && cause !== undefined ? `${lookupError}. Technical details: ${cause}` : lookupError;
  }
  if (typeof sendingResult === 'string') return `Error in AS4 sending with result code ${sendingResult}`;
  return typeof sendingError === 'string' ? sendingError : 'Unknown error';
}
