import type { Finding } from '../findings/finding.ts';
import type { Profile } from '../invoice/canonical.ts';
import { domestic, sellerIn, type RoutingFacts, type RoutingTest } from './facts.ts';
import type { Route } from '../vocabulary/route.ts';
import { ROUTE_RULES, type RouteRuleName } from './rules.ts';

export type Choice =
  | { readonly kind: 'chosen'; readonly route: Route; readonly rule: RouteRuleName }
  /** A rule needs `buyerOnPeppol`: look it up and choose again. */
  | { readonly kind: 'look-up-buyer' }
  /** Nothing is queued: `EI-ROUTE-UNDECIDED`, or `EI-ROUTE-PEPPOL-UNKNOWN` if a look-up failed and may be repeated. */
  | { readonly kind: 'undecided'; readonly finding: Finding };

/** Profiles of one country; for another pair of countries no route fits. */
const PROFILE_BOUNDS: Partial<Record<Profile, RoutingTest>> = {
  'ro-cius': domestic('RO'),
  'fr-ctc': sellerIn('FR'),
};

/** The route of an invoice for which the caller named none (contract 4.1). */
export function chooseRoute(facts: RoutingFacts): Choice {
  const bound = facts.profile && PROFILE_BOUNDS[facts.profile];
  if (bound?.(facts) === 'no')
    return leaveUndecided(
      'profile',
      'This profile belongs to another country than that of seller and buyer.',
    );
  for (const { name, route, when } of ROUTE_RULES) {
    const result = when(facts);
    if (result === 'yes') return { kind: 'chosen', route, rule: name };
    if (result === 'ask') return { kind: 'look-up-buyer' };
    if (result === 'unknown') return PEPPOL_UNKNOWN;
  }
  return leaveUndecided('route', undecidedMessage(facts));
}

const PEPPOL_UNKNOWN: Choice = {
  kind: 'undecided',
  finding: {
    code: 'EI-ROUTE-PEPPOL-UNKNOWN',
    severity: 'error',
    source: 'router',
    message: "The route depends on the buyer's Peppol registration, which could not be looked up.",
    field: 'route',
    fixHint: 'Send it again later with another Idempotency-Key, or name the route.',
    whoFixes: 'erp',
  },
};

const NAME_THE_ROUTE =
  "Name the route that buyer and seller agreed on, or complete the buyer's address, VAT number and electronic address (BT-49).";

function leaveUndecided(field: string, message: string): Choice {
  const finding: Finding = {
    code: 'EI-ROUTE-UNDECIDED',
    severity: 'error',
    source: 'router',
    message,
    field,
    fixHint: field === 'profile' ? 'Leave the profile out, or name the route.' : NAME_THE_ROUTE,
    whoFixes: 'erp',
  };
  return { kind: 'undecided', finding };
}

const undecidedMessage = ({ sellerCountry }: RoutingFacts): string =>
  sellerCountry === 'PL'
    ? 'No route fits this buyer. The Polish duty to issue is met by PL-KSEF only, which you may name.'
    : 'No route fits: the buyer is not registered in Peppol for this kind of document.';
