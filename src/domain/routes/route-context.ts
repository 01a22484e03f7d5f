import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';

/** An earlier invoice that an invoice corrects (BG-3) without the number that the route gave it. Plain data. */
export interface EarlierInvoice {
  /** BT-25. */
  readonly number: string;
  /** BT-26. */
  readonly issueDate: string;
  /** The seller's number, as the route's numbers contain it. */
  readonly seller: string;
}

/** Numbers that the route gave, by `keyOf` the earlier invoice; null for one that is on its way to the route. */
export type RouteNumbers = Readonly<Record<string, string | null>>;

export const keyOf = ({ number, issueDate }: Pick<EarlierInvoice, 'number' | 'issueDate'>): string =>
  `${issueDate} ${number}`;

/** Facts that a check on this route needs besides the invoice. Plain data. */
export interface CheckContext {
  /** The route's day while a caller waits, `YYYY-MM-DD`; undefined if no caller waits: an official layer checks it again. */
  readonly today?: string | undefined;
  /** The day of the intake where the tax office is, `YYYY-MM-DD`: see `dayOfFiling`. */
  readonly cameOn?: string | undefined;
  /** Numbers of corrected invoices for which the invoice states none. */
  readonly routeNumbers?: RouteNumbers | undefined;
  /** What is changed in publishers' rules for the client. */
  readonly overlays?: readonly Overlay[] | undefined;
}

/** What a route needs besides an invoice: its own calendar, and the numbers of earlier invoices. */
export interface RouteContext {
  /** The route's day, `YYYY-MM-DD`. */
  readonly today: (now: Date) => string;
  /** BT-1 as the document of the route writes it. */
  readonly writtenNumber: (number: string) => string;
  /** Earlier invoices whose numbers the document must state. */
  readonly earlierInvoices: (invoice: CanonicalInvoice) => readonly EarlierInvoice[];
  /** Whether the route gave this number (`legalId`) to the earlier invoice. */
  readonly isNumberOf: (legalId: string, earlier: EarlierInvoice) => boolean;
  readonly check: (invoice: CanonicalInvoice, context: CheckContext) => readonly Finding[];
  /** Adds the numbers that were found; a number that the invoice states stays. */
  readonly complete: (invoice: CanonicalInvoice, numbers: RouteNumbers) => CanonicalInvoice;
}
