import { randomUUID } from 'node:crypto';
import type { Flow } from './flow.ts';
import type { InvoiceParts } from './invoice-parts.ts';

/** Rules of flows whose sale the platform reports. */
const DERIVED = ['B2C', 'B2BInt'] as const;

interface DerivedSale {
  readonly rule: (typeof DERIVED)[number];
  readonly about: InvoiceParts;
}

/** What the platform has reported of a period. */
export interface DerivedPeriod {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly reports: number;
  readonly sales: readonly DerivedSale[];
}

/** The seller and the decade of an invoice. A platform asks for the VAT regime; here each seller is on the monthly one. */
export function periodKey({ tenant, about }: Flow): string {
  const { issueDate = '', seller } = about ?? {};
  const decade = Math.min(2, Math.floor((Number(issueDate.slice(6)) - 1) / 10));
  return JSON.stringify([tenant, seller?.siren, issueDate.slice(0, 6), decade]);
}

/** The period with one more sale; undefined if the platform does not report it. A real one reports once the period is over. */
export function withSale(
  before: DerivedPeriod | undefined,
  { info, about }: Flow,
): DerivedPeriod | undefined {
  const rule = DERIVED.find((each) => each === info.processingRule);
  if (!rule || !about) return undefined;
  const month = about.issueDate.slice(0, 6);
  const day = Number(about.issueDate.slice(6));
  const first = day > 20 ? 21 : day > 10 ? 11 : 1;
  const last =
    first < 21 ? first + 9 : new Date(Date.UTC(+month.slice(0, 4), +month.slice(4), 0)).getUTCDate();
  return {
    id: randomUUID(),
    start: `${month}${String(first).padStart(2, '0')}`,
    end: `${month}${last}`,
    reports: (before?.reports ?? 0) + 1,
    sales: [...(before?.sales ?? []), { rule, about }],
  };
}

/** The first report of the period, or one that replaces it; without what is not compared, such as lines and addresses. */
export function derivedReport({ id, start, end, reports, sales }: DerivedPeriod, name: string): string {
  const { seller } = sales[0]!.about;
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const singly = sales.filter(({ rule }) => rule === 'B2BInt');
  const days = sales.filter(({ rule }) => rule === 'B2C');
  const document =
    el('Id', id) +
    el('IssueDateTime', el('DateTimeString', time)) +
    el('TypeCode', reports === 1 ? 'IN' : 'RE') +
    el('Sender', el('Id', '9999', ' schemeId="0238"') + el('Name', name) + el('RoleCode', 'WK')) +
    el('Issuer', el('Id', seller.siren, ' schemeId="0002"') + el('Name', seller.name) + el('RoleCode', 'SE'));
  const content =
    el('ReportPeriod', el('StartDate', start) + el('EndDate', end)) +
    singly.map(invoice).join('') +
    days.map(day).join('');
  const report = el('ReportDocument', document) + el('TransactionsReport', content);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${el('Report', report)}\n`;
}

const invoice = ({ about }: DerivedSale): string =>
  el(
    'Invoice',
    el('ID', about.number) +
      el('IssueDate', about.issueDate) +
      el('TypeCode', about.typeCode) +
      el('CurrencyCode', about.currency) +
      el(
        'MonetaryTotal',
        el('TaxExclusiveAmount', about.net) + el('TaxAmount', about.vat, ' CurrencyCode="EUR"'),
      ),
  );

/** A credit note takes off the sums, and is no transaction. */
function day({ about }: DerivedSale): string {
  const isCredit = about.typeCode === '381';
  const signed = (amount: string): string => (isCredit && Number(amount) !== 0 ? `-${amount}` : amount);
  return el(
    'Transactions',
    el('Date', about.issueDate) +
      el('TransactionsCurrency', about.currency) +
      el('CategoryCode', 'TLB1') +
      el('TaxExclusiveAmount', signed(about.net)) +
      el('TaxTotal', signed(about.vat)) +
      el('TransactionsCount', isCredit ? '0' : '1'),
  );
}

const el = (name: string, content: string, attributes = ''): string =>
  `<${name}${attributes}>${content.includes('<') ? content : content.replaceAll('&', '&amp;')}</${name}>`;
