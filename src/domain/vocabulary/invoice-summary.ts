import type { Issuer } from './issuer.ts';

/** What an invoice is, at a glance: the members that can be read. It is content, so it is stored sealed. */
export interface InvoiceSummary {
  /** BT-1. */
  readonly number?: string;
  /** BT-3. */
  readonly typeCode?: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** BT-9, `YYYY-MM-DD`. */
  readonly dueDate?: string;
  /** BT-27. */
  readonly seller?: string;
  /** BT-44. */
  readonly buyer?: string;
  /** BT-40. Not shown: times for people are those of its clocks. */
  readonly sellerCountry?: string;
  /** BT-31. Searched, and not shown. */
  readonly sellerVatId?: string;
  /** BT-48. Searched, and not shown. */
  readonly buyerVatId?: string;
  /** Who numbers it. Compared, and not shown. */
  readonly issuer?: Issuer;
  /** BT-5. */
  readonly currency?: string;
  /** BT-109, a decimal. In tables of lists alone. */
  readonly withoutVat?: string;
  /** BT-110, a decimal. In tables of lists alone. */
  readonly vat?: string;
  /** BT-112, a decimal. */
  readonly total?: string;
  /** BT-115, a decimal. */
  readonly due?: string;
}
