import { CALLED_FOR } from '../routes/route-caps.ts';

/**
 * What is due for an invoice: judge its document, send it to its route, ask whether the route holds it after an answer was lost, ask
 * for its status, fetch the route's proof.
 */
export const WORKS = ['check', ...CALLED_FOR] as const;
export type Work = (typeof WORKS)[number];
