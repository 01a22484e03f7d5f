import { type SourceElement, attributeOf } from '../source.ts';

/** A context without its conditions: `/a/b[c='d']/e` → `/a/b/e`. */
export function withoutConditions(context: string): string {
  const parts = context.match(/"[^"]*"|'[^']*'|[^"']/g) ?? [];
  let depth = 0;
  return parts
    .filter((part) => {
      if (part === '[') depth += 1;
      const isOutside = depth === 0;
      if (part === ']') depth -= 1;
      return isOutside;
    })
    .join('');
}

/** Whether both contexts may match one node. Their conditions are not looked at, so the answer may be true for nothing. */
export const mayMeet = (one: SourceElement, other: SourceElement): boolean =>
  pathsOf(one).some((path) => pathsOf(other).some((another) => fit(path, another)));

function pathsOf(rule: SourceElement): readonly string[] {
  const labels = withoutConditions(attributeOf(rule, 'context') ?? '').replace(/\s+/g, '');
  // A union inside a path may be anything.
  return /[()]/.test(labels) ? ['*'] : labels.split('|');
}

/** Compared from the end on, until one of them says no more about the nodes above. */
function fit(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => path.split('/').toReversed()) as [string[], string[]];
  for (let i = 0; i < Math.min(first.length, second.length); i++) {
    const [a = '', b = ''] = [first[i], second[i]];
    // An empty step is the document, or anything above.
    if (a === '' || b === '') return a === b || isAnywhere(first, i) || isAnywhere(second, i);
    if (a.startsWith('@') !== b.startsWith('@')) return false;
    if (!a.includes('*') && !b.includes('*') && a !== b) return false;
  }
  return true;
}

/** A relative path or one after `//` goes on with any node. */
const isAnywhere = (steps: readonly string[], i: number): boolean => steps[i] === '' && i < steps.length - 1;
