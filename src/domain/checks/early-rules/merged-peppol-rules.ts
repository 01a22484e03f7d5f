import type { AllowanceOrCharge, Line, Period } from '../../invoice/canonical.ts';
import { Decimal, round2 } from '../../vocabulary/decimal.ts';
import { brokenWhen, adjustmentsWhere, itemsWhere } from '../../invoice/placed.ts';
import type { EarlyRule } from './early-rule.ts';
import { rule } from './xrechnung-rule.ts';

const adjustmentRule = (
  id: string,
  member: keyof AllowanceOrCharge,
  message: string,
  broken: (item: AllowanceOrCharge) => boolean,
): EarlyRule => ({ rule: id, source: 'XRechnung', message, broken: adjustmentsWhere(member, broken) });

const TOLERANCE = new Decimal('0.02');

const differs = ({ amount, base, percent }: AllowanceOrCharge): boolean =>
  amount !== undefined &&
  base !== undefined &&
  percent !== undefined &&
  round2(base).times(percent).div(100).minus(round2(amount)).abs().gt(TOLERANCE);

const netDiffers = ({ grossPrice, priceDiscount, unitPrice }: Line): boolean =>
  grossPrice !== undefined && priceDiscount !== undefined && !grossPrice.minus(priceDiscount).eq(unitPrice);

/** From the Peppol rules that are merged into XRechnung. */
export const MERGED_PEPPOL_RULES: readonly EarlyRule[] = [
  adjustmentRule(
    'PEPPOL-EN16931-R040',
    'amount',
    'The amount of an allowance or charge must be its base times its percentage.',
    differs,
  ),
  adjustmentRule(
    'PEPPOL-EN16931-R041',
    'base',
    'A percentage needs the base amount to which it applies.',
    ({ base, percent }) => percent !== undefined && base === undefined,
  ),
  adjustmentRule(
    'PEPPOL-EN16931-R042',
    'percent',
    'A base amount needs the percentage that applies to it.',
    ({ base, percent }) => base !== undefined && percent === undefined,
  ),
  rule(
    'PEPPOL-EN16931-R046',
    'BT-146',
    'The unit price must be the gross price less the discount.',
    ({ lines }) => itemsWhere('lines', 'unit_price', lines, netDiffers),
  ),
  rule(
    'PEPPOL-EN16931-R005',
    'BT-6',
    'The VAT currency must differ from the currency of the invoice; leave it out otherwise.',
    brokenWhen('invoice.vat_currency', ({ invoice }) => invoice.vatCurrency === invoice.currency),
  ),
  rule(
    'PEPPOL-EN16931-R110',
    'BT-134',
    'The period of a line must not start before the period of the invoice.',
    ({ lines, invoice: { period } }) =>
      itemsWhere('lines', 'period.start', lines, (line) => before(line.period?.start, period?.start, period)),
  ),
  rule(
    'PEPPOL-EN16931-R111',
    'BT-135',
    'The period of a line must not end after the period of the invoice.',
    ({ lines, invoice: { period } }) =>
      itemsWhere('lines', 'period.end', lines, (line) => before(period?.end, line.period?.end, period)),
  ),
];

const before = (one: string | undefined, other: string | undefined, period: Period | undefined): boolean =>
  period !== undefined && one !== undefined && other !== undefined && one < other;
