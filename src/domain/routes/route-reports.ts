import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { RouteRules } from '../checks/early-rules/rule-sets.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import type { En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import type { StatedDefaults } from '../invoice/completions/completion.ts';
import type {
  Declarant,
  ReportEntry,
  ReportPart,
  StatedPurchase,
  StatedSale,
} from '../vocabulary/stated-sale.ts';

/** First and last day, `YYYY-MM-DD`. */
export interface ReportPeriod {
  readonly first: string;
  readonly last: string;
}

/** The sales of a day that a till or a shop sums up. Amounts are decimal texts. */
export interface DayTotals {
  readonly day: string;
  readonly category: string;
  readonly count?: number;
  readonly amounts: readonly { readonly vatRate: string; readonly net: string; readonly vat: string }[];
  /** The money came in on the same day. */
  readonly isPaid: boolean;
}

/** A payment of a reported sale: what came in on a day, VAT included, by VAT rate; below zero what went back. */
export interface ReportedPayment {
  readonly day: string;
  readonly amounts: readonly { readonly vatRate: string; readonly amount: string }[];
}

/** A report, ready to be written. */
export interface ReportOrder {
  /** Its identity at the route. */
  readonly id: string;
  readonly at: Date;
  /** It replaces an earlier report of its period. */
  readonly isReplacement: boolean;
  /** The platform that sends it on. */
  readonly sender: Declarant;
  readonly declarant: Declarant;
  readonly part: ReportPart;
  readonly period: ReportPeriod;
  readonly entries: readonly ReportEntry[];
}

/** The service writes the reports of a client, or its platform derives them from the invoices. */
export const REPORT_WAYS = ['own', 'platform'] as const;
export type ReportWay = (typeof REPORT_WAYS)[number];

interface ReportWords {
  /** Why the service does not report for a client, and what to do. */
  readonly derived: Text;
  readonly unknownWay: Text;
  /** What to do about a refused report, and reasons, by code, that the catalogue words for an invoice. */
  readonly refusedHint: Text;
  readonly refusedFor: Readonly<Record<string, Text>>;
}

/** Reports of sales to the tax administration, on a route that has them. */
export interface RouteReports {
  /** Of the tax administration, as IANA names it. */
  readonly timeZone: string;
  /** Whether somebody has to report the sale. */
  readonly isReportable: (invoice: CanonicalInvoice) => boolean;
  /** The same of a finished file, whose sale is not read: by the countries of seller and buyer. */
  readonly isReportableBetween: (seller: string, buyer: string) => boolean;
  /** Warns that another route delivers the invoice, and no report states the sale. */
  readonly notReported: Finding;
  /** Whether the sale is stated in a report of ours and not sent as an invoice. */
  readonly isReported: (invoice: CanonicalInvoice, defaults: StatedDefaults | undefined) => boolean;
  /** Whether the invoice goes to the platform, which derives the report of its sale. */
  readonly isDerived: (invoice: CanonicalInvoice, defaults: StatedDefaults | undefined) => boolean;
  /** Early rules of a sale that is stated in a report of ours, in place of those of an invoice. */
  readonly rules: RouteRules;
  readonly way: (defaults: StatedDefaults | undefined) => ReportWay | undefined;
  /** Entries of an invoice that is reported, and who reports it. */
  readonly saleOf: (invoice: CanonicalInvoice) => StatedSale;
  /** What the buyer of a received invoice reports of it; undefined if nothing. */
  readonly purchaseOf: (invoice: Partly<En16931Invoice>) => StatedPurchase | undefined;
  /** Whether the client's record has purchases of this scope reported. */
  readonly reportsPurchases: (defaults: StatedDefaults | undefined, scope: string) => boolean;
  /** In place of a purchase or payment: takes it out of its report. */
  readonly withdrawn: (stated: StatedSale) => StatedSale;
  /** Why nothing of the day is reported, if it is before the duty; undefined otherwise. */
  readonly tooEarly: (day: string) => Text | undefined;
  /** The day at the administration, `YYYY-MM-DD`. */
  readonly today: (now: Date) => string;
  readonly words: ReportWords;
  readonly declarantNumber: (id: string) => string | undefined;
  /** @returns why not, by the member of the totals. */
  readonly dayEntries: (
    totals: DayTotals,
    defaults: StatedDefaults | undefined,
  ) => readonly ReportEntry[] | { readonly member: string; readonly refused: Text };
  /**
   * @param before what was stated as paid of the same sale.
   * @returns an entry for each day, the latest first; or why not, for the caller.
   */
  readonly paymentEntries: (
    sale: readonly ReportEntry[],
    payment: ReportedPayment,
    before: readonly ReportEntry[],
    defaults: StatedDefaults | undefined,
  ) => readonly ReportEntry[] | { readonly refused: Text };
  /** What the caller has stated by entries of payments: the report may have a part of it. */
  readonly statedIn: (payments: readonly ReportEntry[]) => ReportedPayment['amounts'];
  /** Whether the report has only a part of what the caller has stated by them. */
  readonly reportsPart: (payments: readonly ReportEntry[]) => boolean;
  /** Whether the payments that tills have stated in a period cover what they paid back. */
  readonly coversPaidBack: (payments: readonly ReportEntry[]) => boolean;
  /** Undefined if the client's record does not state the regime. */
  readonly periodOf: (
    defaults: StatedDefaults | undefined,
    part: ReportPart,
    day: string,
  ) => ReportPeriod | undefined;
  /** When the report of a period is sent, and the last moment at which it is in time. */
  readonly timesOf: (
    defaults: StatedDefaults | undefined,
    part: ReportPart,
    period: ReportPeriod,
  ) => { readonly sendAt: Date; readonly deadlineAt: Date };
  /** XML. */
  readonly write: (order: ReportOrder) => string;
}
