import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { isBeforeDocument } from '../../domain/sending/outcomes.ts';
import type { WireCall } from '../../domain/sending/network-calls.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { mayHoldDocument, newSubmission, type Submission } from '../../domain/sending/submission.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { MarkedStep, Run, WorkStep } from '../work/record-kind.ts';
import { applyAnswer } from './apply-answer.ts';
import { type Attempt, callRoute, callsOf, inquiryOn, railOf, requireSubmission } from './attempt.ts';
import { sendBatch, waitOrJoinBatch } from './batch.ts';
import { mark, type MarkedSend } from './marked-send.ts';
import { RateLimitPermits } from './rate-limit-permits.ts';
import { failBeforeCall, waitForAccount } from './retry.ts';
import type { OutgoingDocument, Parcel, Sendable, SendableRecord } from './sendable.ts';
import { accountMarks, isOfAnotherAccount, senderOf } from './sending-account.ts';
import type { SendingPorts } from './sending-ports.ts';
import { missingCredential } from './missing-credential.ts';

/**
 * Makes the calls before the document, then stores the identity of the submission and the mark of the call. If the process dies after
 * that, the worker that takes over asks the route first.
 */
export async function prepare<R extends SendableRecord>(
  record: R,
  run: Run,
  kind: Sendable<R>,
  ports: SendingPorts,
): Promise<WorkStep<R> | MarkedStep<R, MarkedSend<R>>> {
  const until = await kind.waitsUntil?.(record);
  if (until) return kind.reschedule(record, until);
  const rail = railOf(record, ports);
  const document = await kind.open(record, rail);
  const parcel = await document.load();
  const { submission } = record;
  const progress = { record, rail, kind, ports };
  const credential = await chooseCredential(record, rail, document, kind, ports);
  if (!credential && submission && mayHoldDocument(submission))
    return waitForAccount({ ...progress, record: { ...record, submission } });
  if (!credential) return failBeforeCall(progress, missingCredential(record.route));
  // The route is not called with such a credential: a record that is given up over it never reached the route.
  const unreadable = findUnreadable(rail, credential);
  if (unreadable) return failBeforeCall(progress, unreadable);
  const begun = await beginSubmission({ ...progress, document, credential });
  const attempt = await logIn(
    { ...progress, document, credential, record: { ...parcel.record, submission: begun } },
    parcel,
  );
  if ('events' in attempt) return attempt;
  // Right before the call that the permit is for, and before the mark, so that an invoice waits in a state that can be cancelled.
  const permits = new RateLimitPermits(attempt, 'send');
  const permit = await permits.acquire();
  const marked = { attempt, parcel, permits };
  return permit === 'free' ? mark(marked, attempt.record) : waitOrJoinBatch(marked, permit, run);
}

/** Under the account that may have left the document with the route, if there is one; else under one of the sending party. */
async function chooseCredential<R extends SendableRecord>(
  record: R,
  rail: Rail,
  document: OutgoingDocument<R>,
  kind: Sendable<R>,
  ports: SendingPorts,
): Promise<OpenedCredential | undefined> {
  const { client, route, submission } = record;
  const earlier =
    submission && mayHoldDocument(submission)
      ? { client, route, submission }
      : await kind.goesUnderAccountOf?.(record);
  if (earlier) return senderOf(earlier, rail, () => document.partyIds(), ports);
  return ports.credentials.choose(client, route, await document.partyIds());
}

/**
 * The route is not asked with an unreadable credential: the message says so, and what is wrong with the value if the rail tells it.
 * @returns undefined for a readable credential.
 */
function findUnreadable(rail: Rail, credential: OpenedCredential): StatusMapping | undefined {
  if (rail.canReadCredential?.(credential) !== false) return undefined;
  const why = rail.explainUnreadable?.(credential);
  const message = say('calls.value-of-client-s-credential-cannot-be-read');
  return { ...COMMON_STATUSES.credentialRefused, message: sentences(message, why) };
}

/** The submission of the next try, under its account. */
async function beginSubmission<R extends SendableRecord>({
  record,
  rail,
  kind,
  ports,
  document,
  credential,
}: Omit<Attempt<R>, 'record'> & { readonly record: R }): Promise<Submission> {
  const { submission: existing, client } = record;
  // The route knows the earlier tries under their account only; a duplicate under this one is not ours.
  const isNew =
    !existing ||
    (kind.isRenewedForAccount &&
      existing.outcomeUnknown &&
      (await isOfAnotherAccount({ client, submission: existing }, rail, credential, ports)));
  const { sealedAccount: _before, ...rest } = isNew
    ? newSubmission(rail.newSubmissionId(document.about.documentSha256), ports.clock.now())
    : existing;
  return { ...rest, ...(await accountMarks(client, rail, credential, ports)) };
}

/** Makes the calls before the document. @returns a step if they end the run. */
async function logIn<R extends SendableRecord>(
  attempt: Attempt<R>,
  parcel: Parcel<R>,
): Promise<Attempt<R> | WorkStep<R>> {
  const prepareParcel = parcel.prepare?.bind(parcel);
  if (!prepareParcel) return attempt;
  const permits = new RateLimitPermits(attempt, 'send');
  const called = await callRoute(attempt, 'prepare', permits, (calls) =>
    prepareParcel(inquiryOn(attempt, permits, calls)),
  );
  const { value: answer } = called;
  const wentOut = callsOf(attempt, called);
  if ('mapping' in answer) return applyAnswer(attempt, 'prepare', answer, wentOut);
  const { kind, record: before } = attempt;
  const record = (await kind.keep?.(before, { ...wentOut, question: 'prepare' })) ?? before;
  return {
    ...attempt,
    record: { ...record, submission: { ...before.submission, resumeToken: answer.resumeToken } },
  };
}

/** @param stored with the mark of this call. */
export async function send<R extends SendableRecord>(
  stored: R,
  marked: MarkedSend<R>,
  run: Run,
): Promise<WorkStep<R>> {
  const { attempt, parcel, permits, batch } = marked;
  const { rail, kind } = attempt;
  const calling = { ...attempt, record: requireSubmission(stored) };
  if (batch) return sendBatch(calling, marked, batch, run);
  let hasBegun = rail.announcesDocument !== true;
  const beginDocument = (): void => {
    run.lease.requireSure();
    hasBegun = true;
  };
  const confirmAndSend = async (calls: WireCall[]): Promise<RailAnswer> => {
    // The process may have stood still since the mark: a record that another worker has taken over is not sent here.
    await run.lease.confirm();
    return parcel.send({ ...inquiryOn(calling, permits, calls), beginDocument });
  };
  const called = await callRoute(calling, 'send', permits, confirmAndSend);
  const { value: answer } = called;
  const hasReached = !isBeforeDocument(answer.mapping, hasBegun);
  const record = kind.noteReach?.(calling.record, attempt.record, hasReached) ?? calling.record;
  return applyAnswer({ ...calling, record }, 'send', answer, callsOf(calling, called));
}
