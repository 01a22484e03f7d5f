import type { WireCall } from '../../domain/sending/network-calls.ts';
import type { Inquiry } from '../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Collected } from '../../ports/call-recorder.ts';
import { makeCounted } from '../operation/counted-call.ts';
import { secretsIn } from './exchanges.ts';
import type { RateLimitPermits } from './rate-limit-permits.ts';
import type {
  HasSubmission,
  OutgoingDocument,
  Recorder,
  Sendable,
  SendableRecord,
  SubmittedProgress,
} from './sendable.ts';
import { senderOf } from './sending-account.ts';
import type { ProgressPorts, SendingPorts } from './sending-ports.ts';

/** An attempt to learn or change how the route stands to a record: resolved once, and passed on. */
export interface Attempt<R extends SendableRecord> extends SubmittedProgress<R> {
  readonly kind: Sendable<R>;
  readonly ports: SendingPorts;
  readonly document: OutgoingDocument<R>;
  readonly credential: OpenedCredential;
}

export function railOf(
  { route }: Pick<SendableRecord, 'route'>,
  { rails }: Pick<ProgressPorts, 'rails'>,
): Rail {
  const rail = rails.get(route);
  if (!rail) throw new Error(`the route ${route} has no rail`);
  return rail;
}

export function requireSubmission<R extends SendableRecord>(record: R): R & HasSubmission {
  const { id, submission } = record;
  if (!submission) throw new Error(`${id} has no submission`);
  return { ...record, submission };
}

/** The progress of a submitted record, for an answer to it. */
export const progressOn = <R extends SendableRecord, K extends Recorder<R>, T extends ProgressPorts>(
  record: R,
  kind: K,
  ports: T,
): SubmittedProgress<R> & { readonly kind: K; readonly ports: T } => ({
  kind,
  ports,
  record: requireSubmission(record),
  rail: railOf(record, ports),
});

/**
 * The attempt under the account that the document was sent under: no other account can tell.
 * @returns undefined if the client has no credential of that account.
 */
export async function attemptUnderItsAccount<R extends SendableRecord>(
  progress: SubmittedProgress<R> & Pick<Attempt<R>, 'kind' | 'ports'>,
): Promise<Attempt<R> | undefined> {
  const { kind, record, rail, ports } = progress;
  const document = await kind.open(record, rail);
  const credential = await senderOf(record, rail, () => document.partyIds(), ports);
  return credential && { ...progress, document, credential };
}

export function inquiryOn<R extends SendableRecord>(
  { record: { client, submission }, document, credential }: Attempt<R>,
  permits: RateLimitPermits,
  calls: WireCall[],
): Inquiry {
  const { id, startedAt, calledAt, reference, resumeToken, outcomeUnknown } = submission;
  return {
    ...document.about,
    client,
    submissionId: id,
    startedAt,
    ...(calledAt && { calledAt }),
    ...(reference !== undefined && { reference }),
    ...(resumeToken !== undefined && { resumeToken }),
    isResend: outcomeUnknown,
    credential: { ...credential, calls },
    acquirePermit: () => permits.acquireAnother(),
  };
}

/** What went over the wire, and what must not be kept of it. */
export interface WentOut {
  readonly calls: readonly WireCall[];
  readonly secrets: readonly string[];
}

export const callsOf = (
  { credential }: Pick<Attempt<SendableRecord>, 'credential'>,
  { calls }: Pick<Collected<unknown>, 'calls'>,
): WentOut => ({ calls, secrets: calls.length > 0 ? secretsIn(credential.value) : [] });

/**
 * Makes a call and records its result; returns it with what went over the wire.
 * @param answer lists its calls in `calls`.
 */
export async function callRoute<
  R extends SendableRecord,
  T extends RailAnswer | { readonly resumeToken: string },
>(
  { record, kind, ports }: Pick<Attempt<R>, 'record' | 'kind' | 'ports'>,
  call: 'prepare' | 'open-batch' | 'batch' | 'send' | 'ask' | 'poll' | 'receipt',
  permits: RateLimitPermits,
  answer: (calls: WireCall[]) => Promise<T>,
): Promise<Collected<T>> {
  const { client, route } = record;
  const { value: answered, calls } = await makeCounted<T>(
    { client, route, call: `${kind.metricPrefix}${call}` },
    (made) => answer(made).finally(() => permits.release()),
    ports,
  );
  const result = permits.wasRefused && 'mapping' in answered ? { ...answered, isOwnPause: true } : answered;
  return { value: result as T, calls };
}
