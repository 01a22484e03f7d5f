import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { legalText } from '../../invoice/legal-text.ts';
import { dayOfPayment, hasDayOfPayment } from './advance-day.ts';
import { advanceInvoices, order, partialPayments, rateOfAdvance } from './advances.ts';
import { annotations } from './annotations.ts';
import { attachment } from './attachment.ts';
import { correct } from './corrections.ts';
import { descriptions } from './describe.ts';
import { amount, elementsOf, type Fa3Element, fix, group, leaf } from './element.ts';
import { footer } from './footer.ts';
import { modelKind, turnOf } from './kinds.ts';
import { SUPPLY_LINE } from './line-names.ts';
import { lineElement, linesOf } from './lines.ts';
import { FA3_NAMESPACE } from 'en16931-rules/vocabulary/fa3-namespace.ts';
import { buyer, seller } from './parties.ts';
import { payment } from './payment.ts';
import { settlement } from './settlement.ts';
import { inOrderOfSums, sums } from './sums.ts';
import { taxRepresentative, thirdParties } from './third-parties.ts';

/** The first day of this form: FA(3) allows no earlier day of making. */
const FIRST_DAY = '2025-09-01';

/** An invoice as the elements of FA(3), in the order of the schema. */
export function fa3Elements(complete: CompleteInvoice): Fa3Element {
  const invoice = prepare(complete);
  return {
    ...fix('Faktura', '', { xmlns: FA3_NAMESPACE }),
    elements: elementsOf([
      heading(invoice),
      seller(invoice),
      buyer(invoice),
      thirdParties(invoice),
      taxRepresentative(invoice),
      body(invoice),
      footer(invoice),
      attachment(invoice),
    ]),
  };
}

/** Legal information goes into one description; sums are in the order of the schema. */
function prepare(complete: CompleteInvoice): CompleteInvoice {
  const { register, managingDirectors, ...extensions } = complete.extensions;
  const { legalInfo } = complete.seller;
  return {
    ...complete,
    vatBreakdown: inOrderOfSums(complete),
    seller: { ...complete.seller, legalInfo: legalText({ register, managingDirectors, legalInfo }) },
    extensions,
  };
}

/** Naglowek. The time of making follows from the invoice, so that the same invoice gives the same bytes. */
const heading = ({ issueDate }: CompleteInvoice): Fa3Element | undefined =>
  group(
    'Naglowek',
    fix('KodFormularza', 'FA', { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }),
    fix('WariantFormularza', '3'),
    fix('DataWytworzeniaFa', madeAt(issueDate)),
  );

/** DataWytworzeniaFa. */
export const madeAt = (issueDate: string): string =>
  `${issueDate < FIRST_DAY ? FIRST_DAY : issueDate}T00:00:00Z`;

/** Fa. */
function body(invoice: CompleteInvoice): Fa3Element | undefined {
  const kind = modelKind(invoice);
  const flip = turnOf(kind);
  const { extensions, currency, issueDate, number, totals } = invoice;
  const lines = linesOf(invoice);
  return group(
    'Fa',
    leaf('KodWaluty', currency, { term: 'BT-5' }),
    leaf('P_1', issueDate, { term: 'BT-2' }),
    leaf('P_1M', extensions.poland?.placeOfIssue, { field: 'pl.place_of_issue' }),
    leaf('P_2', number, { term: 'BT-1' }),
    leaf('WZ', invoice.despatchAdviceReference, { term: 'BT-16' }),
    supply(invoice),
    sums(invoice, flip),
    leaf('P_15', amount(flip(totals.withVat)), { term: 'BT-112' }),
    rateOfAdvance(invoice, kind),
    annotations(invoice, kind, lines),
    leaf('RodzajFaktury', kind.kind, { term: 'BT-3' }),
    kind.isCorrection ? correct(invoice) : undefined,
    partialPayments(invoice, kind, flip),
    extensions.poland?.tillReceipt ? fix('FP', '1') : undefined,
    extensions.poland?.relatedParties ? fix('TP', '1') : undefined,
    descriptions(invoice, lines, flip),
    advanceInvoices(invoice),
    extensions.poland?.exciseRefund ? fix('ZwrotAkcyzy', '1') : undefined,
    kind.isOrder ? [] : lines.map((line) => lineElement(line, invoice, flip, SUPPLY_LINE)),
    settlement(invoice, flip),
    payment(invoice, flip),
    conditions(invoice),
    kind.isOrder ? order(invoice, lines, flip) : undefined,
  );
}

/** WarunkiTransakcji. */
const conditions = ({ contractReference, orderReference }: CompleteInvoice): Fa3Element | undefined =>
  group(
    'WarunkiTransakcji',
    group('Umowy', leaf('NrUmowy', contractReference, { term: 'BT-12' })),
    group('Zamowienia', leaf('NrZamowienia', orderReference, { term: 'BT-13' })),
  );

/** OkresFa, or P_6: only if it differs from the day of issue. An advance has the day of its one payment. */
function supply(invoice: CompleteInvoice): Fa3Element | undefined {
  const { period, delivery, issueDate } = invoice;
  if (hasDayOfPayment(invoice)) {
    const day = dayOfPayment(invoice);
    return leaf('P_6', day === issueDate ? undefined : day, { field: 'pl.payments_received[0].date' });
  }
  return (
    group(
      'OkresFa',
      leaf('P_6_Od', period?.start, { term: 'BT-73' }),
      leaf('P_6_Do', period?.end, { term: 'BT-74' }),
    ) ?? leaf('P_6', delivery?.date === issueDate ? undefined : delivery?.date, { term: 'BT-72' })
  );
}
