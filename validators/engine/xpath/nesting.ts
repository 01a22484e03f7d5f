import type { Expr } from './ast.ts';

/** The nesting of operators, calls, predicates and steps. In `a or b or c` and `a/b/c` each operand contains the earlier ones. */
export function nestingOf(expr: Expr): number {
  let deepest = 0;
  const open: (readonly [node: object, depth: number])[] = [[expr, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    for (const [name, part] of Object.entries(node) as [string, unknown][])
      for (const [i, inner] of (Array.isArray(part) ? (part as unknown[]) : [part]).entries())
        if (typeof inner === 'object' && inner !== null)
          open.push([inner, depth + 1 + (name === 'steps' ? i : 0)]);
  }
  return deepest;
}
