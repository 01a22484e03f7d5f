import { CALLED_FOR } from '../routes/route-caps.ts';

/**
 * The work that is due for an invoice: check its document, send it to its route, ask whether the route holds it after an answer was lost,
 * ask for its status, fetch the route's proof; put its sale into a report.
 */
export const WORKS = ['check', ...CALLED_FOR, 'report'] as const;
export type Work = (typeof WORKS)[number];
