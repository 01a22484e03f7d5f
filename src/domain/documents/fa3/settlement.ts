import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { amount, type Fa3Element, fix, group, leaf } from './element.ts';
import type { SignFlip } from './kinds.ts';

/** Powod of amounts that are added to the total or deducted from it, outside of VAT. */
export const REASONS = { prepaid: 'Zapłacono wcześniej', rounding: 'Zaokrąglenie' } as const;

/** Rozliczenie: earlier payments, unless Platnosc states their day, and the rounding of the amount due. */
export function settlement({ totals, extensions }: CompleteInvoice, flip: SignFlip): Fa3Element | undefined {
  const prepaid = extensions.prepaidDate === undefined ? flip(totals.prepaid) : undefined;
  const rounding = flip(totals.rounding);
  if (prepaid === undefined && rounding === undefined) return undefined;
  const added = rounding?.isNegative() ? undefined : rounding;
  const takenOff = rounding?.isNegative() ? rounding.negated() : undefined;
  const due = flip(totals.withVat)
    .minus(prepaid ?? ZERO)
    .plus(rounding ?? ZERO);
  return group(
    'Rozliczenie',
    entry('Obciazenia', added, REASONS.rounding, 'BT-114'),
    money('SumaObciazen', added, 'BT-114'),
    entry('Odliczenia', prepaid, REASONS.prepaid, 'BT-113'),
    entry('Odliczenia', takenOff, REASONS.rounding, 'BT-114'),
    money(
      'SumaOdliczen',
      prepaid || takenOff ? (prepaid ?? ZERO).plus(takenOff ?? ZERO) : undefined,
      'BT-113',
    ),
    money('DoZaplaty', due, 'BT-115'),
  );
}

const money = (name: string, value: Decimal | undefined, term: string): Fa3Element | undefined =>
  leaf(name, amount(value), { term });

const entry = (
  name: string,
  value: Decimal | undefined,
  reason: string,
  term: string,
): Fa3Element | undefined => value && group(name, money('Kwota', value, term), fix('Powod', reason));
