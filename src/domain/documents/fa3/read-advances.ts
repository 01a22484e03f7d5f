import type { AdvanceInvoice, LineExtensions } from '../../invoice/en16931.ts';
import { type Decimal, round2, sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { ReadKind } from './kinds.ts';
import type { Draft } from './read-descriptions.ts';
import type { ReadLines } from './read-lines.ts';
import { isInAnotherCurrency } from './read-vat.ts';
import type { ConsumingReader } from './consuming-reader.ts';

/** BT-3 of an advance invoice. */
export const ADVANCE = '386';

/** ZaliczkaCzesciowa. The only payment of an advance has its day in P_6, else it is the day of issue. */
export function readPaymentsReceived(
  fa: ConsumingReader,
  { flip: turn, typeCode, isOrder }: Pick<ReadKind, 'flip' | 'typeCode' | 'isOrder'>,
  total: Decimal | undefined,
): readonly Draft[] {
  const several = fa.all('ZaliczkaCzesciowa').map((one): Draft => {
    const exchangeRate = isInAnotherCurrency(fa) ? one.number('KursWalutyZW') : undefined;
    return {
      date: one.text('P_6Z'),
      amount: turn(one.number('P_15Z')),
      ...(exchangeRate && { exchangeRate }),
    };
  });
  if (!isOrder || several.length > 1) {
    if (typeCode === ADVANCE) readDayPaid(fa, several);
    return several;
  }
  if (several.length > 0 || total === undefined || total.isZero()) return several;
  const date = fa.text('P_6') ?? fa.inside('Platnosc')?.peek('DataZaplaty') ?? fa.peek('P_1');
  const payments = [{ date, amount: total }];
  if (typeCode === ADVANCE) readDayPaid(fa, payments);
  return payments;
}

/** KursWalutyZ: the order of several payments, or of a correction, has no place for it. */
export function readRateOfAdvance(
  fa: ConsumingReader,
  { typeCode, isOrder }: Pick<ReadKind, 'typeCode' | 'isOrder'>,
  payments: readonly Draft[],
): Decimal | undefined {
  if (!isInAnotherCurrency(fa)) return undefined;
  const hasPlace = !isOrder || (typeCode === ADVANCE && payments.length < 2);
  return hasPlace ? fa.number('KursWalutyZ') : fa.peekNumber('KursWalutyZ');
}

/** DataZaplaty follows from the payments. */
function readDayPaid(fa: ConsumingReader, payments: readonly Draft[]): void {
  const last = payments
    .map(({ date }) => String(date))
    .sort()
    .at(-1);
  const paid = fa.inside('Platnosc');
  if (paid?.peek('DataZaplaty') === last && paid?.expect('Zaplacono', '1')) paid.text('DataZaplaty');
}

/** FakturaZaliczkowa. */
export const readAdvanceInvoices = (fa: ConsumingReader): readonly AdvanceInvoice[] =>
  fa.all('FakturaZaliczkowa').map((one) => {
    one.expect('NrKSeFZN', '1');
    const [routeNumber, number] = [one.text('NrKSeFFaZaliczkowej'), one.text('NrFaZaliczkowej')];
    return { ...(number !== undefined && { number }), ...(routeNumber !== undefined && { routeNumber }) };
  });

/** WartoscZamowienia follows from the lines of the order; the model cannot hold another value. */
export function readOrderValue(
  fa: ConsumingReader,
  { lines, allowances, charges }: Pick<ReadLines, 'lines' | 'allowances' | 'charges'>,
  extensions: readonly LineExtensions[],
): void {
  const order = fa.inside('Zamowienie');
  const withTax = (amount: Decimal | undefined, rate: Decimal | undefined): Decimal =>
    (amount ?? ZERO).plus(round2((amount ?? ZERO).times(rate ?? ZERO).div(100)));
  const value = sum([
    ...lines.flatMap((line, index) => {
      if (extensions[index]?.state === 'before') return [];
      const charged = line.charges.map(({ amount }) => amount);
      const own = line.netAmount?.minus(sum(charged));
      return [own, ...charged].map((amount) => withTax(amount, line.vatRate));
    }),
    ...allowances.map(({ amount, vatRate }) => withTax(amount.negated(), vatRate)),
    ...charges.map(({ amount, vatRate }) => withTax(amount, vatRate)),
  ]);
  if (order?.peekNumber('WartoscZamowienia')?.eq(value)) order.text('WartoscZamowienia');
}
