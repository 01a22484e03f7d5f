/** The submission on the record: enough to go on after a crash between any two lines. */
export interface Submission {
  /** The identity of our document at the route; stored before the first byte leaves. */
  readonly id: string;
  /** The route's own name for it, where it gives one: shown with every event from then on. */
  readonly reference?: string;
  /** The rail's data for every later question about it; no secret, no content. */
  readonly resumeToken?: string;
  /** Under which credential it was sent; `built-in` in the sandbox. */
  readonly credential?: string;
  /** The account that it was sent under, as the network itself names it; sealed. Absent: not known, or that of the seller. */
  readonly sealedAccount?: string;
  readonly startedAt: Date;
  /** When a call that may leave the document with the route was marked last. Absent: none was, or an older version marked it. */
  readonly calledAt?: Date;
  /** The route is being asked to take it. A worker that takes the invoice up and finds it so knows that a process died over the call. */
  readonly isCalling: boolean;
  /** A call may have left the document with the route, and none has settled it since. */
  readonly outcomeUnknown: boolean;
  /** Enough empty looks since the last such call have shown that the route does not hold it. */
  readonly notHeld?: boolean;
  /** One of the calls has no answer at all. */
  readonly answerLost: boolean;
  /** Times in a row that the route, asked, did not hold it. */
  readonly emptyLooks: number;
  /** The word of the last failure, so that what may fail once is known the second time. */
  readonly lastStatus?: string;
  /** The network's status of the last failure that counts towards a dead letter. */
  readonly failedWith?: string;
  /** Times in a row that the network wanted fewer calls. */
  readonly pauses?: number;
  /** Since when the route holds it without an end. */
  readonly heldSince?: Date;
  /** Since when there is an end without its receipt. */
  readonly endedAt?: Date;
  /** Times that it was asked for the end or, once there is one, for the receipt. */
  readonly polls: number;
  /** Times in a row that the route has dropped what it held; with the sign of the last one. */
  readonly drops?: number;
  readonly lastDrop?: string;
  /** The queue position under the caps of the route. */
  readonly queuePosition?: Date;
}

/** Whether the route may hold the document, for all that is known. */
export const mayHoldDocument = (submission: Submission | undefined): boolean =>
  submission !== undefined &&
  (submission.isCalling || (submission.outcomeUnknown && submission.notHeld !== true));

export const newSubmission = (id: string, startedAt: Date): Submission => ({
  id,
  startedAt,
  isCalling: false,
  outcomeUnknown: false,
  answerLost: false,
  emptyLooks: 0,
  polls: 0,
});
