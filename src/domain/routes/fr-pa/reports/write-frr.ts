import { attribute, element, leaf } from '../../../documents/xml.ts';
import type { ReportOrder } from '../../route-reports.ts';
import type { ReportEntry } from '../../../vocabulary/stated-sale.ts';
import {
  CATEGORIES,
  type DayPayments,
  type DaySales,
  type FrenchEntry,
  type InvoicePayment,
  joinDaySales,
  type PaidAmount,
  total,
} from './entries.ts';
import { joinDayPayments, joinInvoicePayments } from './join-payments.ts';

/** Types of a report (TT-4): the first one of its period, and one that replaces it in full (G8.01). */
const TYPES = { first: 'IN', replacement: 'RE' } as const;
/** Identifier schemes of a platform and of a company, and the roles of both (G6.22, G6.26, G7.51, G7.52). */
const [PLATFORM, SIREN] = ['0238', '0002'];
const ROLES = { platform: 'WK', seller: 'SE', buyer: 'BY' } as const;
const EURO = 'EUR';

/** `20261124` of `2026-11-24`. */
export const compactDay = (day: string): string => day.replaceAll('-', '');

/** A report of flow 10 (AIFE, XSD of May 2026): one part, of one declarant and period. */
export function writeFrr(order: ReportOrder): string {
  const { part, period, entries } = order;
  const name = part === 'payments' ? 'PaymentsReport' : 'TransactionsReport';
  const content =
    element(
      'ReportPeriod',
      leaf('StartDate', compactDay(period.first)) + leaf('EndDate', compactDay(period.last)),
    ) + (part === 'payments' ? payments(entries) : transactions(entries));
  const report = element('Report', head(order) + element(name, content));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${report}\n`;
}

function head({ id, at, isReplacement, sender, declarant, part }: ReportOrder): string {
  const second = at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const party = (scheme: string | undefined, { id: number, name }: ReportOrder['sender'], role: string) =>
    leaf('Id', number, attribute('schemeId', scheme ?? '')) + leaf('Name', name) + leaf('RoleCode', role);
  return element(
    'ReportDocument',
    leaf('Id', id) +
      element('IssueDateTime', leaf('DateTimeString', second)) +
      leaf('TypeCode', isReplacement ? TYPES.replacement : TYPES.first) +
      element('Sender', party(PLATFORM, sender, ROLES.platform)) +
      element('Issuer', party(SIREN, declarant, part === 'purchases' ? ROLES.buyer : ROLES.seller)),
  );
}

type OfKind<K> = Extract<FrenchEntry, { readonly kind: K }>;

const ofKind = <K extends FrenchEntry['kind']>(entries: readonly ReportEntry[], kind: K) =>
  (entries as readonly FrenchEntry[]).filter((entry): entry is OfKind<K> => entry.kind === kind);

const transactions = (entries: readonly ReportEntry[]): string =>
  ofKind(entries, '10.1')
    .map(({ xml }) => xml)
    .join('') + joinDaySales(ofKind(entries, '10.3')).map(daySales).join('');

const payments = (entries: readonly ReportEntry[]): string =>
  joinInvoicePayments(ofKind(entries, '10.2')).map(invoicePayment).join('') +
  joinDayPayments(ofKind(entries, '10.4')).map(dayPayments).join('');

const daySales = ({ day, category, count, amounts }: DaySales): string =>
  element(
    'Transactions',
    leaf('Date', compactDay(day)) +
      leaf('TransactionsCurrency', EURO) +
      leaf('CategoryCode', CATEGORIES[category]) +
      leaf('TaxExclusiveAmount', total(amounts.map(({ net }) => net))) +
      leaf('TaxTotal', total(amounts.map(({ vat }) => vat))) +
      leaf('TransactionsCount', String(count)) +
      amounts
        .map(({ rate, net, vat }) =>
          element(
            'TaxSubtotal',
            leaf('TaxPercent', rate) + leaf('TaxableAmount', net) + leaf('TaxTotal', vat),
          ),
        )
        .join(''),
  );

const invoicePayment = ({ number, issueDate, day, amounts }: InvoicePayment): string =>
  element(
    'Invoice',
    leaf('InvoiceID', number) +
      leaf('IssueDate', compactDay(issueDate)) +
      element('Payment', leaf('Date', compactDay(day)) + paid(amounts)),
  );

const dayPayments = ({ day, amounts }: DayPayments): string =>
  element('Transactions', element('Payment', leaf('Date', compactDay(day)) + paid(amounts)));

const paid = (amounts: readonly PaidAmount[]): string =>
  amounts
    .map(({ rate, amount }) =>
      element('SubTotals', leaf('TaxPercent', rate) + leaf('CurrencyCode', EURO) + leaf('Amount', amount)),
    )
    .join('');
