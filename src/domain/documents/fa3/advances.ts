import type { Extensions, CompleteInvoice } from '../../invoice/en16931.ts';
import { sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { paymentsOf } from './advance-day.ts';
import { amount, type Fa3Element, fix, group, leaf, number } from './element.ts';
import type { InvoiceKind, SignFlip } from './kinds.ts';
import { ORDER_LINE } from './line-names.ts';
import { type Fa3Line, lineElement, taxOf } from './lines.ts';

/** The day on which an advance was paid in full. */
export const lastPayment = (extensions: Extensions): string | undefined =>
  paymentsOf(extensions)
    .map(({ date }) => date)
    .sort()
    .at(-1);

const isInAnother = ({ currency, vatCurrency }: CompleteInvoice): boolean =>
  currency !== 'PLN' && vatCurrency === 'PLN';

/** KursWalutyZ: the rate of one payment; several payments have one each. */
export function rateOfAdvance(invoice: CompleteInvoice, { kind }: InvoiceKind): Fa3Element | undefined {
  const [first, second] = paymentsOf(invoice.extensions);
  if (kind !== 'ZAL' || !isInAnother(invoice) || second !== undefined) return undefined;
  return first?.exchangeRate
    ? leaf('KursWalutyZ', number(first.exchangeRate), { field: 'pl.payments_received[0].exchange_rate' })
    : leaf('KursWalutyZ', number(invoice.extensions.vatExchangeRate), { field: 'invoice.vat_exchange_rate' });
}

/** ZaliczkaCzesciowa: for an advance and its correction if there are several payments; for a final invoice each payment. */
export function partialPayments(
  invoice: CompleteInvoice,
  { isOrder }: InvoiceKind,
  flip: SignFlip,
): readonly (Fa3Element | undefined)[] {
  const payments = paymentsOf(invoice.extensions);
  if (isOrder && payments.length < 2) return [];
  return payments.map(({ date, amount: value, exchangeRate }, index) => {
    const of = (member: string) => ({ field: `pl.payments_received[${index}].${member}` });
    const rate = isInAnother(invoice) ? (exchangeRate ?? invoice.extensions.vatExchangeRate) : undefined;
    return group(
      'ZaliczkaCzesciowa',
      leaf('P_6Z', date, of('date')),
      leaf('P_15Z', amount(flip(value)), of('amount')),
      leaf('KursWalutyZW', number(rate), of('exchange_rate')),
    );
  });
}

/** FakturaZaliczkowa: by the KSeF number if there is one. */
export const advanceInvoices = ({ extensions }: CompleteInvoice): readonly (Fa3Element | undefined)[] =>
  (extensions.advanceInvoices ?? []).map(({ number: own, routeNumber }, index) => {
    const of = (member: string) => ({ field: `advance_invoices[${index}].${member}` });
    return group(
      'FakturaZaliczkowa',
      routeNumber === undefined
        ? [fix('NrKSeFZN', '1'), leaf('NrFaZaliczkowej', own, of('number'))]
        : leaf('NrKSeFFaZaliczkowej', routeNumber, of('route_number')),
    );
  });

/** Zamowienie: the whole order, with its present value. */
export function order(
  invoice: CompleteInvoice,
  lines: readonly Fa3Line[],
  flip: SignFlip,
): Fa3Element | undefined {
  const now = lines.filter(({ state }) => state !== 'before');
  const value = sum(now.map((line) => (line.amount ?? ZERO).plus(taxOf(line) ?? ZERO)));
  return group(
    'Zamowienie',
    leaf('WartoscZamowienia', amount(value), { term: 'BT-106' }),
    lines.map((line) => lineElement(line, invoice, flip, ORDER_LINE)),
  );
}
