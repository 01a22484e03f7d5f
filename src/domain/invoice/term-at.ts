import type { Member } from './members.ts';
import { CANONICAL_SCHEMA } from './schema.ts';

/** The business term of a member by its path: `lines[2].charges[0].base` → `BT-142`. */
export function termAt(path: string): string | undefined {
  let member: Member | undefined = CANONICAL_SCHEMA;
  for (const name of path.replaceAll(/\[\d+\]/g, '').split('.')) {
    const around: Member | undefined = member?.kind === 'list' ? member.of : member;
    member = around?.kind === 'group' ? around.members.get(name)?.member : undefined;
  }
  return member?.term;
}
