import type { Finding, NonEmpty } from '../../domain/findings/finding.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import type { ParsedInvoice } from '../../domain/invoice/parse-canonical.ts';
import { judged } from '../../domain/invoice/unjudged.ts';

/** What is asked of an invoice for its record. */
export interface InvoiceFacts extends RoutedBy {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: string;
}

/** What the router asks. */
export interface RoutedBy extends Pick<CanonicalInvoice, 'profile'> {
  /** BT-40. */
  readonly sellerCountry: string;
  /** BT-55. */
  readonly buyerCountry: string;
}

export const factsOf = (document: CanonicalInvoice): InvoiceFacts => ({
  number: document.invoice.number,
  issueDate: document.invoice.issueDate,
  ...routedBy(document),
});

const routedBy = ({ seller, buyer, profile }: CanonicalInvoice): RoutedBy => ({
  sellerCountry: seller.address.country,
  buyerCountry: buyer.address.country,
  ...(profile && { profile }),
});

export type AskedFacts =
  | { readonly ok: true; readonly facts: InvoiceFacts }
  | {
      readonly ok: false;
      readonly findings: NonEmpty<Finding>;
      /** When that much can be read. */
      readonly routedBy?: RoutedBy;
    };

export function askedFacts(read: ParsedInvoice): AskedFacts {
  if (read.ok) return { ok: true, facts: factsOf(read.invoice) };
  const { findings, partly } = read;
  const known = partly && judged(() => routedBy(partly), undefined);
  return { ok: false, findings, ...(known && { routedBy: known }) };
}
