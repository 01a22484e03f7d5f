import { Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { addPaid, type DayPayments, type InvoicePayment, type PaidAmount, sorted } from './entries.ts';

/** One entry for each invoice and day, without those of which all money went back. */
export function joinInvoicePayments(entries: readonly InvoicePayment[]): readonly InvoicePayment[] {
  const joined = new Map<string, InvoicePayment>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.number, entry.issueDate, entry.day]);
    const before = joined.get(key)?.amounts ?? [];
    joined.set(key, { ...entry, amounts: addPaid([...before, ...entry.amounts]) });
  }
  return [...joined.values()].flatMap(withPositive);
}

/** One entry for each day. What tills paid back on a day beyond its money is taken off the days before, then off those after it. */
export function joinDayPayments(entries: readonly DayPayments[]): readonly DayPayments[] {
  return settled(entries).days.flatMap(withPositive);
}

/** Whether the money of these days covers what was paid back on them. */
export const coversPaidBack = (entries: readonly DayPayments[]): boolean => settled(entries).isCovered;

function settled(entries: readonly DayPayments[]): {
  readonly days: readonly DayPayments[];
  readonly isCovered: boolean;
} {
  const joined = new Map<string, DayPayments>();
  for (const entry of entries) {
    const before = joined.get(entry.day)?.amounts ?? [];
    joined.set(entry.day, { ...entry, amounts: addPaid([...before, ...entry.amounts]) });
  }
  const days = sorted(joined);
  const cells = days.flatMap(({ day, amounts }) =>
    amounts.map(({ rate, amount }) => ({ day, rate, left: new Decimal(amount) })),
  );
  for (const [index, cell] of cells.entries()) {
    const others = [...cells.slice(0, index).reverse(), ...cells.slice(index + 1)];
    for (const other of others.filter(({ rate, left }) => rate === cell.rate && left.gt(0))) {
      if (!cell.left.isNegative()) break;
      const taken = Decimal.min(other.left, cell.left.negated());
      other.left = other.left.minus(taken);
      cell.left = cell.left.plus(taken);
    }
  }
  return {
    days: days.map((entry) => ({
      ...entry,
      amounts: cells
        .filter(({ day }) => day === entry.day)
        .map(({ rate, left }): PaidAmount => ({ rate, amount: Decimal.max(left, ZERO).toFixed(2) })),
    })),
    isCovered: cells.every(({ left }) => !left.lt(0)),
  };
}

function withPositive<T extends { readonly amounts: readonly PaidAmount[] }>(entry: T): readonly T[] {
  const amounts = entry.amounts.filter(({ amount }) => new Decimal(amount).gt(0));
  return amounts.length > 0 ? [{ ...entry, amounts }] : [];
}
