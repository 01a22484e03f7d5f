import { randomUUID } from 'node:crypto';
import { escape } from '../network.ts';
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
    leaf('Id', id) +
    el('IssueDateTime', leaf('DateTimeString', time)) +
    leaf('TypeCode', reports === 1 ? 'IN' : 'RE') +
    el('Sender', leaf('Id', '9999', ' schemeId="0238"') + leaf('Name', name) + leaf('RoleCode', 'WK')) +
    el(
      'Issuer',
      leaf('Id', seller.siren, ' schemeId="0002"') + leaf('Name', seller.name) + leaf('RoleCode', 'SE'),
    );
  const content =
    el('ReportPeriod', leaf('StartDate', start) + leaf('EndDate', end)) +
    singly.map(invoice).join('') +
    days.map(day).join('');
  const report = el('ReportDocument', document) + el('TransactionsReport', content);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${el('Report', report)}\n`;
}

const invoice = ({ about }: DerivedSale): string =>
  el(
    'Invoice',
    leaf('ID', about.number) +
      leaf('IssueDate', about.issueDate) +
      leaf('TypeCode', about.typeCode) +
      leaf('CurrencyCode', about.currency) +
      el(
        'MonetaryTotal',
        leaf('TaxExclusiveAmount', about.net) + leaf('TaxAmount', about.vat, ' CurrencyCode="EUR"'),
      ),
  );

/** A credit note takes off the sums, and is no transaction. */
function day({ about }: DerivedSale): string {
  const isCredit = about.typeCode === '381';
  const signed = (amount: string): string => (isCredit && Number(amount) !== 0 ? `-${amount}` : amount);
  return el(
    'Transactions',
    leaf('Date', about.issueDate) +
      leaf('TransactionsCurrency', about.currency) +
      leaf('CategoryCode', 'TLB1') +
      leaf('TaxExclusiveAmount', signed(about.net)) +
      leaf('TaxTotal', signed(about.vat)) +
      leaf('TransactionsCount', isCredit ? '0' : '1'),
  );
}

const el = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const leaf = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escape(text)}</${name}>`;
