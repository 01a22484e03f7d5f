import type { InvoiceSummary } from '../vocabulary/invoice-summary.ts';
import type { En16931Invoice } from './en16931.ts';
import type { Partly } from './partly.ts';
import { summaryOf } from './summary.ts';

/** VAT of one rate; amounts are decimals. */
export interface VatFigures {
  /** BT-118. */
  readonly category?: string;
  /** BT-119, percent. */
  readonly rate?: string;
  readonly taxable?: string;
  readonly tax?: string;
}

/** The figures of an invoice for accounts, as far as its document states them. */
export interface InvoiceFigures extends InvoiceSummary {
  readonly sellerVatId?: string;
  readonly buyerVatId?: string;
  readonly rates: readonly VatFigures[];
}

/** So many rates no honest invoice has. */
const MAX_RATES = 20;

export function figuresOf(invoice: Partly<En16931Invoice>): InvoiceFigures {
  const { seller, buyer, vatBreakdown = [] } = invoice;
  return {
    ...summaryOf(invoice),
    ...defined({
      sellerVatId: seller?.vatId,
      buyerVatId: buyer?.vatId,
    }),
    rates: vatBreakdown.slice(0, MAX_RATES).map(({ category, rate, taxableAmount, taxAmount }) =>
      defined({
        category,
        rate: rate?.toFixed(),
        taxable: taxableAmount?.toFixed(),
        tax: taxAmount?.toFixed(),
      }),
    ),
  };
}

const defined = <T extends object>(members: T): { readonly [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
