import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Route } from './route.ts';

/** A report states sales, their payments, or purchases. */
export const REPORT_PARTS = ['sales', 'payments', 'purchases'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** What one sale, payment or purchase adds to a report. Plain data: it is stored as JSON. */
export interface ReportEntry {
  /** The route's own name of the kind of report: `10.3`. */
  readonly kind: string;
  readonly part: ReportPart;
  /** The day that puts it into a period, `YYYY-MM-DD`. */
  readonly day: string;
}

/** The party that has to report. */
export interface Declarant {
  /** Its number in the register of its country. */
  readonly id: string;
  readonly name: string;
}

/** What a sale adds to reports, and who reports it. Plain data. */
export interface StatedSale {
  readonly declarant: Declarant;
  readonly entries: readonly ReportEntry[];
  /** How the route is told that the platform has to derive a report of the invoice. */
  readonly processingRule?: string;
  /** The sale that states the money of the same statement of a till. */
  readonly payment?: string;
  /** The call that stated it, of a payment of an invoice. */
  readonly call?: string;
}

/** A purchase that its buyer reports, as its invoice states it. Plain data. */
export interface StatedPurchase {
  /** Names the invoice, whatever route it came over and however its file is written. */
  readonly name: string;
  /** For which a client may switch reports on. */
  readonly scope: string;
  readonly purchase:
    | StatedSale
    /** Why a report cannot state it. */
    | { readonly missing: Text };
}

export interface RoutedPurchase extends StatedPurchase {
  /** Over which it is reported, whatever route the invoice came over. */
  readonly route: Route;
}
