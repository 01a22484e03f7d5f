import type { Seq } from '../compile/ir.ts';
import type { Axis } from '../xpath/ast.ts';
import type { Pool } from './pool.ts';
import type { Writer } from './writer.ts';

type AxisSeq = Extract<Seq, { op: 'axis' }>;

/** One step of fuel per iteration. */
export const TICK = 'if (--fuel.left < 0) refuel();';

/**
 * The loop over each axis: `n` is the node of an iteration, `f` the one that it starts from. In document order, except for
 * ancestors. Written against the columns of `xml/document.ts`.
 */
const LOOPS: Readonly<Record<Axis, (n: string, f: string) => string>> = {
  child: (n, f) => `for (let ${n} = ${f} + 1, e = last[${f}]; ${n} <= e; ${n} = last[${n}] + 1) {`,
  attribute: (n, f) =>
    `for (let a = attributesOf[${f}], ${n} = ~a; a < attributesOf[${f} + 1]; ${n} = ~++a) {`,
  descendant: (n, f) => `for (let ${n} = ${f} + 1, e = last[${f}]; ${n} <= e; ${n}++) {`,
  'descendant-or-self': (n, f) => `for (let ${n} = ${f}, e = last[${f}]; ${n} <= e; ${n}++) {`,
  parent: (n, f) => `for (let ${n} = D.parentOf(${f}), e = ${f}; e !== 0; e = 0) {`,
  self: (n, f) => `for (let ${n} = ${f}, e = 1; e !== 0; e = 0) {`,
  ancestor: (n, f) =>
    `for (let ${n} = D.parentOf(${f}), e = ${f}; e !== 0; e = ${n}, ${n} = D.parentOf(${n})) {`,
  'ancestor-or-self': (n, f) => `for (let ${n} = ${f}, e = 1; e !== 0; e = ${n}, ${n} = D.parentOf(${n})) {`,
  preceding: (n, f) => `for (let ${n} = 1, e = ${f}; ${n} < e; ${n}++) if (last[${n}] < e) {`,
  following: (n, f) => `for (let ${n} = last[${f}] + 1; ${n} < D.count; ${n}++) {`,
  'preceding-sibling': (n, f) =>
    `for (let ${n} = parent[${f}] + 1, e = ${f}; ${n} < e; ${n} = last[${n}] + 1) {`,
  'following-sibling': (n, f) =>
    `for (let ${n} = last[${f}] + 1, e = last[parent[${f}]]; ${n} <= e; ${n} = last[${n}] + 1) {`,
};

/**
 * Writes the loop over one axis.
 * @param from the start node, as source
 * @param body writes the body for a node, given as source
 */
export function writeAxis(
  w: Writer,
  pool: Pool,
  seq: AxisSeq,
  from: string,
  body: (node: string) => void,
): void {
  const { axis, test } = seq;
  const n = w.name('t');
  // A node of unknown kind may be an attribute, which has nothing below it.
  const guarded = seq.from.kind === 'node' && LOOKS_DOWN.has(axis);
  if (guarded) w.line(`if (${from} >= 0) {`);
  if (test.kind === 'name' && (axis === 'child' || axis === 'attribute')) {
    const name = pool.name(test.name.namespace, test.name.localName);
    const [first, next] = axis === 'child' ? ['firstChild', `nextSame[${n}]`] : ['firstAttribute', '0'];
    w.line(`for (let ${n} = ${first}(D, ${from}, ${name}); ${n} !== 0; ${n} = ${next}) { ${TICK}`);
    body(n);
    w.line('}');
  } else if (test.kind === 'text') {
    w.line(`for (const ${n} of ${pool.operation('textNodes')}(D, ${from})) { ${TICK}`);
    body(n);
    w.line('}');
  } else {
    const condition = pool.nodeTest(test, n, axis === 'attribute');
    w.line(`${LOOPS[axis](n, from)} ${TICK}`);
    if (condition !== undefined) w.line(`if (${condition}) {`);
    body(n);
    if (condition !== undefined) w.line('}');
    w.line('}');
  }
  if (guarded) w.line('}');
}

const LOOKS_DOWN = new Set<Axis>(['child', 'attribute', 'descendant', 'descendant-or-self', 'following', 'preceding', 'preceding-sibling', 'following-sibling']); // prettier-ignore
