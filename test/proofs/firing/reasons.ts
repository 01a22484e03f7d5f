import type { Rule } from 'en16931-rules/engine/load/schema.ts';
import { contextPaths } from 'en16931-rules/engine/compile/contexts.ts';
import type { ContextPath } from 'en16931-rules/engine/compile/contexts.ts';
import { withinEffort } from 'en16931-rules/engine/compile/effort.ts';
import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';
import { covers } from './covers.ts';
import { type Demand, canHold } from './logic.ts';
import type { Found } from './search.ts';
import type { Assertion, ParsedPack } from './tested-pack.ts';

/** Why a test has not fired. All but the last mean that it cannot. */
export type Reason =
  /** By logic, the test has one value for all nodes that its rule matches. */
  | { readonly kind: 'constant' }
  /** Earlier rules of the pattern match every node that its rule matches. */
  | { readonly kind: 'shadowed'; readonly by: readonly Rule[] }
  /** Only attributes match, and this pack's stylesheet visits none. */
  | { readonly kind: 'not visited' }
  /** In every document that would make it fire, another test or a variable raises an error, which ends the verdict. */
  | { readonly kind: 'raises'; readonly by: readonly Raiser[]; readonly documents: number }
  | { readonly kind: 'unknown' };

/** The test that raises the error, or a variable of its rule. */
export interface Raiser {
  readonly assertion: Assertion;
  readonly isVariable: boolean;
}

/** The reason that follows from the pack's text alone; undefined for a test that may fire. */
export const staticReason = (pack: ParsedPack, assertion: Assertion): Reason | undefined =>
  withinEffort(() => reasonInText(pack, assertion));

function reasonInText(pack: ParsedPack, assertion: Assertion): Reason | undefined {
  const contexts = contextsOf(pack, assertion.rule);
  const fires = { expr: pack.parse(assertion.test.test.text), value: assertion.test.kind === 'report' };
  if (!contexts.some((path) => mayFire(path, fires, assertion.rule))) return { kind: 'constant' };
  if (pack.schema.visits === 'elements' && contexts.every(isOfAttributes)) return { kind: 'not visited' };
  const shadows = contexts.map((path) =>
    assertion.earlier.find((rule) => contextsOf(pack, rule).some((each) => covers(each, path))),
  );
  const by = new Set(shadows.filter((rule) => rule !== undefined));
  return shadows.includes(undefined) ? undefined : { kind: 'shadowed', by: [...by] };
}

const CONTEXTS = new WeakMap<Rule, readonly ContextPath[]>();

/** Each test of a rule reads the variables of the rule. */
function contextsOf(pack: ParsedPack, rule: Rule): readonly ContextPath[] {
  const paths = CONTEXTS.get(rule) ?? contextPaths(pack.parse(rule.context.text));
  CONTEXTS.set(rule, paths);
  return paths;
}

/** A search of fewer documents than this proves nothing. */
const MIN_RAISED = 10;

/** The reason that the search finds for a test that did not fire. */
export function foundReason(pack: ParsedPack, { index }: Assertion, { hidden }: Found): Reason {
  const { documents = 0, by = new Set<number>() } = hidden.get(index) ?? {};
  if (documents < MIN_RAISED || by.size === 0) return { kind: 'unknown' };
  return { kind: 'raises', by: [...by].map((each) => raiser(pack, each)), documents };
}

const raiser = (pack: ParsedPack, number: number): Raiser => ({
  assertion: pack.assertions[number < 0 ? ~number : number]!,
  isVariable: number < 0,
});

/** At a node that meets the predicates of the rule's context. */
function mayFire({ steps }: ContextPath, fires: Demand, { lets }: Rule): boolean {
  const { label, predicates } = steps.at(-1)!;
  // A variable of the rule may have the name of one that the context reads.
  const given = lets.length > 0 ? predicates.filter((each) => !readsVariable(each)) : predicates;
  return canHold([...given.map((expr) => ({ expr, value: true })), fires], label);
}

const readsVariable = (expr: Expr): boolean => JSON.stringify(expr).includes('"kind":"variable"');

const isOfAttributes = (path: ContextPath): boolean => path.steps.at(-1)?.label.attribute === true;
