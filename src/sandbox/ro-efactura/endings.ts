import { endingIn, type Played } from '../endings.ts';
import { htmlPage, serverError, unavailable } from '../faults.ts';
import type { Answer } from '../network.ts';

/** How the ending of an invoice number changes ANAF's behaviour. */
export interface Ending extends Played {
  /** ANAF answers this and keeps nothing. */
  readonly instead?: () => Answer;
  /** ANAF keeps the file and answers this. */
  readonly afterwards?: () => Answer;
  /** The upload is refused with a text of its own. */
  readonly technical?: true;
  readonly extraSteps?: number;
  /** The status in place of the normal one. */
  readonly ends?: 'refused' | 'duplicate' | 'not-taken';
  /** The first status query meets the limit of the day. */
  readonly statusLimited?: true;
}

/** Endings of other routes have no effect here. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  '-REJECT': { ends: 'refused' },
  '-SLOW': { extraSteps: 10 },
  '-DUPLICATE': { ends: 'duplicate' },
  '-TIMEOUT': { afterwards: () => 'hang-up', once: true },
  '-LOST': { afterwards: () => serverError('/upload'), once: true },
  '-5XX': { instead: unavailable },
  '-5XX-ONCE': { instead: unavailable, once: true },
  '-LIMIT': { statusLimited: true, once: true },
  '-HTML': { instead: () => htmlPage(200), once: true },
  '-NOTTAKEN': { ends: 'not-taken' },
  '-TECH': { technical: true, once: true },
};

/** @param time how often the invoice has been uploaded, this time included. */
export const endingOf = (number: string, time: number): Ending => endingIn(ENDINGS, number, time) ?? {};
