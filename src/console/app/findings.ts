import type { components } from '../../client/client.ts';

type Finding = components['schemas']['Finding'];

/** Without those that follow from another one, which names them in `related`: correcting the cause settles both. */
export function causesOf(findings: readonly Finding[]): readonly Finding[] {
  const following = new Set(findings.flatMap(({ related = [] }) => related.map(({ code }) => code)));
  return findings.filter(({ code, related }) => related !== undefined || !following.has(code));
}

/** The other side has decided, and changes nothing: the sender asks it, or takes another route. */
export const isOfRoute = ({ who_fixes: owner, sender_can_fix: canFix }: Partial<Finding>): boolean =>
  owner === 'route' && canFix === true;
