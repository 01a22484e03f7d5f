import type { Request, Response } from 'express';
import type { Caller } from '../../../domain/access/caller.ts';
import type { Operation } from './operations.ts';
import type { RequestBody } from './read-body.ts';

/** What is known of a request so far; each step of the pipeline adds to it. */
export interface Call {
  readonly requestId: string;
  /** The address, or the network of addresses, that it came from. */
  readonly sender: string;
  /** Undefined when the path does not take the method. */
  operation?: Operation;
  /** The methods that the path takes. */
  allow?: readonly string[];
  /** Of the path, decoded. */
  parameters?: Readonly<Record<string, string>>;
  caller?: Caller;
  /**
   * Asks again for the key, which may be revoked while a body or an event is waited for.
   * @throws CallFailed `unauthorized`
   */
  confirmKey?: () => Promise<unknown>;
  /** It counts against the rate of its caller; until then every refusal counts against the limit on refusals. */
  isCounted?: boolean;
  /** An audit row tells of this use of the key. */
  isRecorded?: boolean;
  /** When its answer was sent, where the connection was kept open for longer. */
  answeredAt?: number;
  body?: RequestBody;
  /** The invoice that the answer is about, when the path does not name it. */
  invoiceId?: string;
}

/** A call that passed key, scope, rate, body and shape. */
export interface CheckedCall {
  readonly requestId: string;
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly body: RequestBody;
}

export const beginCall = (res: Response, call: Call): void => {
  res.locals.call = call;
};

export const callOf = (res: Response): Call => res.locals.call as Call;

const INVOICE_ID = /^(?:inv|rcv)_[A-Za-z0-9]{16,40}$/;

/** The invoice that a call is about, for log and spans: what a caller writes into a path is told only where it is an id. */
export function toldInvoiceId({ invoiceId, parameters }: Call): string | undefined {
  const id = invoiceId ?? parameters?.id ?? '';
  return INVOICE_ID.test(id) ? id : undefined;
}
