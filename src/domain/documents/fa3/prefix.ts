import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { placeOf } from './tax-ids.ts';

/** Supplies into the Union state the seller's number with its country (art. 97 (10) and 136 of the VAT act). */
export const takesPrefix = ({ vatBreakdown, buyer, extensions }: CompleteInvoice): boolean =>
  extensions.poland?.triangularSimplification === true ||
  vatBreakdown.some(({ category }) => category === 'K' || (category === 'AE' && placeOf(buyer) === 'EU'));
