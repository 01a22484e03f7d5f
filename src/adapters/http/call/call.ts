import type { Request, Response } from 'express';
import type { Caller } from '../../../domain/access/caller.ts';
import type { Operation } from './operations.ts';
import type { RequestBody } from './read-body.ts';

/** What is known of a request so far; each step of the pipeline adds to it. */
export interface Call {
  readonly requestId: string;
  /** Undefined when the path does not take the method. */
  operation?: Operation;
  /** The methods that the path takes. */
  allow?: readonly string[];
  /** Of the path, decoded. */
  parameters?: Readonly<Record<string, string>>;
  caller?: Caller;
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
