import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { CanonicalInvoice, Line } from './canonical.ts';
import { PROCESSES_OF_SEVERAL_SELLERS } from './codes/french-processes.ts';
import type { VatGroup } from './vat-group.ts';

/** Of an invoice of several sellers, each one's lines are an invoice of its own; UNTDID 1153 of its number in BT-128 (BR-FR-MV-03). */
const NUMBER_OF_SUB_INVOICE = 'AFL';

/** By BT-23: with one seller an exemption reason is a text like any other. */
export const hasSeveralSellers = ({
  businessProcess = '',
}: Pick<CanonicalInvoice['invoice'], 'businessProcess'>): boolean =>
  PROCESSES_OF_SEVERAL_SELLERS.has(businessProcess);

/** How an exemption reason names the sub-invoice of its amount: `#F-2026-7#` (BR-FR-MV-08). */
export const namesSubInvoice = (reason = ''): boolean => reason.startsWith('#') && reason.indexOf('#', 1) > 1;

/** A group that belongs to no other line. */
export const isTopGroup = ({ lineType, parentLine }: Line): boolean =>
  lineType === 'GROUP' && parentLine === undefined;

/**
 * EXT-FR-FE-181: the VAT of the breakdowns whose reason names the sub-invoice of a top group (BR-FR-MV-09).
 * @returns undefined for any other line, and for a group without a number.
 */
export function subInvoiceVat(line: Line, groups: readonly VatGroup[]): Decimal | undefined {
  if (!isTopGroup(line)) return undefined;
  const { invoicedObject, furtherObjects } = line;
  const number = [invoicedObject, ...furtherObjects].find((one) => one?.scheme === NUMBER_OF_SUB_INVOICE)?.id;
  if (number === undefined) return undefined;
  const { reasons, sums } = sumsOf(groups);
  const start = `#${number}#`;
  const first = countWhere(reasons, (reason) => reason < start);
  const end = countWhere(reasons, (reason) => reason < start || reason.startsWith(start));
  return end > first ? sums[end]?.minus(sums[first] ?? ZERO) : undefined;
}

interface Sums {
  /** Sorted. */
  readonly reasons: readonly string[];
  /** The VAT of the first reasons, from none to all. */
  readonly sums: readonly Decimal[];
}

const SUMS = new WeakMap<readonly VatGroup[], Sums>();

/** Thousands of lines may each name one of thousands of sub-invoices. */
function sumsOf(groups: readonly VatGroup[]): Sums {
  const known = SUMS.get(groups);
  if (known) return known;
  const stated = groups.map(({ exemption, taxAmount }) => ({ reason: exemption?.reason ?? '', taxAmount }));
  stated.sort((one, other) => (one.reason < other.reason ? -1 : Number(one.reason > other.reason)));
  const sums = [ZERO];
  for (const { taxAmount } of stated) sums.push((sums.at(-1) ?? ZERO).plus(taxAmount));
  const made = { reasons: stated.map(({ reason }) => reason), sums };
  SUMS.set(groups, made);
  return made;
}

/** @param isFirst true of the first entries, false of all others. */
function countWhere(sorted: readonly string[], isFirst: (text: string) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isFirst(sorted[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}
