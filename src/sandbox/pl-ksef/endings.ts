import { endingIn, type Played } from '../endings.ts';
import { htmlPage, serverError } from '../faults.ts';
import type { Answer } from '../network.ts';
import type { StatusCode } from './invoices.ts';

/** How the ending of P_2 changes KSeF's behaviour. */
export interface Ending extends Played {
  /** KSeF answers this and keeps nothing. */
  readonly instead?: () => Answer;
  /** KSeF keeps the invoice and answers this. */
  readonly afterwards?: () => Answer;
  /** A limit is met: 429 with this many seconds. */
  readonly wait?: number;
  /** The session's key can no longer be used. */
  readonly sessionFails?: true;
  /** The session takes no invoices any more, and another one does (API 2.8). */
  readonly sessionPauses?: true;
  readonly extraSteps?: number;
  /** The status in place of the normal one. */
  readonly ends?: StatusCode;
}

/** Endings of other routes have no effect here. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  '-REJECT': { ends: 450 },
  '-REJECT-410': { ends: 410 },
  '-REJECT-415': { ends: 415 },
  '-REJECT-430': { ends: 430 },
  '-REJECT-435': { ends: 435 },
  '-DUPLICATE': { ends: 440 },
  '-CANCELLED': { ends: 550, once: true },
  '-KEY': { sessionFails: true, once: true },
  '-PAUSED': { sessionPauses: true, once: true },
  '-SLOW': { extraSteps: 10 },
  '-TIMEOUT': { afterwards: () => 'hang-up', once: true },
  '-LOST': { afterwards: () => serverError('/invoices'), once: true },
  '-5XX': { instead: () => htmlPage(502) },
  '-5XX-ONCE': { instead: () => htmlPage(502), once: true },
  '-LIMIT': { wait: 2, once: true },
  '-HTML': { instead: () => htmlPage(200), once: true },
};

/** @param time how often an invoice with this seller and number has arrived, this time included. */
export const endingOf = (number: string, time: number): Ending => endingIn(ENDINGS, number, time) ?? {};
