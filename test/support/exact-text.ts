import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { amountText } from '../../src/domain/invoice/summary.ts';

/** An amount with each of its digits: one that was not rounded has more than two decimals. */
export const exactText = (amount: Decimal | undefined): string => (amount ? amountText(amount) : 'none');
