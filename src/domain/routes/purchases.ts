import type { En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import type { RoutedPurchase } from '../vocabulary/stated-sale.ts';
import { ROUTE_PROFILES } from './all.ts';

/** What the buyer of an invoice reports of it to its administration; undefined if nothing. */
export function purchaseIn(invoice: Partly<En16931Invoice>): RoutedPurchase | undefined {
  for (const { name: route, reports } of ROUTE_PROFILES) {
    const purchase = reports?.purchaseOf(invoice);
    if (purchase) return { route, ...purchase };
  }
  return undefined;
}
