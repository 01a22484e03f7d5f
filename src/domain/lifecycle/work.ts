/**
 * What an invoice is taken up for: to judge its document; to hand it to its route; to find out whether the route holds it, after an
 * answer was lost; to ask what became of it; to fetch the route's proof.
 */
export const WORKS = ['check', 'send', 'settle', 'poll', 'receipt'] as const;
export type Work = (typeof WORKS)[number];
