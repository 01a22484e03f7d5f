import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { partiesBefore } from './parties-before.ts';
import { amount, type Fa3Element, fix, group, leaf, type Part } from './element.ts';

/** TTypKorekty, by the day on which the correction takes effect. */
export const EFFECTS = { original_date: '1', correction_date: '2', other_date: '3' } as const;

/** The reason and the effect of a correction, and the corrected invoices. */
export function correct(invoice: CompleteInvoice): readonly Part[] {
  const { reason, effect, period, rightNumber, amountBefore } = invoice.extensions.correction ?? {};
  return [
    leaf('PrzyczynaKorekty', reason, { field: 'correction.reason' }),
    effect && fix('TypKorekty', EFFECTS[effect]),
    correctedInvoices(invoice),
    leaf('OkresFaKorygowanej', period, { field: 'correction.period' }),
    leaf('NrFaKorygowany', rightNumber, { field: 'correction.right_number' }),
    partiesBefore(invoice),
    leaf('P_15ZK', amount(amountBefore), { field: 'correction.amount_before' }),
  ];
}

/** DaneFaKorygowanej: the corrected invoices, each with its KSeF number if it has one. */
const correctedInvoices = ({
  precedingInvoices,
  extensions,
}: CompleteInvoice): readonly (Fa3Element | undefined)[] =>
  precedingInvoices.map(({ number, issueDate }, index) => {
    const indices = [index];
    const ksefNumber = extensions.precedingRouteNumbers[index];
    const field = `preceding_invoices[${index}].route_number`;
    return group(
      'DaneFaKorygowanej',
      leaf('DataWystFaKorygowanej', issueDate, { term: 'BT-26', indices }),
      leaf('NrFaKorygowanej', number, { term: 'BT-25', indices }),
      ksefNumber === undefined
        ? fix('NrKSeFN', '1')
        : [fix('NrKSeF', '1'), leaf('NrKSeFFaKorygowanej', ksefNumber, { field })],
    );
  });
