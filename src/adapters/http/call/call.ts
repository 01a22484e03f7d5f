import type { Request, Response } from 'express';
import type { Caller } from '../../../domain/access/caller.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import type { Operation } from './operations.ts';
import type { RequestBody } from './read-body.ts';

/** The state of a request; each step of the pipeline adds to it. */
export interface Call {
  readonly requestId: string;
  /** The address, or the network of addresses, of the sender. */
  readonly sender: string;
  /** Undefined if the path does not have the method. */
  operation?: Operation;
  /** The methods of the path. */
  allow?: readonly string[];
  /** Parameters of the path, decoded. */
  parameters?: Readonly<Record<string, string>>;
  caller?: Caller;
  /** On the monotonic clock, also of a session. */
  keyReadAt?: number;
  /**
   * Checks the key again: it may be revoked while a body or an event is awaited.
   * @throws CallFailed `unauthorized`
   */
  confirmKey?: () => Promise<unknown>;
  /** The check of the key after the body, of a call that goes on meanwhile: nothing is answered, and nothing done, before it ends. */
  confirming?: Promise<unknown>;
  /** The call counts against its caller's rate. Until then a denial counts against the limit on denials. */
  isCounted?: boolean;
  /** An audit row records this use of the key. */
  isRecorded?: boolean;
  /** When the answer was sent, if the connection stayed open longer. */
  answeredAt?: number;
  body?: RequestBody;
  /** Words the texts of the answer in the caller's language. */
  /** It was a HEAD, which must change nothing. */
  isHead?: true;
  translator?: () => Promise<Translator>;
  /** The invoice that the answer is about, if the path does not name it. */
  invoiceId?: string;
}

/** A call that has passed key, scope, rate, body and shape. */
export interface CheckedCall {
  readonly requestId: string;
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** The body as it was sent. */
  readonly raw: RequestBody;
  readonly translator: () => Promise<Translator>;
}

export const beginCall = (res: Response, call: Call): void => {
  res.locals.call = call;
};

export const callOf = (res: Response): Call => res.locals.call as Call;

const INVOICE_ID = /^(?:inv|rcv)_[A-Za-z0-9]{16,40}$/;

/** The invoice of a call, for log and spans. A text in the path is used only if it is an id. */
export function findInvoiceId({ invoiceId, parameters }: Call): string | undefined {
  const id = invoiceId ?? parameters?.id ?? '';
  return INVOICE_ID.test(id) ? id : undefined;
}
