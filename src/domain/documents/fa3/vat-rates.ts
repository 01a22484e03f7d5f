import type { VatBreakdown } from '../../invoice/en16931.ts';
import type { Decimal } from '../../vocabulary/decimal.ts';

/** Whether the buyer is of Poland, of another state of the Union, or of neither. */
export type BuyerPlace = 'PL' | 'EU' | 'other';

/** Where FA(3) puts what is taxed alike: the rate on the line (P_12) and the sums of the invoice. */
export interface VatRate {
  readonly category: string;
  /** In percent, as P_12 has it; none where P_12 is a text of its own. */
  readonly rate?: string;
  /** None for the margin scheme: such lines state no rate. */
  readonly p12?: string;
  /** Net, or gross where the margin is taxed. */
  readonly net: string;
  readonly tax?: string;
  /** The tax in zlotys, on an invoice in another currency. */
  readonly taxInPln?: string;
  /** Holds only for a buyer of there. */
  readonly buyer?: BuyerPlace;
  /** Holds only for these exemption reasons (VATEX). */
  readonly reasons?: readonly string[];
  /** Holds only for lines of this kind. */
  readonly itemKind?: 'services';
}

const taxed = (number: 1 | 2 | 3 | 4, ...rates: readonly string[]): readonly VatRate[] =>
  rates.map((rate) => ({
    category: 'S',
    rate,
    p12: rate,
    net: `P_13_${number}`,
    tax: `P_14_${number}`,
    taxInPln: `P_14_${number}W`,
  }));

/** The margin schemes: travel agents, second-hand goods, works of art, collectors' items and antiques. */
export const MARGIN_REASONS = ['VATEX-EU-D', 'VATEX-EU-F', 'VATEX-EU-I', 'VATEX-EU-J'] as const;

/** What FA(3) has a place for, in the order of its sums; the first row that fits counts. Another rate has none. */
export const VAT_RATES: readonly VatRate[] = [
  ...taxed(1, '23', '22'),
  ...taxed(2, '8', '7'),
  ...taxed(3, '5'),
  // Taxi drivers' lump sum.
  ...taxed(4, '4', '3'),
  { category: 'Z', p12: '0 KR', net: 'P_13_6_1' },
  { category: 'K', p12: 'np II', net: 'P_13_9', buyer: 'EU', itemKind: 'services' },
  { category: 'K', p12: '0 WDT', net: 'P_13_6_2' },
  { category: 'G', p12: '0 EX', net: 'P_13_6_3' },
  { category: 'E', net: 'P_13_11', reasons: MARGIN_REASONS },
  { category: 'E', p12: 'zw', net: 'P_13_7' },
  { category: 'O', p12: 'np I', net: 'P_13_8' },
  { category: 'AE', p12: 'np II', net: 'P_13_9', buyer: 'EU' },
  { category: 'AE', p12: 'oo', net: 'P_13_10', buyer: 'PL' },
];

export interface Taxed {
  readonly category: string;
  readonly rate?: Decimal | undefined;
  readonly reasonCode?: string | undefined;
  readonly itemKind?: 'goods' | 'services' | undefined;
}

/** @returns undefined for what FA(3) has no place for. */
export const vatRateOf = (
  { category, rate, reasonCode, itemKind }: Taxed,
  buyer: BuyerPlace,
): VatRate | undefined =>
  VAT_RATES.find(
    (row) =>
      row.category === category &&
      (row.itemKind === undefined || row.itemKind === itemKind) &&
      (row.rate === undefined || (rate !== undefined && rate.eq(row.rate))) &&
      (row.buyer ?? buyer) === buyer &&
      (row.reasons === undefined || row.reasons.includes(reasonCode ?? '')),
  );

/** The reason of a category's exemption: lines do not say it themselves. */
export const reasonCodeOf = (breakdown: readonly VatBreakdown[], category: string): string | undefined =>
  breakdown.find((one) => one.category === category)?.exemptionReasonCode;
