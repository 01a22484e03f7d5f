/** The code of the care row of a buyer who waits for an answer. */
export const BUYER_ASKS = 'EI-BUYER-ASKS';
