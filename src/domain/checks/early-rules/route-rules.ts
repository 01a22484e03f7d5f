import type { Format } from '../../vocabulary/formats.ts';
import type { CanonicalInvoice, Profile, TypeCode } from '../../invoice/canonical.ts';
import { termAt } from '../../invoice/term-at.ts';
import type { Route } from '../../vocabulary/route.ts';
import { EN16931_RULES } from './en16931-rules.ts';
import type { Finding } from '../../findings/finding.ts';
import type { EarlyRule } from './early-rule.ts';
import { MOST_SCHEMA_FINDINGS, schemaFinding } from '../../findings/schema-finding.ts';
import { XRECHNUNG_RULES } from './xrechnung-rules.ts';

/** BT-3 values that each route takes (decisions, "`type_code` by route"). */
const TYPE_CODES_OF: Record<Route, readonly TypeCode[]> = {
  'DE-XRECHNUNG': ['380', '381', '384', '389', '326', '386', '875', '876', '877'],
  PEPPOL: ['380', '381', '386', '389', '875', '876', '877', '326', '384'],
  'RO-EFACTURA': ['380', '381', '384', '389'],
  'FR-PA': ['380', '381', '384', '386', '389'],
  'PL-KSEF': ['380', '381', '384', '389', '326', '875', '876', '877'],
};

/** Types that Peppol takes between German parties only (PEPPOL-EN16931-P0112). */
const GERMAN_ON_PEPPOL: ReadonlySet<TypeCode> = new Set(['326', '384']);

interface ProfileRow {
  readonly route: Route;
  readonly profile: Profile | undefined;
  /** The formats with which it goes; all of the route's when left out. */
  readonly formats?: readonly Format[];
  readonly rules: readonly EarlyRule[];
}

const XRECHNUNG = [...EN16931_RULES, ...XRECHNUNG_RULES];

/** Profiles by route (decisions, "`profile` by route") and the rules that each brings. What is not here is refused. */
const PROFILES_OF: readonly ProfileRow[] = [
  { route: 'DE-XRECHNUNG', profile: undefined, rules: XRECHNUNG },
  { route: 'DE-XRECHNUNG', profile: 'xrechnung', rules: XRECHNUNG },
  { route: 'DE-XRECHNUNG', profile: 'facturx', formats: ['zugferd'], rules: EN16931_RULES },
  { route: 'PEPPOL', profile: undefined, rules: EN16931_RULES },
  { route: 'PEPPOL', profile: 'peppol', rules: EN16931_RULES },
  { route: 'PEPPOL', profile: 'xrechnung', rules: XRECHNUNG },
  { route: 'RO-EFACTURA', profile: undefined, rules: EN16931_RULES },
  { route: 'RO-EFACTURA', profile: 'ro-cius', rules: EN16931_RULES },
  { route: 'FR-PA', profile: undefined, rules: EN16931_RULES },
  { route: 'FR-PA', profile: 'fr-ctc', rules: EN16931_RULES },
  { route: 'FR-PA', profile: 'facturx', formats: ['facturx'], rules: EN16931_RULES },
  { route: 'PL-KSEF', profile: undefined, rules: [] },
];

/**
 * Rules of the route that are seen to be broken in the canonical form already, as `EI-SCHEMA` of the `schema` layer, the
 * rule named in `related`. Finding nothing here proves nothing: the official layers judge the built document.
 */
export function checkRoute(invoice: CanonicalInvoice, route: Route, format: Format): Finding[] {
  const row = PROFILES_OF.find(
    (one) =>
      one.route === route && one.profile === invoice.profile && (one.formats?.includes(format) ?? true),
  );
  if (!row)
    return [schemaFinding('profile', `This profile does not go with ${route} and the format ${format}.`)];
  const broken = brokenRules(row.rules, invoice);
  return [...checkType(invoice, route), ...broken].slice(0, MOST_SCHEMA_FINDINGS);
}

function checkType(invoice: CanonicalInvoice, route: Route): Finding[] {
  const { typeCode } = invoice.invoice;
  const german = invoice.seller.address.country === 'DE' && invoice.buyer.address.country === 'DE';
  const taken =
    TYPE_CODES_OF[route].includes(typeCode) &&
    (route !== 'PEPPOL' || german || !GERMAN_ON_PEPPOL.has(typeCode));
  return taken
    ? []
    : [schemaFinding('invoice.type_code', `${route} does not take invoices of this type.`, { term: 'BT-3' })];
}

function brokenRules(rules: readonly EarlyRule[], invoice: CanonicalInvoice): Finding[] {
  const findings: Finding[] = [];
  for (const { rule, source, term, message, broken } of rules)
    for (const field of broken(invoice))
      findings.push(
        schemaFinding(field, `${message} (${rule})`, {
          term: term ?? termAt(field),
          rule: { code: rule, source },
        }),
      );
  return findings;
}
