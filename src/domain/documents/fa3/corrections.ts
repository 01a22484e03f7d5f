import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { type Fa3Element, fixed, group, leaf } from './element.ts';

/** DaneFaKorygowanej: the invoices that are corrected, each with its KSeF number where it has one. */
export const corrected = ({
  precedingInvoices,
  apart,
}: CompleteInvoice): readonly (Fa3Element | undefined)[] =>
  precedingInvoices.map(({ number, issueDate }, index) => {
    const indices = [index];
    const ksefNumber = apart.precedingRouteNumbers[index];
    const field = `preceding_invoices[${index}].route_number`;
    return group(
      'DaneFaKorygowanej',
      leaf('DataWystFaKorygowanej', issueDate, { term: 'BT-26', indices }),
      leaf('NrFaKorygowanej', number, { term: 'BT-25', indices }),
      ksefNumber === undefined
        ? fixed('NrKSeFN', '1')
        : [fixed('NrKSeF', '1'), leaf('NrKSeFFaKorygowanej', ksefNumber, { field })],
    );
  });
