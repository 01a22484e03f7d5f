import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { ReceivedState } from '../domain/lifecycle/received-record.ts';
import type { InvoiceState } from '../domain/lifecycle/states.ts';
import type { Work } from '../domain/lifecycle/work.ts';
import type { Route } from '../domain/vocabulary/route.ts';

/** Reports to monitoring. They carry no content, client ids or keys. */
export interface Telemetry {
  /** @param operation operationId of openapi.yaml, or `unknown`. */
  countAnswer(operation: string, status: number, seconds: number): void;
  /**
   * A call was refused before a rate counted it.
   * @param denial the failure's kind.
   * @param isLimited there were too many: the answer asks the caller to wait and gives no reason.
   */
  callDenied(denial: string, isLimited: boolean): void;
  layersRan(layers: readonly Layer[]): void;
  invoiceMoved(route: Route, state: InvoiceState): void;
  /** A received invoice reached a state. */
  countReceivedMove(route: Route, state: ReceivedState): void;
  careOpened(code: string, whoActs: string): void;
  /** `done`, `retried`, `dead-letter`, `conflict`, `failed`. */
  jobEnded(result: string, seconds: number): void;
  routeCalled(route: Route, call: string, result: string, seconds: number): void;
  /** A message of a route was processed. */
  messageProcessed(route: Route, result: MessageResult): void;
  /** A permit under a route's caps was requested. */
  capAsked(route: Route, work: Work | 'batch', taken: boolean): void;
  /** Documents went to a route together. */
  batchSent(route: Route, documents: number): void;
  /** A callback in a route's name: `verified`, `dropped` as false, `limited` as one too many. */
  countCallback(route: Route, result: 'verified' | 'dropped' | 'limited'): void;
  /** A candidate was looked up in Peppol; `kept`: an earlier answer was used. */
  countLookup(answer: 'yes' | 'no' | 'unknown' | 'kept'): void;
  /** @param share of the time to the legal deadline that is over. */
  deadlineNears(route: Route, share: number): void;
  enginesDiffered(pack: string): void;
  /** All rule packs that judge invoices of today, by layer. */
  packsInForce(packs: readonly { readonly layer: string; readonly pack: string }[]): void;
  /** All rule packs that come into force. @param days until their first day. */
  packsComing(
    packs: readonly { readonly layer: string; readonly pack: string; readonly days: number }[],
  ): void;
  /** The newest release of each publisher. @param maxAgeDays null if its releases follow no rhythm. */
  packsAge(
    packs: readonly {
      readonly publisher: string;
      readonly pack: string;
      readonly ageDays: number;
      readonly maxAgeDays: number | null;
    }[],
  ): void;
  /** Another rule pack began to judge in a layer. */
  packChanged(layer: string): void;
  /** An event was posted to a webhook. @param result `delivered`, `no-answer`, `http-4xx`. */
  webhookCalled(result: string, seconds: number): void;
  /** A notice about dead deliveries: by mail, or in the log alone. */
  noticeSent(result: 'sent' | 'logged' | 'failed'): void;
}

/**
 * The result of a message: `known` was taken in before; `unknown` is about no sent invoice; `unmatched` fits none or several invoices under
 * its number; `unreadable` was skipped; `failed` is tried again.
 */
export type MessageResult = 'taken' | 'known' | 'unknown' | 'unmatched' | 'unreadable' | 'failed';
