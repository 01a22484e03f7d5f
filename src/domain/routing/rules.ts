import {
  both,
  buyerIn,
  buyerOnPeppol,
  domestic,
  either,
  germanFormat,
  not,
  peppolCredential,
  sellerIn,
  type RoutingTest,
} from './facts.ts';
import type { Route } from '../vocabulary/route.ts';

interface RouteRule {
  readonly name: string;
  readonly route: Route;
  readonly when: RoutingTest;
}

/** The route that is taken only if the buyer is registered there; a client's credential for it counts, too. */
export const LOOKED_UP_ROUTE = 'PEPPOL';

/**
 * First match wins, so order is meaning: national duties first, then the German choice between proof of delivery and a
 * file that waits, then Peppol for everyone else. A missing credential changes no route but the German one: falling back
 * to another channel would break the law silently; the send fails and says why.
 */
export const ROUTE_RULES = [
  { name: 'pl-domestic', route: 'PL-KSEF', when: domestic('PL') },
  { name: 'ro-domestic', route: 'RO-EFACTURA', when: domestic('RO') },
  { name: 'fr-domestic', route: 'FR-PA', when: domestic('FR') },
  { name: 'fr-cross-border', route: 'FR-PA', when: both(sellerIn('FR'), not(buyerIn('FR'))) },
  // Belgium's mandate makes registration the buyer's duty; a buyer without one shows at sending.
  { name: 'be-domestic', route: 'PEPPOL', when: domestic('BE') },
  {
    name: 'de-domestic-peppol',
    route: 'PEPPOL',
    when: both(domestic('DE'), peppolCredential, not(germanFormat), buyerOnPeppol),
  },
  {
    name: 'de-domestic',
    route: 'DE-XRECHNUNG',
    when: both(domestic('DE'), either(not(peppolCredential), germanFormat, not(buyerOnPeppol))),
  },
  { name: 'cross-border-peppol', route: 'PEPPOL', when: both(not(germanFormat), buyerOnPeppol) },
] as const satisfies readonly RouteRule[];

export type RouteRuleName = (typeof ROUTE_RULES)[number]['name'];
