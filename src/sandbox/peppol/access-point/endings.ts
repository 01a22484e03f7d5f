import { htmlPage, serverError, tooMany, unavailable } from '../../faults.ts';
import { endingIn, type Played } from '../../endings.ts';
import type { Answer } from '../../network.ts';
import type { AnswerCode } from '../answers/answer-codes.ts';
import { DUPLICATE, type EbmsError, NOT_SERVICED } from './ebms.ts';

/** How the ending of an invoice number changes the network's behaviour. */
export interface Ending extends Played {
  /** The access point answers this and keeps nothing. */
  readonly instead?: () => Answer;
  /** The access point keeps the document and answers this. */
  readonly afterwards?: () => Answer;
  readonly extraSteps?: number;
  /** The look-up finds no participant. */
  readonly notRegistered?: true;
  /** The receiver's access point refuses it. */
  readonly refuses?: EbmsError;
  /** The receiver's access point accepts it, and its receipt is lost. */
  readonly noSignal?: true;
  /** Later messages, one step apart. */
  readonly then?: readonly AnswerCode[];
}

/** Exact case, at the very end of the number. Endings of other routes have no effect here. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  '-REJECT': { refuses: NOT_SERVICED },
  '-SLOW': { extraSteps: 10 },
  '-DUPLICATE': { refuses: DUPLICATE },
  '-TIMEOUT': { afterwards: () => 'hang-up', once: true },
  '-LOST': { afterwards: () => serverError('/'), once: true },
  '-5XX': { instead: unavailable },
  '-5XX-ONCE': { instead: unavailable, once: true },
  '-LIMIT': { instead: tooMany, once: true },
  '-HTML': { instead: () => htmlPage(502), once: true },
  '-NOTREG': { notRegistered: true },
  '-NOSIGNAL': { noSignal: true, once: true },
  '-MLSRE': { then: ['MLS-RE-FD'] },
  '-ACCEPT': { then: ['AB', 'IP', 'AP'] },
  '-REFUSE': { then: ['AB', 'RE'] },
  '-DISPUTE': { then: ['AB', 'UQ'] },
  '-PARTIAL': { then: ['AB', 'CA'] },
  '-PAID': { then: ['AB', 'AP', 'PD'] },
};

/** @param time how often the document has been sent, this time included. */
export const endingOf = (number: string, time: number): Ending => endingIn(ENDINGS, number, time) ?? {};
