import type { XmlElement } from '../load/schema.ts';
import type { Expr, Step } from '../xpath/ast.ts';
import { FUNCTIONS_NAMESPACE } from '../xpath/parse.ts';
import type { Compilation, Scope } from './compilation.ts';
import { asSeq, atomize } from './convert.ts';
import type { Cond, Lowered } from './ir.ts';
import { NotUnderstood, isTextual, local, many, one, some, text } from './make.ts';

/**
 * `document('codes.xml')/codedb/cl[@id=3]/enumeration[@value=$code]`: the only shape in which packs read another file. It becomes a set of
 * strings; a rule can ask only whether the selected nodes exist.
 * @returns undefined if the expression does not start with `document()`.
 */
export function lowerCodeList(c: Compilation, expr: Expr, scope: Scope): Lowered | undefined {
  if (expr.kind !== 'path' || !isDocumentCall(expr.start)) return undefined;
  const steps = expr.steps.map(childStep);
  const last = steps.pop();
  const [lookup] = last?.predicates ?? [];
  if (!last || !lookup || last.predicates.length !== 1) throw refuse();
  const { attribute, value } = attributeTest(lookup);
  let entries = [...documentNode(c, expr.start)];
  for (const { name, predicates } of steps) {
    entries = entries
      .filter((e) => e.localName === name && predicates.every((p) => matches(e, p)))
      .flatMap((e) => e.children);
  }
  const codes = entries.filter((e) => e.localName === last.name).map((e) => e.attributes.get(attribute));
  return lookUp(
    c,
    codes.filter((code) => code !== undefined),
    c.lower(value, scope),
  );
}

function lookUp(c: Compilation, codes: readonly string[], plan: Lowered): Lowered {
  const items = asSeq(plan, c.newSlot);
  const item = c.newSlot(items.kind);
  const value = atomize(local(item));
  if (!isTextual(value.kind)) throw refuse();
  const condition: Cond = some(item, items, { form: 'cond', op: 'among', value, set: [...new Set(codes)] });
  const entry = c.newSlot('foreign');
  return {
    ...many('foreign', 'any'),
    op: 'where',
    slot: entry,
    input: { ...one(text('')), kind: 'foreign' },
    cond: condition,
  };
}

const isDocumentCall = (start: unknown): start is Extract<Expr, { kind: 'call' }> =>
  typeof start === 'object' &&
  (start as Expr).kind === 'call' &&
  (start as Extract<Expr, { kind: 'call' }>).name.namespace === FUNCTIONS_NAMESPACE &&
  (start as Extract<Expr, { kind: 'call' }>).name.localName === 'document';

/** The children of the document node. */
function documentNode(c: Compilation, start: Extract<Expr, { kind: 'call' }>): XmlElement[] {
  const [name] = start.args;
  if (start.args.length !== 1 || name?.kind !== 'string') throw refuse();
  const root = c.document(name.value);
  if (!root) throw new NotUnderstood(`the pack has no file "${name.value}"`);
  return [root];
}

function childStep(step: Step): { name: string; predicates: readonly Expr[] } {
  if (
    step.kind !== 'axis' ||
    step.axis !== 'child' ||
    step.test.kind !== 'name' ||
    step.test.name.namespace !== ''
  ) {
    throw refuse();
  }
  return { name: step.test.name.localName, predicates: step.predicates };
}

/** `[@id = 3]` with a number compares numbers, with a string strings. */
function matches(element: XmlElement, predicate: Expr): boolean {
  const { attribute, value } = attributeTest(predicate);
  const matchingAttribute = element.attributes.get(attribute);
  if (matchingAttribute === undefined) return false;
  if (value.kind === 'string') return matchingAttribute === value.value;
  if (value.kind !== 'integer') throw refuse();
  return (
    /^[ \t\r\n]*[+-]?\d+[ \t\r\n]*$/.test(matchingAttribute) &&
    Number(matchingAttribute) === Number(value.digits)
  );
}

function attributeTest(predicate: Expr): { attribute: string; value: Expr } {
  if (predicate.kind !== 'compare' || predicate.op !== '=' || predicate.style !== 'general') throw refuse();
  const { left, right } = predicate;
  const step =
    left.kind === 'path' && left.start === 'context' && left.steps.length === 1 ? left.steps[0] : undefined;
  if (
    step?.kind !== 'axis' ||
    step.axis !== 'attribute' ||
    step.test.kind !== 'name' ||
    step.predicates.length > 0
  ) {
    throw refuse();
  }
  return { attribute: step.test.name.localName, value: right };
}

const refuse = (): NotUnderstood =>
  new NotUnderstood('document() is only supported as a code list with one look-up');
