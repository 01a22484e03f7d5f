/** The submission on the record: enough to go on after a crash between any two lines. */
export interface Submission {
  /** The identity of our document at the route; stored before the first byte leaves. */
  readonly id: string;
  /** The route's own name for it, if it gives one; every later event shows it. */
  readonly reference?: string;
  /** The rail's data for every later question about the submission; no secret, no content. */
  readonly resumeToken?: string;
  /** The credential of the send; `built-in` in the sandbox. */
  readonly credential?: string;
  /** The account of the send, as the network itself names it; sealed. Absent if it is unknown, or is that of the seller. */
  readonly sealedAccount?: string;
  readonly startedAt: Date;
  /** When the last call that may leave the document with the route was marked. Absent before the first. */
  readonly calledAt?: Date;
  /**
   * Set by a worker that has found the mark of a call without its answer: until then, by the clock of any process, the process of the call
   * may still be making it.
   */
  readonly callMayLastUntil?: Date;
  /** A call to submit the document is under way. A worker that finds it set knows that a process died during the call. */
  readonly isCalling: boolean;
  /** A call may have left the document with the route, and no answer has decided it since. */
  readonly outcomeUnknown: boolean;
  /** Enough empty looks since the last such call have shown that the route does not hold the document. */
  readonly notHeld?: boolean;
  /** One of the calls got no answer at all. */
  readonly answerLost: boolean;
  /** How often in a row the route answered an inquiry with "not held". */
  readonly emptyLookups: number;
  /** The network's status of the last failure, so that a second one in a row is recognised. */
  readonly lastStatus?: string;
  /** Of a status for the other party: the network's status of the trouble whose care row is open while it waits. */
  readonly openTrouble?: string;
  /** The network's status of the last failure that counts towards a dead letter. */
  readonly failedWith?: string;
  /** How often in a row it paused without a limit of the pause's own. */
  readonly pauses?: number;
  /** Since when the route holds the document without an end. */
  readonly heldSince?: Date;
  /** Since when there is an end without its receipt. */
  readonly endedAt?: Date;
  /** How often the route was asked for the end or, after the end, for the receipt. */
  readonly polls: number;
  /** How often in a row the route has dropped the document; with the network's status of the last drop. */
  readonly drops?: number;
  readonly lastDrop?: string;
  /** The queue position under the caps of the route. */
  readonly queuePosition?: Date;
}

/** Whether the route may hold the document, as far as the record tells. */
export const mayHoldDocument = (submission: Submission | undefined): boolean =>
  submission !== undefined &&
  (submission.isCalling || (submission.outcomeUnknown && submission.notHeld !== true));

export const newSubmission = (id: string, startedAt: Date): Submission => ({
  id,
  startedAt,
  isCalling: false,
  outcomeUnknown: false,
  answerLost: false,
  emptyLookups: 0,
  polls: 0,
});
