import type { RouteContext } from '../route-context.ts';
import { earlierWithoutNumber, withRouteNumbers } from './corrected-invoices.ts';
import { datedAhead } from './day-of-issue.ts';
import { numberToCome } from './number-to-come.ts';
import { polishDay } from './polish-day.ts';
import { polishWarnings } from './warnings.ts';

/**
 * KSeF goes by the Polish calendar, and wants the number of an invoice that is corrected: a document without one says that it was
 * issued outside of KSeF. The number of an invoice that was sent through here is known, whether or not the caller states it.
 */
export const POLISH_CONTEXT: RouteContext = {
  today: polishDay,
  earlierInvoices: earlierWithoutNumber,
  // A KSeF number begins with the NIP of its seller: a client may have several.
  isNumberOf: (legalId, { seller }) => legalId.startsWith(`${seller}-`),
  check: (invoice, { today, routeNumbers = {} }) => [
    ...datedAhead(invoice, today),
    ...numberToCome(invoice, routeNumbers),
    ...polishWarnings(invoice),
  ],
  complete: withRouteNumbers,
};
