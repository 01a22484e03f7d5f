import type { Adjustment, CompleteInvoice, InvoiceLine, LineExtensions } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { isCreditNoteType } from '../vocabulary/credit-notes.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

type Shown = Partly<CompleteInvoice>;

const negated = <T extends Decimal | undefined>(value: T): T =>
  (value === undefined || value.isZero() ? value : value.negated()) as T;

/**
 * A credit note with the signs of a document that states differences, as FA(3): what it takes back is negative. Lines before and after the
 * correction keep their signs. Any other invoice stays as it is.
 */
export function asDifference(invoice: Shown): Shown {
  if (!isCreditNoteType(invoice.typeCode)) return invoice;
  const { lines = [], allowances = [], charges = [], vatBreakdown = [], totals = {}, extensions } = invoice;
  const apart = extensions?.lines ?? [];
  const isDifference = (index: number): boolean => apart[index]?.state === undefined;
  const payments = extensions?.poland?.paymentsReceived ?? [];
  return {
    ...invoice,
    lines: lines.map((line, index) => (isDifference(index) ? negatedLine(line) : line)),
    allowances: allowances.map(negatedAdjustment),
    charges: charges.map(negatedAdjustment),
    vatBreakdown: vatBreakdown.map((one) => ({
      ...one,
      taxableAmount: negated(one.taxableAmount),
      taxAmount: negated(one.taxAmount),
    })),
    totals: Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, negated(value)])),
    ...(extensions && {
      extensions: {
        ...extensions,
        lines: apart.map((one, index) => (isDifference(index) ? negatedBesides(one) : one)),
        ...(extensions.poland && {
          poland: {
            ...extensions.poland,
            paymentsReceived: payments.map((one) => ({ ...one, amount: negated(one.amount) })),
          },
        }),
      },
    }),
  } as Shown;
}

const negatedLine = (line: Partly<InvoiceLine>): Partly<InvoiceLine> => ({
  ...line,
  quantity: negated(line.quantity),
  netAmount: negated(line.netAmount),
  allowances: (line.allowances ?? []).map(negatedAdjustment),
  charges: (line.charges ?? []).map(negatedAdjustment),
});

const negatedAdjustment = <T extends Partly<Adjustment>>(one: T): T => ({
  ...one,
  amount: negated(one.amount),
  base: negated(one.base),
});

const negatedBesides = (one: Partly<LineExtensions>): Partly<LineExtensions> =>
  one.withVat ? { ...one, withVat: { ...one.withVat, amount: negated(one.withVat.amount) } } : one;
