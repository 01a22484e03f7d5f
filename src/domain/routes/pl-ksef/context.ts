import { token } from '../../documents/fa3/element.ts';
import { localDay } from '../../vocabulary/local-time.ts';
import type { RouteContext } from '../route-context.ts';
import { earlierWithoutNumber, withRouteNumbers } from './corrected-invoices.ts';
import { findDatedAhead } from './day-of-issue.ts';
import { numberToCome } from './number-to-come.ts';
import { polishWarnings } from './warnings.ts';

/** The present day in Poland, `YYYY-MM-DD`: KSeF uses its own calendar. */
const polishDay = (at: Date): string => localDay('Europe/Warsaw', at);

/**
 * KSeF uses the Polish calendar and requires the number of a corrected invoice: a document without one declares that the invoice was issued
 * outside of KSeF. The service knows the numbers of invoices that it has sent, whether or not the caller states them.
 */
export const POLISH_CONTEXT: RouteContext = {
  today: polishDay,
  writtenNumber: token,
  earlierInvoices: earlierWithoutNumber,
  // A KSeF number begins with the NIP of its seller: a client may have several sellers.
  isNumberOf: (legalId, { seller }) => legalId.startsWith(`${seller}-`),
  check: (invoice, { today, routeNumbers = {} }) => [
    ...findDatedAhead(invoice, today),
    ...numberToCome(invoice, routeNumbers),
    ...polishWarnings(invoice),
  ],
  complete: withRouteNumbers,
};
