import type { Conclusion, Course, Outcomes } from '../../domain/sending/outcomes.ts';
import type { Waits } from '../../domain/sending/retry.ts';
import type { Submission } from '../../domain/sending/submission.ts';
import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Batches } from '../../ports/rail/batches.ts';
import type { Consignment, Inquiry } from '../../ports/rail/inquiry.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Run, WorkStep } from '../work/record-kind.ts';
import type { Exchanged } from './exchanges.ts';
import type { BatchMembers, ProgressPorts } from './sending-ports.ts';

/** What the engine reads of a record that is sent. */
export interface SendableRecord extends WorkRecord {
  readonly client: string;
  readonly route: Route;
  /** Absent before the first try. */
  readonly submission?: Submission;
}

export interface HasSubmission {
  readonly submission: Submission;
}

/** A record that was submitted under a credential. */
export interface Submitted extends HasSubmission {
  readonly client: string;
  readonly route: Route;
}

/** A record with what decides how it goes on, resolved once. */
export interface Progress<R extends SendableRecord> {
  readonly record: R;
  readonly rail: Rail;
  readonly kind: Recorder<R>;
  readonly ports: ProgressPorts;
}

/** As `Progress`, of a record that has its submission. */
export interface SubmittedProgress<R extends SendableRecord> extends Progress<R> {
  readonly record: R & HasSubmission;
}

export type NextStep<R> = WorkStep<R> | Promise<WorkStep<R>>;

/** The part of a failed answer that the next step depends on. */
export type Failed = Pick<RailAnswer, 'mapping' | 'message'>;

/** What an answer does to its record. */
export interface Effect {
  readonly course: Course | Conclusion;
  /** The route does not show the document, but the clock was set back behind the call: the lookup does not count. */
  readonly isBehindClock?: boolean;
}

/** How one kind of record stores the progress of its sending. The engine decides; every function here only records. */
export interface Recorder<R extends SendableRecord> {
  /** The column of the table of outcomes. */
  outcomesOf(record: R): Outcomes;
  /** Stores what an answer tells besides its effect: care rows, names that the route gives. */
  note(progress: Progress<R>, answer: RailAnswer, effect: Effect): R | Promise<R>;
  /** The record is as before, and due at a time. */
  reschedule(record: R, at: Date): WorkStep<R>;
  /** Waits for its next call: in the queue if the route surely has nothing, else for a status inquiry. */
  awaitCall(record: R, at: Date): WorkStep<R>;
  /** Waits as the route wants; as `awaitCall` if left out. */
  pause?(record: R & HasSubmission, at: Date): WorkStep<R>;
  /** Another identity for a document that the route has dropped so many times, with what the record keeps of that. */
  renew(
    progress: SubmittedProgress<R>,
    drops: number,
  ): Promise<{ readonly record: R; readonly submissionId: string }>;
  /** Keeps what went over the wire for an answer; nothing is kept if left out. */
  keep?(record: R, exchanged: Exchanged): Promise<R>;
  conclude(progress: SubmittedProgress<R>, conclusion: Conclusion, answer: RailAnswer): NextStep<R>;
  /** Ends without the last word of the route. */
  giveUp(progress: Progress<R>, last: Failed): NextStep<R>;
}

/** What one kind of record is to the engine that sends it: its document, its route, its account, and how its progress is stored. */
export interface Sendable<R extends SendableRecord> extends Recorder<R> {
  /** Before the names of its calls in metrics. */
  readonly metricPrefix: string;
  /** When to try again a record that has to wait for another one; undefined if it may be sent now. */
  waitsUntil?(record: R): Promise<Date | undefined>;
  /** The part of the rail that answers questions about it. */
  carrierOn(rail: Rail): Pick<Rail, 'ask' | 'poll' | 'pollAtHand' | 'receipt'>;
  open(record: R, rail: Rail): OutgoingDocument<R> | Promise<OutgoingDocument<R>>;
  /** The submission under whose account the first try goes; of the sending party if left out or undefined. */
  goesUnderAccountOf?(record: R): Promise<Submitted | undefined>;
  /** A document that the route may hold under another account is another submission. */
  readonly isRenewedForAccount?: true;
  /** How often a record asks for a credential of the account that it was sent under. */
  accountWaits(rail: Rail): Waits;
  /** Stores the mark of a call. */
  mark(record: R & HasSubmission): WorkStep<R>;
  /** Stores whether the call has reached the route. @param before without the mark of the call. */
  noteReach?(record: R & HasSubmission, before: R, hasReached: boolean): R & HasSubmission;
  /** For records that can go together. */
  readonly batching?: Batching<R>;
}

/** The document of a record. */
export interface OutgoingDocument<R> {
  /** What a question to the route names. */
  readonly about: Pick<Inquiry, 'documentSha256' | 'invoiceNumber' | 'issueDate' | 'legalId' | 'document'>;
  /** Identifiers of the sending party, by which its credential is chosen; read on demand. */
  partyIds(): Promise<readonly string[]>;
  bytes(): Promise<Uint8Array>;
  load(): Promise<Parcel<R>>;
}

/** A document that is ready to be sent. */
export interface Parcel<R> {
  readonly bytes: Uint8Array;
  /** The record with what later calls need of the document. */
  readonly record: R;
  /** Makes the calls before the document, if the rail has any. */
  prepare?(inquiry: Inquiry): ReturnType<NonNullable<Rail['prepare']>>;
  send(inquiry: Inquiry & Pick<Consignment, 'beginDocument'>): Promise<RailAnswer>;
}

export interface Batching<R> {
  /** The group of a record that the route surely does not hold and that no failed batch contained; undefined for any other. */
  groupOf(record: R, batches: Batches): string | undefined;
  /** Bytes of its document. */
  sizeOf(record: R): number;
  /** Members of the run's batch; released at its end. */
  membersOf(run: Run): BatchMembers<R>;
}
