import type { CompleteInvoice, IsoDate, Period } from '../../invoice/en16931.ts';
import { leaveUnjudged } from '../../invoice/unjudged.ts';
import type { Partly } from '../../invoice/partly.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

interface Located {
  readonly address: { readonly country: string };
}

interface VatBearing {
  readonly vatCategory: string;
  readonly vatRate?: Decimal | undefined;
  readonly vatExemptionCode?: string | undefined;
}

/** A line that does not count may lack both. */
interface DoubtedLine extends Partial<VatBearing> {
  readonly quantity?: Decimal | undefined;
  readonly period?: Period | undefined;
  readonly beforeCorrection?: boolean | undefined;
}

/**
 * What the checks of plausibility read of an invoice, whatever form it came in. A member that is not known throws, as a refused one does.
 */
export interface DoubtedInvoice {
  readonly invoice: {
    readonly issueDate: IsoDate;
    readonly typeCode: string;
    readonly dueDate?: IsoDate | undefined;
    readonly taxPointDate?: IsoDate | undefined;
    readonly period?: Period | undefined;
  };
  readonly seller: Located & { readonly vatId?: string | undefined };
  readonly buyer: Located;
  readonly payee?: object | undefined;
  readonly taxRepresentative?: { readonly vatId: string } | undefined;
  readonly delivery?:
    | { readonly date?: IsoDate | undefined; readonly address?: { readonly country: string } | undefined }
    | undefined;
  readonly payment?:
    | {
        readonly iban?: string | undefined;
        readonly accounts: readonly { readonly iban?: string | undefined }[];
        readonly prepaidAmount?: Decimal | undefined;
        readonly roundingAmount?: Decimal | undefined;
      }
    | undefined;
  readonly precedingInvoices: readonly unknown[];
  readonly advanceInvoices: readonly unknown[];
  readonly lines: readonly DoubtedLine[];
  readonly allowances: readonly VatBearing[];
  readonly charges: readonly VatBearing[];
  readonly vatExemption: readonly {
    readonly vatCategory?: string | undefined;
    readonly reasonCode?: string | undefined;
  }[];
}

const requireKnown = <T>(value: T | undefined): T => (value === undefined ? leaveUnjudged() : value);

const located = (country: string | undefined): { readonly country: string } => ({
  get country() {
    return requireKnown(country);
  },
});

const vatBearing = ({ vatCategory, vatRate }: Partly<VatBearing>): VatBearing => ({
  get vatCategory() {
    return requireKnown(vatCategory);
  },
  vatRate,
});

/** A finished file, as far as it was read. */
export function doubtedFile(read: Partly<CompleteInvoice>): DoubtedInvoice {
  const { seller, buyer, delivery, taxRepresentative, payment, extensions } = read;
  const { issueDate, typeCode, dueDate, taxPointDate, period } = read;
  return {
    invoice: {
      get issueDate() {
        return requireKnown(issueDate);
      },
      get typeCode() {
        return requireKnown(typeCode);
      },
      dueDate,
      taxPointDate,
      period,
    },
    seller: { vatId: seller?.vatId, address: located(seller?.address?.country) },
    buyer: { address: located(buyer?.address?.country) },
    payee: read.payee,
    taxRepresentative: taxRepresentative && {
      get vatId() {
        return requireKnown(taxRepresentative.vatId);
      },
    },
    delivery: delivery && {
      date: delivery.date,
      address: delivery.address?.country === undefined ? undefined : located(delivery.address.country),
    },
    payment: {
      accounts: (payment?.accounts ?? []).map(({ id }) => ({ iban: id })),
      prepaidAmount: read.totals?.prepaid,
      roundingAmount: read.totals?.rounding,
    },
    precedingInvoices: read.precedingInvoices ?? [],
    advanceInvoices: extensions?.advanceInvoices ?? [],
    lines: (read.lines ?? []).map((line, index) => doubtedLine(line, extensions?.lines?.[index]?.state)),
    allowances: (read.allowances ?? []).map(vatBearing),
    charges: (read.charges ?? []).map(vatBearing),
    vatExemption: (read.vatBreakdown ?? []).map(({ category, exemptionReasonCode }) => ({
      vatCategory: category,
      reasonCode: exemptionReasonCode,
    })),
  };
}

const doubtedLine = (
  { vatCategory, vatRate, quantity, period }: Partly<CompleteInvoice['lines'][number]>,
  state: string | undefined,
): DoubtedLine => ({
  get vatCategory() {
    return requireKnown(vatCategory);
  },
  get quantity() {
    return requireKnown(quantity);
  },
  vatRate,
  period,
  beforeCorrection: state === 'before',
});
