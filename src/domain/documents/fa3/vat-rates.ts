import type { VatBreakdown } from '../../invoice/en16931.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/** Whether the buyer is in Poland, in another state of the Union, or in neither. */
export type BuyerRegion = 'PL' | 'EU' | 'other';

/** The places of one kind of taxation: the rate on the line (P_12) and the sums of the invoice. */
export interface VatRate {
  readonly category: string;
  /** In percent, as in P_12; absent if P_12 is a text of its own. */
  readonly rate?: string;
  /** Absent for the margin scheme, whose lines state no rate, and for the one-stop shop, whose lines state it in P_12_XII. */
  readonly p12?: string;
  /** Net, or gross if the margin is taxed. */
  readonly net: string;
  readonly tax?: string;
  /** The tax in zlotys, on an invoice in another currency. */
  readonly taxInPln?: string;
  /** For a buyer in this place only. */
  readonly buyer?: BuyerRegion;
  /** For these exemption reasons (VATEX) only. */
  readonly reasons?: readonly string[];
  /** For lines of this kind only. */
  readonly itemKind?: 'services';
  /** Only on an invoice of the second taxpayer of a triangular transaction (P_23): goods that are supplied outside of Poland. */
  readonly isTriangular?: true;
  /** Only on an invoice of the one-stop shop (P_12_XII): any rate, that of the consumer's country. */
  readonly isOneStopShop?: true;
}

const tax = (number: 1 | 2 | 3 | 4, ...rates: readonly string[]): readonly VatRate[] =>
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

/** The rates of FA(3), in the order of its sums; the first row that fits counts. Another rate has no place. */
export const VAT_RATES: readonly VatRate[] = [
  { category: 'S', net: 'P_13_5', tax: 'P_14_5', isOneStopShop: true },
  ...tax(1, '23', '22'),
  ...tax(2, '8', '7'),
  ...tax(3, '5'),
  // Taxi drivers' lump sum.
  ...tax(4, '4', '3'),
  { category: 'Z', p12: '0 KR', net: 'P_13_6_1' },
  { category: 'K', p12: 'np II', net: 'P_13_9', buyer: 'EU', itemKind: 'services' },
  { category: 'K', p12: '0 WDT', net: 'P_13_6_2' },
  { category: 'G', p12: '0 EX', net: 'P_13_6_3' },
  { category: 'E', net: 'P_13_11', reasons: MARGIN_REASONS },
  { category: 'E', p12: 'zw', net: 'P_13_7' },
  { category: 'AE', p12: 'np I', net: 'P_13_8', buyer: 'EU', isTriangular: true },
  { category: 'O', p12: 'np I', net: 'P_13_8' },
  { category: 'AE', p12: 'np II', net: 'P_13_9', buyer: 'EU' },
  { category: 'AE', p12: 'oo', net: 'P_13_10', buyer: 'PL' },
];

interface Taxed {
  readonly category: string;
  readonly rate?: Decimal | undefined;
  readonly reasonCode?: string | undefined;
  readonly itemKind?: 'goods' | 'services' | undefined;
  /** P_23. */
  readonly isTriangular?: boolean | undefined;
  readonly isOneStopShop?: boolean | undefined;
}

/** @returns undefined for a rate without a place in FA(3). */
export function vatRateOf(taxed: Taxed, buyer: BuyerRegion): VatRate | undefined {
  const { category, rate, reasonCode, itemKind, isTriangular = false, isOneStopShop = false } = taxed;
  const matchingRate = VAT_RATES.find(
    (row) =>
      row.category === category &&
      (row.isOneStopShop === undefined || isOneStopShop) &&
      (row.itemKind === undefined || row.itemKind === itemKind) &&
      (row.isTriangular === undefined || (isTriangular && itemKind !== 'services')) &&
      (row.rate === undefined || (rate !== undefined && rate.eq(row.rate))) &&
      (row.buyer ?? buyer) === buyer &&
      (row.reasons === undefined || row.reasons.includes(reasonCode ?? '')),
  );
  return matchingRate?.isOneStopShop ? atForeignRate(matchingRate, rate) : matchingRate;
}

/** The row of the one-stop shop at the rate of a line. */
export const atForeignRate = (row: VatRate, rate: Decimal | undefined): VatRate => ({
  ...row,
  ...(rate && { rate: rate.toFixed() }),
});

/** The exemption reason of a category: lines do not state it. */
export const reasonCodeOf = (breakdown: readonly VatBreakdown[], category: string): string | undefined =>
  breakdown.find((one) => one.category === category)?.exemptionReasonCode;
