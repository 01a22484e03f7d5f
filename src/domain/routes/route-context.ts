import type { Finding } from '../findings/finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';

/** An earlier invoice that an invoice corrects (BG-3) without the number that the route gave it. Plain data. */
export interface EarlierInvoice {
  /** BT-25. */
  readonly number: string;
  /** BT-26. */
  readonly issueDate: string;
  /** The seller as the route's numbers name it. */
  readonly seller: string;
}

/** Numbers that the route gave, by `keyOf` the earlier invoice; null for one that is on its way to the route. */
export type RouteNumbers = Readonly<Record<string, string | null>>;

export const keyOf = ({ number, issueDate }: Pick<EarlierInvoice, 'number' | 'issueDate'>): string =>
  `${issueDate} ${number}`;

/** What a check on this route knows beyond the invoice. Plain data. */
export interface CheckContext {
  /** The route's day while a caller waits, `YYYY-MM-DD`; undefined if no caller waits: an official layer checks it again. */
  readonly today?: string | undefined;
  /** The day (UTC) on which the invoice came, `YYYY-MM-DD`. */
  readonly cameOn?: string | undefined;
  /** Of earlier invoices that it corrects, if it states none. */
  readonly routeNumbers?: RouteNumbers | undefined;
}

/** What a route asks about the world around an invoice: its own calendar, and what it holds of earlier invoices. */
export interface RouteContext {
  /** The route's day, `YYYY-MM-DD`. */
  readonly today: (now: Date) => string;
  /** Earlier invoices whose numbers the document has to state. */
  readonly earlierInvoices: (invoice: CanonicalInvoice) => readonly EarlierInvoice[];
  /** Whether the route gave this number (`legalId`) to the earlier invoice. */
  readonly isNumberOf: (legalId: string, earlier: EarlierInvoice) => boolean;
  readonly check: (invoice: CanonicalInvoice, context: CheckContext) => readonly Finding[];
  /** The invoice with the numbers that were found; what it states itself stays. */
  readonly complete: (invoice: CanonicalInvoice, numbers: RouteNumbers) => CanonicalInvoice;
}
