import type { Expr, Step } from '../../validators/schematron/xpath/ast.ts';
import type { Lexicon } from './making.ts';

interface Name {
  readonly namespace: string;
  readonly name: string;
}

const ROOTS = ['Invoice', 'CreditNote', 'CrossIndustryInvoice'];

/** Gathers the names in all expressions of a pack, and which of them stand below which. */
export function lexiconOf(expressions: Iterable<Expr>): Lexicon {
  const elements = new Map<string, Name>();
  const parents = new Map<string, Map<string, Name>>();
  for (const expr of expressions)
    for (const steps of pathsIn(expr)) {
      let above: Name | undefined;
      for (const step of steps) {
        const name = childName(step);
        if (name) elements.set(`${name.namespace} ${name.name}`, name);
        if (name && above) {
          const known = parents.get(name.name) ?? new Map<string, Name>();
          parents.set(name.name, known.set(above.name, above));
        }
        above = name;
      }
    }
  const all = [...elements.values()];
  return {
    elements: all,
    parents: new Map([...parents].map(([name, above]) => [name, [...above.values()]])),
    roots: all.filter(({ name }) => ROOTS.includes(name)),
  };
}

function childName(step: Step): Name | undefined {
  if (step.kind !== 'axis' || step.axis !== 'child' || step.test.kind !== 'name') return undefined;
  return { namespace: step.test.name.namespace, name: step.test.name.localName };
}

/** The steps of every path in an expression, those in predicates included. */
function* pathsIn(value: unknown): Generator<readonly Step[]> {
  if (typeof value !== 'object' || value === null) return;
  const { kind, steps } = value as { kind?: unknown; steps?: readonly Step[] };
  if (kind === 'path' && steps) yield steps;
  for (const part of Object.values(value)) yield* pathsIn(part);
}
