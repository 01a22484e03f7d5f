import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { choice, say } from 'en16931-rules/vocabulary/message.ts';
import { brokenRules } from '../checks/early-rules/broken-rules.ts';
import { FACTURX_CODES } from '../checks/early-rules/facturx-codes.ts';
import { NO_RULES, type RouteRules } from '../checks/early-rules/rule-sets.ts';
import type { RuleSyntax } from '../checks/early-rules/written-rule.ts';
import { type Finding, firstFindings } from 'en16931-rules/vocabulary/finding.ts';
import { MAX_SCHEMA_FINDINGS, schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { completeBy, type StatedDefaults } from '../invoice/completions/completion.ts';
import { statedField } from '../invoice/completions/stated-field.ts';
import { judgeOr } from '../invoice/unjudged.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../vocabulary/route.ts';
import { profileOf } from './all.ts';
import type { ProfileRow, RouteProfile } from './profile.ts';

const TYPE = 'invoice.type_code';

/** The syntax of EN 16931 that a format is or contains. FA(3) is none; it shares the rules that name no syntax. */
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
 * Rules of the route whose breach shows in the canonical form already, as `EI-SCHEMA` of the `schema` layer, with the rule in `related`. A
 * clean result here is no verdict: the official layers check the built document.
 */
export function checkRoute(
  invoice: CanonicalInvoice,
  name: Route,
  format: Format,
  defaults?: StatedDefaults,
): readonly Finding[] {
  const route = profileOf(name);
  const rows = route.profiles.filter(({ formats }) => formats?.includes(format) ?? true);
  const ofType = judgeOr(
    () => rows.filter(({ unless }) => !unless?.includes(invoice.invoice.typeCode)),
    rows,
  );
  const fitting = judgeOr(() => ofType.filter(({ profile }) => profile === invoice.profile), ofType);
  const completed = completeBy(route, invoice, defaults);
  // A profile that is unknown or not for the route leaves the rules of the route.
  const written = writtenAs(route, format, completed.invoice);
  const ofProfile = rulesIn(fitting[0] ?? rows[0], written);
  const rules = route.reports?.isReported(completed.invoice, defaults) ? route.reports.rules : ofProfile;
  const broken = brokenRules(rules, SYNTAX_OF[format], completed.invoice).map((finding) => ({
    ...finding,
    ...(finding.field !== undefined && { field: statedField(finding.field, invoice) }),
  }));
  const profile = fitting.length > 0 ? [] : [profileFinding(name, format, ofType)];
  const type = judgeOr(() => checkType(invoice, route), []);
  // If a rule of the route is about the type as well, the finding names it.
  const others = type.length === 0 ? broken : broken.filter(({ field }) => field !== TYPE);
  return firstFindings([...profile, ...type, ...others], MAX_SCHEMA_FINDINGS);
}

function profileFinding(route: Route, format: Format, rows: readonly ProfileRow[]): Finding {
  const named = rows.flatMap(({ profile }) => profile ?? []);
  return schemaFinding(
    'profile',
    say('routes-check-route.this-profile-cannot-be-combined-with-format-and', { route, format }),
    {
      fixHint:
        named.length > 0
          ? say('routes-check-route.leave-profile-out-or-use', { list: choice(named) })
          : say('routes-check-route.leave-profile-out'),
    },
  );
}

function checkType(
  invoice: CanonicalInvoice,
  { name, typeCodes: { taken, rule, restricted } }: Pick<RouteProfile, 'name' | 'typeCodes'>,
): Finding[] {
  const { typeCode } = invoice.invoice;
  const isRefused =
    !taken.includes(typeCode) || (restricted?.codes.includes(typeCode) && !restricted.when(invoice));
  return isRefused
    ? [
        schemaFinding(
          TYPE,
          rule
            ? say('routes-check-route.does-not-accept-invoices-of-this-type-rule', { name, code: rule.code })
            : say('routes-check-route.does-not-accept-invoices-of-this-type', { name }),
          {
            term: 'BT-3',
            ...(rule && { related: [rule] }),
            fixHint: restricted
              ? say('routes-check-route.use-one-of-restricted', {
                  list: taken.join(', '),
                  restricted: restricted.inWords,
                })
              : say('routes-check-route.use-one-of', { list: taken.join(', ') }),
          },
        ),
      ]
    : [];
}

/** What the document that is built is. */
interface Written {
  /** Of an extension of EN 16931. */
  readonly isExtended: boolean;
  /** Factur-X of the level EN 16931. */
  readonly isFacturx: boolean;
}

function rulesIn(row: ProfileRow | undefined, { isExtended, isFacturx }: Written): RouteRules {
  const rules = (isExtended ? row?.extendedRules : undefined) ?? row?.rules ?? NO_RULES;
  return isFacturx ? { ...rules, coded: [...rules.coded, ...FACTURX_CODES] } : rules;
}

function writtenAs({ formats }: RouteProfile, format: Format, invoice: CanonicalInvoice): Written {
  const build = formats.find((one) => one.format === format)?.build;
  const is = judgeOr(() => build?.under.find(({ when }) => when(invoice))?.is, undefined);
  return {
    isExtended: is?.hasExtension ?? false,
    isFacturx: build?.hybrid === true && is?.specification === BT24.en16931,
  };
}
