import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { ReportPart } from '../../../domain/vocabulary/stated-sale.ts';
import type { DerivedReport } from '../../../ports/rail/report-flows.ts';
import { all, type Element, readTree, textAt } from '../../xml/xml-tree.ts';

/** A period of a large seller has thousands of invoices, of some ten elements each. */
const MOST = { depth: 12, elements: 500_000 };

/** By the role of the declarant (TT-15). */
const PARTS: ReadonlyMap<string | undefined, ReportPart> = new Map([
  ['SE', 'sales'],
  ['BY', 'purchases'],
]);

/** @returns undefined if it is not a report of sales or purchases (flow 10), or has another part too. */
export function readFrr(bytes: Uint8Array): DerivedReport | undefined {
  const root = readTree(bytes, MOST);
  if (root?.local !== 'Report') return undefined;
  const part = PARTS.get(textAt(root, 'ReportDocument/Issuer/RoleCode'));
  const [content, ...more] = [...all(root, 'TransactionsReport'), ...all(root, 'PaymentsReport')];
  const id = textAt(root, 'ReportDocument/Id');
  const declarant = textAt(root, 'ReportDocument/Issuer/Id');
  if (!part || content?.local !== 'TransactionsReport' || more.length > 0) return undefined;
  const first = dayIn(textAt(content, 'ReportPeriod/StartDate'));
  const last = dayIn(textAt(content, 'ReportPeriod/EndDate'));
  if (id === undefined || declarant === undefined || first === undefined || last === undefined)
    return undefined;
  return { id, declarant, part, period: { first, last }, figures: figuresIn(content), bytes };
}

const dayIn = (text = ''): string | undefined => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return day === undefined ? undefined : `${year}-${month}-${day}`;
};

/** Invoices (10.1) and transactions of days (10.3). */
function figuresIn(content: Element): DerivedReport['figures'] {
  const invoices = all(content, 'Invoice');
  const days = all(content, 'Transactions');
  const counts = days.map((day) => textAt(day, 'TransactionsCount'));
  const isCounted = counts.every((count) => count !== undefined && /^\d\d*$/.test(count));
  return {
    ...(isCounted && { count: counts.reduce((sum, count) => sum + Number(count), invoices.length) }),
    net: sumOf([
      ...all(content, 'Invoice/MonetaryTotal/TaxExclusiveAmount'),
      ...all(content, 'Transactions/TaxExclusiveAmount'),
    ]),
    vat: sumOf([
      ...all(content, 'Invoice/MonetaryTotal/TaxAmount'),
      ...all(content, 'Transactions/TaxTotal'),
    ]),
  };
}

const AMOUNT = /^-?\d{1,19}(?:\.\d{1,6})?$/;

const sumOf = (amounts: readonly Element[]): string =>
  amounts.reduce((sum, { text }) => (AMOUNT.test(text) ? sum.plus(text) : sum), new Decimal(0)).toFixed(2);
