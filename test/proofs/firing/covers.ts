import type { ContextPath } from 'en16931-rules/engine/compile/contexts.ts';
import type { LabelStep } from 'en16931-rules/engine/match/labels.ts';
import { canHold } from './logic.ts';

/** Whether every node that one path matches is surely matched by the wider one. */
export const covers = (wider: ContextPath, path: ContextPath): boolean =>
  coversFrom(wider, wider.steps.length - 1, path, path.steps.length - 1);

/** From the node upwards: the first `w + 1` steps against the first `p + 1`. */
function coversFrom(wider: ContextPath, w: number, path: ContextPath, p: number): boolean {
  const [outer, inner] = [wider.steps[w], path.steps[p]];
  if (!outer || !inner || !isWithin(outer.label, inner.label)) return false;
  const given = inner.predicates.map((expr) => ({ expr, value: true }));
  const isImplied = outer.predicates.every(
    (expr) => !canHold([...given, { expr, value: false }], inner.label),
  );
  if (!isImplied) return false;
  if (w === 0) return outer.label.anywhere || (p === 0 && !inner.label.anywhere);
  if (outer.label.anywhere)
    return path.steps.slice(0, p).some((_, above) => coversFrom(wider, w - 1, path, above));
  return !inner.label.anywhere && coversFrom(wider, w - 1, path, p - 1);
}

const isWithin = (outer: LabelStep, inner: LabelStep): boolean =>
  outer.attribute === inner.attribute &&
  (outer.namespace === undefined || outer.namespace === inner.namespace) &&
  (outer.localName === undefined || outer.localName === inner.localName);
