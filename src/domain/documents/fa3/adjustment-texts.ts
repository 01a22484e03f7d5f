import type { Adjustment } from '../../invoice/en16931.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { amount, number } from './element.ts';
import type { SignFlip } from './kinds.ts';

/** Klucz of the details of an allowance or a charge beside its amount. */
export const ADJUSTMENT_KEYS = {
  lineAllowance: 'Rabat',
  lineCharge: 'Opłata',
  allowance: 'Rabat do faktury',
  charge: 'Opłata do faktury',
} as const;

/** P_7 of an allowance or a charge that has a line of its own and no reason. */
export const WITHOUT_REASON = 'bez podania przyczyny';

/** `5.00 = 10 % z 50.00 (95): Rabat`, without the parts that are unknown. */
export function adjustmentText(
  { amount: value, percent, base, reasonCode, reason }: Adjustment,
  flip: SignFlip,
): string {
  return [
    amount(flip(value)) ?? '',
    percent === undefined ? '' : ` = ${number(percent) ?? ''} %`,
    base === undefined ? '' : ` z ${amount(flip(base)) ?? ''}`,
    reasonCode === undefined ? '' : ` (${reasonCode})`,
    reason === undefined ? '' : `: ${reason}`,
  ].join('');
}

const TEXT = /^(-?[\d.][\d.]*)(?: = (-?[\d.][\d.]*) %)?(?: z (-?[\d.][\d.]*))?(?: \((\w\w*)\))?(?:: (.*))?$/;

/** Reads such a text; undefined for any other text. */
export function adjustmentIn(text: string, flip: SignFlip): Adjustment | undefined {
  const [, value, percent, base, reasonCode, reason] = TEXT.exec(text) ?? [];
  const turned = value === undefined ? undefined : flip(new Decimal(value));
  if (turned === undefined) return undefined;
  return {
    amount: turned,
    ...(percent !== undefined && { percent: new Decimal(percent) }),
    ...(base !== undefined && { base: flip(new Decimal(base)) }),
    ...(reasonCode !== undefined && { reasonCode }),
    ...(reason !== undefined && { reason }),
  };
}
