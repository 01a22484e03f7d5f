import type { Format } from '../../vocabulary/formats.ts';
import type { CanonicalInvoice, Profile, TypeCode } from '../../invoice/canonical.ts';
import { completedFor } from '../../invoice/completions/for-route.ts';
import { judged } from '../../invoice/unjudged.ts';
import type { Route } from '../../vocabulary/route.ts';
import type { Finding, RelatedFinding } from '../../findings/finding.ts';
import { brokenRules } from './broken-rules.ts';
import {
  EN16931,
  EN16931_AND_CIUS_RO,
  EN16931_AND_FRANCE,
  EN16931_AND_PEPPOL,
  EN16931_AND_XRECHNUNG,
  NO_RULES,
  POLAND,
  type RouteRules,
} from './rule-sets.ts';
import type { RuleSyntax } from './written-rule.ts';
import { MOST_SCHEMA_FINDINGS, schemaFinding } from '../../findings/schema-finding.ts';

/** BT-3 values that each route takes (decisions, "`type_code` by route"). */
const TYPE_CODES_OF: Record<Route, readonly TypeCode[]> = {
  'DE-XRECHNUNG': ['380', '381', '384', '389', '326', '386', '875', '876', '877'],
  PEPPOL: ['380', '381', '386', '389', '875', '876', '877', '326', '384'],
  'RO-EFACTURA': ['380', '381', '384', '389'],
  'FR-PA': ['380', '381', '384', '386', '389'],
  'PL-KSEF': ['380', '381', '384', '389', '326', '875', '876', '877'],
};

const TYPE = 'invoice.type_code';

/** The rule that says so, where a route has one. */
const TYPE_RULES: { readonly [R in Route]?: RelatedFinding } = {
  'RO-EFACTURA': { code: 'BR-RO-020', source: 'CIUS-RO' },
  'FR-PA': { code: 'BR-FR-04', source: 'BR-FR' },
};

/** Types that Peppol takes between German parties only (PEPPOL-EN16931-P0112). */
const GERMAN_ON_PEPPOL: ReadonlySet<TypeCode> = new Set(['326', '384']);

interface ProfileRow {
  readonly route: Route;
  readonly profile: Profile | undefined;
  /** The formats with which it goes; all of the route's when left out. */
  readonly formats?: readonly Format[];
  /** Types that do not go with it. */
  readonly unless?: readonly TypeCode[];
  readonly rules: RouteRules;
}

/** Profiles by route (decisions, "`profile` by route") and the rules that each brings. What is not here is refused. */
const PROFILES_OF: readonly ProfileRow[] = [
  { route: 'DE-XRECHNUNG', profile: undefined, rules: EN16931_AND_XRECHNUNG },
  { route: 'DE-XRECHNUNG', profile: 'xrechnung', rules: EN16931_AND_XRECHNUNG },
  { route: 'DE-XRECHNUNG', profile: 'facturx', formats: ['zugferd'], rules: EN16931 },
  { route: 'PEPPOL', profile: undefined, rules: EN16931_AND_PEPPOL },
  { route: 'PEPPOL', profile: 'peppol', rules: EN16931_AND_PEPPOL },
  // What is self-billed goes as BIS Self-Billing 3 alone: XRechnung's process on Peppol is that of a seller's invoice.
  { route: 'PEPPOL', profile: 'xrechnung', unless: ['389'], rules: EN16931_AND_XRECHNUNG },
  { route: 'RO-EFACTURA', profile: undefined, rules: EN16931_AND_CIUS_RO },
  { route: 'RO-EFACTURA', profile: 'ro-cius', rules: EN16931_AND_CIUS_RO },
  { route: 'FR-PA', profile: undefined, rules: EN16931_AND_FRANCE },
  { route: 'FR-PA', profile: 'fr-ctc', rules: EN16931_AND_FRANCE },
  { route: 'FR-PA', profile: 'facturx', formats: ['facturx'], rules: EN16931_AND_FRANCE },
  { route: 'PL-KSEF', profile: undefined, rules: POLAND },
];

/** The syntax of EN 16931 that a format is, or holds; FA(3) is none, and shares rules that speak of no syntax. */
const SYNTAX_OF: Readonly<Record<Format, RuleSyntax>> = {
  'xrechnung-ubl': 'ubl',
  'xrechnung-cii': 'cii',
  zugferd: 'cii',
  ubl: 'ubl',
  cii: 'cii',
  facturx: 'cii',
  fa3: 'ubl',
};

/**
 * Rules of the route that are seen to be broken in the canonical form already, as `EI-SCHEMA` of the `schema` layer, the
 * rule named in `related`. Finding nothing here proves nothing: the official layers judge the built document.
 */
export function checkRoute(invoice: CanonicalInvoice, route: Route, format: Format): Finding[] {
  const rows = PROFILES_OF.filter((row) => row.route === route && (row.formats?.includes(format) ?? true));
  const ofType = judged(() => rows.filter(({ unless }) => !unless?.includes(invoice.invoice.typeCode)), rows);
  const fitting = judged(() => ofType.filter(({ profile }) => profile === invoice.profile), ofType);
  // A profile that does not go with the route, or is none at all, leaves the rules of the route itself.
  const rules = (fitting[0] ?? rows[0])?.rules ?? NO_RULES;
  const broken = brokenRules(rules, SYNTAX_OF[format], completedFor(route, invoice).invoice);
  const profile = fitting.length > 0 ? [] : [profileFinding(route, format, ofType)];
  const type = judged(() => checkType(invoice, route), []);
  // The rule of a route that speaks of the type as well is named there.
  const others = type.length === 0 ? broken : broken.filter(({ field }) => field !== TYPE);
  return [...profile, ...type, ...others].slice(0, MOST_SCHEMA_FINDINGS);
}

function profileFinding(route: Route, format: Format, rows: readonly ProfileRow[]): Finding {
  const named = rows.flatMap(({ profile }) => profile ?? []);
  return schemaFinding(
    'profile',
    `This profile does not go with ${route}, the format ${format} and the type of the invoice.`,
    {
      fixHint: named.length > 0 ? `Leave profile out, or say ${named.join(' or ')}.` : 'Leave profile out.',
    },
  );
}

function checkType(invoice: CanonicalInvoice, route: Route): Finding[] {
  const { typeCode } = invoice.invoice;
  const rule = TYPE_RULES[route];
  const german = invoice.seller.address.country === 'DE' && invoice.buyer.address.country === 'DE';
  const taken =
    TYPE_CODES_OF[route].includes(typeCode) &&
    (route !== 'PEPPOL' || german || !GERMAN_ON_PEPPOL.has(typeCode));
  return taken
    ? []
    : [
        schemaFinding(TYPE, `${route} does not take invoices of this type${rule ? ` (${rule.code})` : ''}.`, {
          term: 'BT-3',
          ...(rule && { related: [rule] }),
          fixHint: `Use one of ${TYPE_CODES_OF[route].join(', ')}${route === 'PEPPOL' ? '; 326 and 384 between German parties only' : ''}.`,
        }),
      ];
}
