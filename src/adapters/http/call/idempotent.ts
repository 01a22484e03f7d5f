import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Request, Response } from 'express';
import {
  type AnswerOnce,
  isErpKey,
  type Produce,
  type Produced,
} from '../../../application/access/answer-once.ts';
import { badRequest } from '../../../application/requests/request-finding.ts';
import type { KeepRefusal, RefusedSubmission } from '../../../application/refused/keep-refusal.ts';
import type { ClientAct } from '../../../domain/clients/client-record.ts';
import { saysPdf } from 'en16931-rules/vocabulary/pdf-header.ts';
import { CallFailed } from '../../../domain/failures.ts';
import type { Digests } from '../../../ports/digests.ts';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import { callOf, type CheckedCall } from './call.ts';
import type { OperationId, OperationReply } from './contract.ts';
import { onlyHeader } from './headers.ts';
import { toProblem } from './problem.ts';
import type { JsonReply } from './answer.ts';
import { sendKept } from './reply.ts';

/**
 * @param invoiceId the invoice that the answer is about.
 * @param headers added to those of every answer.
 */
export const keptAnswer = <Id extends OperationId = never>(
  { status, json }: Extract<OperationReply<Id>, JsonReply>,
  invoiceId: string,
  headers: KeptAnswer['headers'] = {},
): KeptAnswer => ({
  status,
  headers,
  body: JSON.stringify(json),
  invoiceId,
});

const HEADER = 'Idempotency-Key';

/**
 * The caller's Idempotency-Key, checked for this call (contract 4.0).
 * @param mayBeErp whether the call accepts keys without a time limit.
 * @throws CallFailed `bad-request`, `idempotency-key-not-allowed`
 */
export function idempotencyKey({ request, caller }: CheckedCall, mayBeErp = false): string {
  const { value = '', times } = onlyHeader(request, HEADER.toLowerCase());
  if (times !== 1) throw badRequest(HEADER, say('calls.must-be-given-once', { name: HEADER }));
  if (caller.kind === 'operator' && value.startsWith('client:'))
    throw badRequest(HEADER, say('calls.with-operator-s-key-may-not-begin-with', { name: HEADER }));
  if (isErpKey(value) && !mayBeErp)
    throw new CallFailed({
      kind: 'idempotency-key-not-allowed',
      detail: say('calls.key-that-begins-with-erp-is-accepted-only'),
    });
  return value;
}

/** Statuses whose answers are kept, if they are made after the claim (decisions, "idempotency"). */
const KEPT: ReadonlySet<number> = new Set([200, 202, 409, 422]);

/** The key of a call that is answered once, and the client that the call names. */
export interface Repeatable {
  readonly key: string;
  readonly client?: string | undefined;
  /** What the call does to the client; the default is an intake. */
  readonly act?: ClientAct;
  /** Of a call that submits an invoice: what is kept of it if it is refused. */
  readonly submission?: SubmissionFacts;
}

type SubmissionFacts = Pick<RefusedSubmission, 'call' | 'route' | 'invoiceRef'>;

interface Ports {
  readonly keepRefusal: Pick<KeepRefusal, 'run'>;
  readonly answerOnce: AnswerOnce;
  readonly digests: Digests;
  readonly problemBase: string;
}

/** Answers a call once under its key. A refusal is an answer too. */
export async function answerOnce(
  { answerOnce: once, digests, problemBase, keepRefusal }: Ports,
  call: CheckedCall,
  { key, client, act = 'intake', submission }: Repeatable,
  res: Response,
  work: Produce,
): Promise<void> {
  const requestHash = digests.sha256(`${hash(call.request)}\n${digests.sha256(call.raw.bytes)}`);
  const produce: Produce = (claim, owner, record) =>
    work(claim, owner, record).catch(async (error: unknown) => {
      // Before the answer: the refusal is found as soon as its id is known.
      const refusalId =
        submission && (await keepRefused(error, { ...submission, client: owner }, call, keepRefusal));
      return refusedAnswer(error, problemBase, call, refusalId);
    });
  const { answer, replayed } = await once.run(
    { caller: call.caller, client, act, key, requestHash, confirming: callOf(res).confirming },
    produce,
  );
  if (answer.invoiceId) callOf(res).invoiceId = answer.invoiceId;
  if (replayed) res.set('Idempotency-Replayed', 'true');
  await sendKept(res, answer);
}

/** Method, path and query as they came. The language of an answer makes no other call. */
const hash = ({ method, originalUrl }: Request): string =>
  `${method} ${originalUrl.replace(/([?&])lang=[^&]*&?/, '$1').replace(/[?&]$/, '')}`;

/** @returns the id of the refusal; undefined for any other error, and if it is not kept. */
async function keepRefused(
  error: unknown,
  submission: SubmissionFacts & Pick<RefusedSubmission, 'client'>,
  { request, raw: { bytes: body } }: Pick<CheckedCall, 'request' | 'raw'>,
  keep: Ports['keepRefusal'],
): Promise<string | undefined> {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'validation-failed') return undefined;
  const { kind: problem, findings, summary } = error.failure;
  const fileType = saysPdf(body) ? 'application/pdf' : 'application/xml';
  const mediaType = submission.call === 'invoices' ? 'application/json' : fileType;
  return keep.run({
    ...submission,
    address: request.originalUrl,
    problem,
    findings,
    summary,
    mediaType,
    body,
  });
}

function refusedAnswer(
  error: unknown,
  problemBase: string,
  { parameters }: CheckedCall,
  refusalId: string | undefined,
): Produced {
  if (!(error instanceof CallFailed)) throw error;
  const problem = toProblem(error.failure, problemBase);
  const isKept = KEPT.has(problem.status) && error.failure.kind !== 'connector-settings-missing';
  if (!isKept) throw error;
  const headers = { ...problem.headers, 'Content-Type': 'application/problem+json; charset=utf-8' };
  const body = JSON.stringify({ ...problem.body, refusal_id: refusalId });
  // Only an answer about an existing invoice becomes stale when the invoice is released.
  const invoiceId = parameters.id;
  return {
    answer: { status: problem.status, headers, body, ...(invoiceId && { invoiceId }) },
    isKept: false,
    repeatsCaller: error.failure.kind === 'validation-failed',
  };
}
