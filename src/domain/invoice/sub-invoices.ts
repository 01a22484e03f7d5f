import { type Decimal, sum } from 'en16931-rules/vocabulary/decimal.ts';
import type { Line } from './canonical.ts';
import type { VatGroup } from './vat-group.ts';

/** Of an invoice of several sellers, each one's lines are an invoice of its own; UNTDID 1153 of its number in BT-128 (BR-FR-MV-03). */
const NUMBER_OF_SUB_INVOICE = 'AFL';

/** How an exemption reason names the sub-invoice of its amount: `#F-2026-7#` (BR-FR-MV-08). */
export const namesSubInvoice = (reason: string | undefined): boolean => /^#[^#]+#/.test(reason ?? '');

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
  const own = groups.filter(({ exemption }) => exemption?.reason?.startsWith(`#${number}#`));
  return own.length > 0 ? sum(own.map(({ taxAmount }) => taxAmount)) : undefined;
}
