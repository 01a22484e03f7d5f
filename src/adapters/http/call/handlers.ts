import type { Request } from 'express';
import type { Environment } from '../../../domain/vocabulary/route.ts';
import type { Produce } from '../../../application/access/answer-once.ts';
import type { UseCases } from '../../../application/use-cases.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import type { BatchShare } from './batch-share.ts';
import type { Call, CheckedCall } from './call.ts';
import type { Repeatable } from './idempotent.ts';
import type { InnerAnswer, InnerRequest } from './inner-call.ts';
import type { Reply } from './reply.ts';

export interface HandlerTools {
  readonly useCases: UseCases;
  readonly settings: {
    readonly environment: Environment;
    readonly version: string;
    readonly problemBase: string;
    readonly baseUrl: string;
  };
  readonly share: BatchShare;
  /** Makes a call as if the same caller had sent it separately. */
  readonly inner: (sent: InnerRequest) => Promise<InnerAnswer>;
  /** Answers under an Idempotency-Key and sends the answer. */
  readonly once: (call: CheckedCall, repeatable: Repeatable, work: Produce) => Promise<undefined>;
}

/** A call that needs no key. */
export interface OpenCall {
  readonly request: Request;
  readonly parameters: NonNullable<Call['parameters']>;
  readonly translator: () => Promise<Translator>;
}

/** Undefined if the answer has been sent. */
export type Handler = (call: CheckedCall, tools: HandlerTools) => Promise<Reply | undefined>;

/** One per operation of openapi.yaml, except those without a key. */
export type Handlers = Readonly<Record<OperationId, Handler>>;

export type OperationId =
  | 'submitInvoice'
  | 'submitBatch'
  | 'submitFile'
  | 'listInvoices'
  | 'invoiceSeries'
  | 'readActivity'
  | 'readInvoice'
  | 'listEvents'
  | 'listAttempts'
  | 'readEventFeed'
  | 'readEvent'
  | 'setWebhook'
  | 'readWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'readDelivery'
  | 'replayDelivery'
  | 'replayDeliveries'
  | 'readDocument'
  | 'viewInvoice'
  | 'proveInvoice'
  | 'sendStatus'
  | 'listSendableStatuses'
  | 'listSendableReceivedStatuses'
  | 'sendReceivedStatus'
  | 'makeCollectiveNumber'
  | 'cancelInvoice'
  | 'validateInvoice'
  | 'validateFile'
  | 'recheckInvoice'
  | 'lookUpCode'
  | 'lookUpParticipant'
  | 'listPacks'
  | 'startRadar'
  | 'listRadars'
  | 'readRadar'
  | 'readPackRules'
  | 'readPackChanges'
  | 'listWorkers'
  | 'listRoutes'
  | 'readClock'
  | 'moveClock'
  | 'shareInvoice'
  | 'shareRefusal'
  | 'listShares'
  | 'revokeShare'
  | 'listRefusals'
  | 'readRefusal'
  | 'readRefusedBody'
  | 'viewRefusal'
  | 'listCare'
  | 'listCareGroups'
  | 'markHandled'
  | 'markGroupHandled'
  | 'reopenCare'
  | 'reopenGroup'
  | 'noteOnCare'
  | 'readEvidence'
  | 'storeCredential'
  | 'listCredentials'
  | 'readCredential'
  | 'replaceCredential'
  | 'revokeCredential'
  | 'exportInvoices'
  | 'exportDataset'
  | 'listClients'
  | 'setProfile'
  | 'readProfile'
  | 'receiveInvoice'
  | 'listReceived'
  | 'readReceived'
  | 'listReceivedEvents'
  | 'readReceivedDocument'
  | 'viewReceived'
  | 'stateSales'
  | 'listReports'
  | 'readReport'
  | 'listReportEvents'
  | 'readReportDocument'
  | 'exportReportEvidence'
  | 'readAudit'
  | 'readCalendar'
  | 'listKeys'
  | 'readOwnKey'
  | 'mintKey'
  | 'revokeKey';
