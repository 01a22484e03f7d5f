import { CASH_DISCOUNT } from './cash-discount.ts';
import { type CompiledRule, type CompiledRules, compileRules } from './compile-rule.ts';
import type { EarlyRule } from './early-rule.ts';
import { IGIC_RATES } from './igic-rates.ts';
import { SIGNS_OF_VAT_TOTALS, SIGNS_OF_VAT_TOTALS_IN_CII } from './signs-of-vat-totals.ts';
import type { RuleSyntax } from './written-rule.ts';
import { EN16931_RULES } from './written/en16931.ts';
import { XRECHNUNG_RULES } from './written/xrechnung.ts';

/** The rules of a route and profile. */
export interface RouteRules {
  readonly written: Readonly<Record<RuleSyntax, readonly CompiledRule[]>>;
  /** Rules that cannot be written as data. */
  readonly coded: readonly EarlyRule[];
}

/** Puts the rules of a route together: those of EN 16931 and others that are written as data, and those that are code. */
export function routeRules(sets: readonly CompiledRules[], coded: readonly EarlyRule[] = []): RouteRules {
  const inSyntax = (syntax: RuleSyntax) =>
    sets.flatMap(({ rules: shared, of }) => [...shared, ...of[syntax]]);
  return { written: { ubl: inSyntax('ubl'), cii: inSyntax('cii') }, coded };
}

type Change = (rule: CompiledRule, syntax: RuleSyntax) => CompiledRule | undefined;

const changedRules = ({ rules, of }: CompiledRules, change: Change): CompiledRules => {
  const changed = (syntax: RuleSyntax) =>
    [...rules, ...of[syntax]].flatMap((rule) => change(rule, syntax) ?? []);
  return { rules: [], of: { ubl: changed('ubl'), cii: changed('cii') } };
};

/** The rules that one law shares with another. */
export const someRules = (all: CompiledRules, ids: ReadonlySet<string>): CompiledRules =>
  changedRules(all, (rule) => (ids.has(rule.id) ? rule : undefined));

/** What an extension makes of the rules that it changes: another id in its own rules, or null if it drops the rule. */
export type ChangedIds = Readonly<Record<RuleSyntax, Readonly<Record<string, string | null>>>>;

/** The rules as an extension has them. */
export const rulesOfExtension = (all: CompiledRules, source: string, ids: ChangedIds): CompiledRules =>
  changedRules(all, (rule, syntax) => {
    const id = Object.hasOwn(ids[syntax], rule.id) ? ids[syntax][rule.id] : undefined;
    if (id === null) return undefined;
    return id === undefined ? rule : { ...rule, id, source };
  });

/** For most routes. */
export const STANDARD = compileRules(EN16931_RULES);

export const NO_RULES = routeRules([]);
export const EN16931 = routeRules([STANDARD], IGIC_RATES);
/** For two routes: XRechnung goes over Peppol, too. */
export const EN16931_AND_XRECHNUNG = routeRules(
  [STANDARD, compileRules(XRECHNUNG_RULES)],
  [CASH_DISCOUNT, SIGNS_OF_VAT_TOTALS, SIGNS_OF_VAT_TOTALS_IN_CII, ...IGIC_RATES],
);
