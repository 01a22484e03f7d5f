import type { Words } from '../../../ports/words.ts';
import type { Request } from 'express';
import type { Environment } from '../../../domain/vocabulary/route.ts';
import type { Produce } from '../../../application/access/answer-once.ts';
import type { UseCases } from '../../../application/use-cases.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import type { AgentTools } from '../../../ports/agent-tools.ts';
import type { BatchShare } from './batch-share.ts';
import type { CheckedCall } from './call.ts';
import type { Body, OpenOperationId, OperationId, OperationReply, Path, Query } from './contract.ts';
import type { Repeatable } from './idempotent.ts';
import type { InnerAnswer, InnerRequest } from './inner-call.ts';

export interface HandlerContext {
  readonly words: Words;
  readonly useCases: UseCases;
  readonly settings: {
    readonly environment: Environment;
    readonly version: string;
    readonly problemBase: string;
    readonly baseUrl: string;
  };
  readonly share: BatchShare;
  readonly agents: AgentTools;
  /** Makes a call as if the same caller had sent it separately. */
  readonly inner: (sent: InnerRequest) => Promise<InnerAnswer>;
  /** Answers under an Idempotency-Key and sends the answer. */
  readonly once: (call: CheckedCall, repeatable: Repeatable, work: Produce) => Promise<undefined>;
}

/** A call with what openapi.yaml says of its operation. */
export type OperationCall<Id extends OperationId> = Omit<CheckedCall, 'parameters'> & {
  readonly parameters: Path<Id>;
  readonly query: Query<Id>;
  readonly body: Body<Id>;
};

/** Undefined if the answer has been sent. */
type Handler<Id extends OperationId> = (
  call: OperationCall<Id>,
  context: HandlerContext,
) => Promise<OperationReply<Id> | undefined>;

/** One per operation of openapi.yaml, except those without a key. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** A call that needs no key. */
export interface OpenCall<Id extends OpenOperationId = OpenOperationId> {
  readonly requestId: string;
  readonly request: Request;
  readonly parameters: Path<Id>;
  readonly query: Query<Id>;
  readonly translator: () => Promise<Translator>;
}
