import { endingIn, type Played } from '../endings.ts';
import { htmlPage } from '../faults.ts';
import type { Answer, Reply } from '../network.ts';
import { problem } from './platform.ts';

/** A lifecycle status, with a reason other than its default. */
export type Word = string | readonly [code: string, reason: readonly [code: string, label: string]];

/** How the ending of an invoice number changes the platforms' behaviour. */
export interface Ending extends Played {
  /** The platform answers this and keeps nothing. */
  readonly instead?: () => Answer;
  /** The platform keeps the flow and answers this. */
  readonly afterwards?: () => Answer;
  readonly extraSteps?: number;
  /** The acknowledgement is an error with this reason. */
  readonly fails?: string;
  /** In place of 200 to 203. */
  readonly way?: readonly Word[];
  /** After 203. */
  readonly then?: readonly Word[];
}

/** The statuses of an invoice without a special ending. */
export const USUAL_WAY: readonly Word[] = ['200', '201', '202', '203'];

const play = (status: number): Reply => problem(status, 'The sandbox was asked to say so.');
const tooMany = (): Reply => {
  const { headers, ...reply } = play(429);
  return { ...reply, headers: { ...headers, 'Retry-After': '2' } };
};

/** Endings of other routes have no effect here. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  '-REJECT': { way: ['213'] },
  '-SLOW': { extraSteps: 10 },
  '-DUPLICATE': { fails: 'AlreadyExistingFlow' },
  '-TIMEOUT': { afterwards: () => 'hang-up', once: true },
  '-LOST': { afterwards: () => play(500), once: true },
  '-5XX': { instead: () => play(503) },
  '-5XX-ONCE': { instead: () => play(503), once: true },
  '-LIMIT': { instead: tooMany, once: true },
  '-HTML': { instead: () => htmlPage(200), once: true },
  '-ACKERR': { fails: 'InvalidSchema' },
  '-VIRUS': { fails: 'VirusFound' },
  '-NOADDR': { way: [['200', ['NON_TRANSMISE', 'Destinataire sans adresse de réception active']]] },
  '-ROUTE': { way: ['200', '221'] },
  '-ACCEPT': { then: ['204', '205'] },
  '-REFUSE': { then: ['210'] },
  '-DISPUTE': { then: ['204', '207'] },
  '-PARTIAL': { then: ['204', '206'] },
  '-SUSPEND': { then: ['204', '208'] },
  '-PAID': { then: ['204', '205', '211', '212'] },
};

/** @param time how often the invoice has been sent, this time included. */
export const endingOf = (number: string, time: number): Ending => endingIn(ENDINGS, number, time) ?? {};
