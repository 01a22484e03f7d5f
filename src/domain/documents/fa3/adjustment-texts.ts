import type { Adjustment } from '../../invoice/en16931.ts';
import { Decimal } from '../../vocabulary/decimal.ts';
import { amount, number } from './element.ts';

/** Klucz of what is said of an allowance or a charge beside its amount. */
export const ADJUSTMENT_KEYS = {
  lineAllowance: 'Rabat',
  lineCharge: 'Opłata',
  allowance: 'Rabat do faktury',
  charge: 'Opłata do faktury',
} as const;

/** P_7 of an allowance or a charge that has a line of its own and no reason. */
export const WITHOUT_REASON = 'bez podania przyczyny';

/** `5.00 = 10 % z 50.00 (95): Rabat`, as far as it is known. */
export function adjustmentText({ amount: value, percent, base, reasonCode, reason }: Adjustment): string {
  return [
    amount(value) ?? '',
    percent === undefined ? '' : ` = ${number(percent) ?? ''} %`,
    base === undefined ? '' : ` z ${amount(base) ?? ''}`,
    reasonCode === undefined ? '' : ` (${reasonCode})`,
    reason === undefined ? '' : `: ${reason}`,
  ].join('');
}

const TEXT = /^(-?[\d.]+)(?: = (-?[\d.]+) %)?(?: z (-?[\d.]+))?(?: \((\w+)\))?(?:: (.*))?$/;

/** The same, read; nothing of what we did not write. */
export function adjustmentIn(text: string): Adjustment | undefined {
  const [, value, percent, base, reasonCode, reason] = TEXT.exec(text) ?? [];
  if (value === undefined) return undefined;
  return {
    amount: new Decimal(value),
    ...(percent !== undefined && { percent: new Decimal(percent) }),
    ...(base !== undefined && { base: new Decimal(base) }),
    ...(reasonCode !== undefined && { reasonCode }),
    ...(reason !== undefined && { reason }),
  };
}
