import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { StatedDefaults } from '../../../invoice/completions/completion.ts';
import { Decimal, round2, sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { ReportEntry } from '../../../vocabulary/stated-sale.ts';
import type { ReportedPayment } from '../../route-reports.ts';
import {
  AMOUNT,
  byRate,
  type DayPayments,
  FRENCH_RATES,
  type FrenchEntry,
  type InvoicePayment,
  plainRate,
  total,
} from './entries.ts';
import { owedIn } from './owed.ts';

const NO_PAYMENT = say('routes-fr-pa.payments-are-reported-of-services-alone-and-only');

/** Of the totals of a day. */
export const NOT_PAID = sentences(NO_PAYMENT, say('routes-fr-pa.leave-paid-out'));

/** VAT falls due on the payment of services, unless the company has opted for debits (`routes/fr-reports`, section 1). */
export const isDueOnPayment = (defaults: StatedDefaults | undefined): boolean =>
  defaults?.['vat_on_debits'] !== true;

type Payment = InvoicePayment | DayPayments;

/**
 * Payments of a sale that was reported by itself name its invoice (10.2); others add to the day (10.4). Money that goes back is taken off
 * the days on which it came in, the latest first: a report states no payment below zero (G1.16).
 * @param before what was stated of the same sale.
 */
export function paymentEntries(
  sale: readonly ReportEntry[],
  { day, amounts }: ReportedPayment,
  before: readonly ReportEntry[],
  defaults: StatedDefaults | undefined,
): readonly ReportEntry[] | { readonly refused: Text } {
  const entries = sale as readonly FrenchEntry[];
  const partOf = reportedPart(entries);
  const stated = amounts.map(({ vatRate, amount }) => ({ rate: plainRate(vatRate), amount }));
  if (!isDueOnPayment(defaults) || !stated.some(({ rate }) => partOf(rate, A_CENT)))
    return { refused: NO_PAYMENT };
  const unknown = stated.find(({ rate }) => !FRENCH_RATES.has(rate));
  if (unknown) return { refused: say('routes-fr-pa.france-has-no-vat-rate-of', { value: unknown.rate }) };
  if (!stated.every(({ amount }) => AMOUNT.test(amount)))
    return { refused: say('routes-fr-pa.payment-has-at-most-2-decimals') };
  const cells = byRate(stated).map(([rate, some]) => {
    const ledger = { rate, partOf, cells: cellsOf(before as readonly Payment[], rate) };
    const amount = new Decimal(total(some.map((one) => one.amount)));
    return amount.isNegative() ? takeBack(amount.negated(), ledger) : [add(day, amount, ledger)];
  });
  if (cells.includes(undefined)) return { refused: say('routes-fr-pa.more-is-paid-back-than-was-stated-as') };
  return paymentsOf(
    cells.flatMap((some) => some ?? []),
    entries,
  );
}

/** Money of a day, at one VAT rate: what the caller states, and the part of it that is reported. */
interface Cell {
  readonly day: string;
  readonly rate: string;
  readonly stated: Decimal;
  readonly reported: Decimal;
}

/** The part of all money of a rate that is reported. */
type PartOf = (rate: string, stated: Decimal) => Decimal | undefined;

interface Ledger {
  readonly rate: string;
  readonly partOf: PartOf;
  readonly cells: readonly Cell[];
}

const A_CENT = new Decimal('0.01');

/** The share of the services in what is owed, and at most that. Undefined if nothing of the rate is reported. */
function reportedPart(entries: readonly FrenchEntry[]): PartOf {
  const invoice = invoiceIn(entries);
  if (invoice && !invoice.owed) return (_, stated) => (invoice.isService ? stated : undefined);
  const owed = invoice?.owed ?? owedIn(entries.filter((one) => one.kind === '10.3'));
  return (rate, stated) => {
    const row = owed.find((one) => one.rate === rate);
    if (!row || !new Decimal(row.services).gt(0)) return undefined;
    const services = round2(stated.times(row.services).div(row.whole));
    return invoice?.isInEuro === false ? services : Decimal.min(services, row.services);
  };
}

const invoiceIn = (entries: readonly FrenchEntry[]) =>
  entries.find((one) => one.kind === '10.1' && one.part === 'sales');

const allStated = (cells: readonly Cell[]): Decimal => sum(cells.map(({ stated }) => stated));
const allReported = (cells: readonly Cell[]): Decimal => sum(cells.map(({ reported }) => reported));

function add(day: string, stated: Decimal, { rate, partOf, cells }: Ledger): Cell {
  const all = partOf(rate, allStated(cells).plus(stated)) ?? ZERO;
  return { day, rate, stated, reported: Decimal.max(ZERO, all.minus(allReported(cells))) };
}

/** Undefined if less came in. */
function takeBack(amount: Decimal, { rate, partOf, cells }: Ledger): readonly Cell[] | undefined {
  let [left, stated, reported] = [amount, allStated(cells), allReported(cells)];
  const taken: Cell[] = [];
  for (const day of [...new Set(cells.map((cell) => cell.day))].sort().reverse()) {
    const ofDay = cells.filter((cell) => cell.day === day);
    const back = Decimal.min(left, allStated(ofDay));
    if (!back.gt(0)) continue;
    const tooMuch = reported.minus(partOf(rate, stated.minus(back)) ?? ZERO);
    const off = Decimal.max(ZERO, Decimal.min(tooMuch, allReported(ofDay)));
    taken.push({ day, rate, stated: back.negated(), reported: off.negated() });
    [left, stated, reported] = [left.minus(back), stated.minus(back), reported.minus(off)];
  }
  return left.gt(0) ? undefined : taken;
}

const cellsOf = (payments: readonly Payment[], rate: string): readonly Cell[] =>
  payments.flatMap(({ day, amounts }) =>
    amounts
      .filter((one) => one.rate === rate)
      .map(({ amount, stated = amount }) => ({
        day,
        rate,
        stated: new Decimal(stated),
        reported: new Decimal(amount),
      })),
  );

/** One for each day, the latest first. */
function paymentsOf(cells: readonly Cell[], sale: readonly FrenchEntry[]): readonly Payment[] {
  const invoice = invoiceIn(sale);
  const days = [...new Set(cells.map((cell) => cell.day))].sort().reverse();
  return days.map((day) => {
    const amounts = cells
      .filter((cell) => cell.day === day)
      .map(({ rate, stated, reported }) => ({
        rate,
        amount: reported.toFixed(2),
        ...(!stated.eq(reported) && { stated: stated.toFixed(2) }),
      }));
    const paid = { part: 'payments', day, amounts } as const;
    return invoice
      ? { ...paid, kind: '10.2', number: invoice.number, issueDate: invoice.day }
      : { ...paid, kind: '10.4' };
  });
}

export const statedIn = (payments: readonly ReportEntry[]): ReportedPayment['amounts'] =>
  (payments as readonly Payment[]).flatMap(({ amounts }) =>
    amounts.map(({ rate, amount, stated = amount }) => ({ vatRate: rate, amount: stated })),
  );

export const reportsPart = (payments: readonly ReportEntry[]): boolean =>
  (payments as readonly Payment[]).some(({ amounts }) => amounts.some(({ stated }) => stated !== undefined));
