import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { VatCategory } from './canonical.ts';

/** One group of the VAT breakdown, before exemption reasons. */
export interface VatGroup {
  readonly category: VatCategory;
  /** Percent; none for category O. */
  readonly rate?: Decimal;
  /** Stated with its amounts: among several sellers each reason has a group of its own. */
  readonly exemption?: { readonly reason?: string; readonly code?: string };
  /** BT-116. */
  readonly taxableAmount: Decimal;
  /** BT-117. */
  readonly taxAmount: Decimal;
}
