import type { Extensions, CompleteInvoice, ReceivedPayment } from '../../invoice/en16931.ts';
import { modelKind } from './kinds.ts';

export const paymentsOf = ({ poland }: Extensions): readonly ReceivedPayment[] =>
  poland?.paymentsReceived ?? [];

/** P_6 is the day of a payment: of the only one of an advance or its correction. Several payments have a day each (ZaliczkaCzesciowa). */
export function hasDayOfPayment(invoice: CompleteInvoice): boolean {
  const { kind, isOrder } = modelKind(invoice);
  return kind === 'ZAL' || (isOrder && paymentsOf(invoice.extensions).length === 1);
}

export const dayOfPayment = ({ extensions }: CompleteInvoice): string | undefined => {
  const [first, second] = paymentsOf(extensions);
  return second === undefined ? first?.date : undefined;
};
