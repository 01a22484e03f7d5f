import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { annotations } from './annotations.ts';
import { amount, type Fa3Element, fixed, group, leaf } from './element.ts';
import { kindOf, turnOf } from './kinds.ts';
import { lineElement, linesOf } from './lines.ts';
import { buyer, seller } from './parties.ts';
import { payment } from './payment.ts';
import { sums } from './sums.ts';

/** The form's first day: FA(3) takes no earlier one as the day of making. */
const FIRST_DAY = '2025-09-01';

/** An invoice as the elements of FA(3), in the order of the schema. */
export function fa3Elements(invoice: CompleteInvoice): Fa3Element {
  return {
    ...fixed('Faktura', '', { xmlns: FA3_NAMESPACE }),
    elements: [heading(invoice), seller(invoice), buyer(invoice), body(invoice)].filter(
      (part) => part !== undefined,
    ),
  };
}

export const FA3_NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

/** Naglowek. DataWytworzeniaFa follows from the invoice, so that the same invoice gives the same bytes. */
const heading = ({ issueDate }: CompleteInvoice): Fa3Element | undefined =>
  group(
    'Naglowek',
    fixed('KodFormularza', 'FA', { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }),
    fixed('WariantFormularza', '3'),
    fixed('DataWytworzeniaFa', `${issueDate < FIRST_DAY ? FIRST_DAY : issueDate}T00:00:00Z`),
  );

/** Fa. */
function body(invoice: CompleteInvoice): Fa3Element | undefined {
  const kind = kindOf(invoice.typeCode);
  const turn = turnOf(kind);
  const { currency, issueDate, number, totals } = invoice;
  return group(
    'Fa',
    leaf('KodWaluty', currency, { term: 'BT-5' }),
    leaf('P_1', issueDate, { term: 'BT-2' }),
    leaf('P_2', number, { term: 'BT-1' }),
    supplied(invoice),
    sums(invoice, turn),
    leaf('P_15', amount(turn(totals.withVat)), { term: 'BT-112' }),
    annotations(invoice, kind),
    leaf('RodzajFaktury', kind.kind, { term: 'BT-3' }),
    linesOf(invoice).map((line) => lineElement(line, invoice, turn)),
    payment(invoice, turn),
  );
}

/** OkresFa, or P_6: a day of its own only. */
const supplied = ({ period, delivery, issueDate }: CompleteInvoice): Fa3Element | undefined =>
  group(
    'OkresFa',
    leaf('P_6_Od', period?.start, { term: 'BT-73' }),
    leaf('P_6_Do', period?.end, { term: 'BT-74' }),
  ) ?? leaf('P_6', delivery?.date === issueDate ? undefined : delivery?.date, { term: 'BT-72' });
