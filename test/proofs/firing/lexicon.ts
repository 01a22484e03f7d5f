import type { Expr, Step } from 'en16931-rules/engine/xpath/ast.ts';
import type { Lexicon } from './making.ts';

interface Name {
  readonly namespace: string;
  readonly name: string;
}

/** Roots of invoices; a pack with relative paths only does not name its root. */
const ROOTS = ['Invoice', 'CreditNote', 'CrossIndustryInvoice'];

/** Collects the names in all expressions of a pack, and their nesting. */
export function lexiconOf(expressions: Iterable<Expr>): Lexicon {
  const elements = new Map<string, Name>();
  const roots = new Map<string, Name>();
  const parents = new Map<string, Map<string, Name>>();
  for (const expr of expressions)
    for (const { start, steps } of pathsIn(expr)) {
      let above: Name | undefined;
      for (const [nth, step] of steps.entries()) {
        const name = childName(step);
        if (name) elements.set(keyOf(name), name);
        if (name && above) {
          const known = parents.get(name.name) ?? new Map<string, Name>();
          parents.set(name.name, known.set(above.name, above));
        }
        if (name && ((nth === 0 && start === 'root') || ROOTS.includes(name.name)))
          roots.set(keyOf(name), name);
        above = name;
      }
    }
  const all = [...elements.values()];
  const topmost = all.filter(({ name }) => !parents.has(name));
  return {
    elements: all,
    parents: new Map([...parents].map(([name, above]) => [name, [...above.values()]])),
    roots: roots.size > 0 ? [...roots.values()] : topmost.length > 0 ? topmost : all,
  };
}

const keyOf = ({ namespace, name }: Name): string => `${namespace} ${name}`;

function childName(step: Step): Name | undefined {
  if (step.kind !== 'axis' || step.axis !== 'child' || step.test.kind !== 'name') return undefined;
  return { namespace: step.test.name.namespace, name: step.test.name.localName };
}

type Path = Extract<Expr, { kind: 'path' }>;

/** Every path in an expression, those in predicates included. */
function* pathsIn(value: unknown): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  if ((value as { kind?: unknown }).kind === 'path') yield value as Path;
  for (const part of Object.values(value)) yield* pathsIn(part);
}
