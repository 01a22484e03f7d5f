import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
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
    return leaveUndecided('profile', say('findings.this-profile-belongs-to-another-country-than-that'));
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
    message: say('findings.finding.message'),
    field: 'route',
    fixHint: say('codes.EI-ROUTE-PEPPOL-UNKNOWN.hint'),
    whoFixes: 'erp',
  },
};

const NAME_THE_ROUTE = say('findings.name-route-that-buyer-and-seller-agreed-on');

function leaveUndecided(field: string, message: Text): Choice {
  const finding: Finding = {
    code: 'EI-ROUTE-UNDECIDED',
    severity: 'error',
    source: 'router',
    message,
    field,
    fixHint: field === 'profile' ? say('findings.leave-profile-out-or-name-route') : NAME_THE_ROUTE,
    whoFixes: 'erp',
  };
  return { kind: 'undecided', finding };
}

const undecidedMessage = ({ sellerCountry }: RoutingFacts): Text =>
  sellerCountry === 'PL'
    ? say('findings.no-route-fits-this-buyer-polish-duty-to')
    : say('findings.no-route-fits-buyer-is-not-registered-in');
