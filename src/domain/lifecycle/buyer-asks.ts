/** The code of the care row of an invoice whose buyer waits for an answer. A person who has answered closes it. */
export const BUYER_ASKS = 'EI-BUYER-ASKS';
