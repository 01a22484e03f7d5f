import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { isCreditNoteType } from '../vocabulary/credit-notes.ts';
import type { InvoiceFigures } from './figures.ts';

type Booked = Partial<InvoiceFigures>;

const AMOUNTS = ['total', 'due', 'withoutVat', 'vat'] as const;

/**
 * The amounts as they add up: a credit note states without a sign what it takes back, and gets a minus. One whose total has a sign stands as it
 * is.
 */
export function booked<F extends Booked>(figures: F): F {
  const { typeCode, total = '0', rates } = figures;
  if (!isCreditNoteType(typeCode) || !new Decimal(total).greaterThan(0)) return figures;
  const amounts = AMOUNTS.flatMap((name) => {
    const { [name]: amount } = figures;
    return amount === undefined ? [] : [[name, negated(amount)]];
  });
  return {
    ...figures,
    ...Object.fromEntries(amounts),
    ...(rates && {
      rates: rates.map(({ taxable, tax, ...rate }) => ({
        ...rate,
        ...(taxable !== undefined && { taxable: negated(taxable) }),
        ...(tax !== undefined && { tax: negated(tax) }),
      })),
    }),
  };
}

/** With the decimals that it has. */
const negated = (amount: string): string =>
  new Decimal(amount).negated().toFixed(amount.split('.')[1]?.length ?? 0);
