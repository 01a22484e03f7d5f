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

/**
 * The member that states a term or a group, the first where several do: `BT-142` of the third line's first charge →
 * `lines[2].charges[0].base`.
 * @param indices of the entries of the lists around it; those that are left out stay out.
 */
export function fieldOf(term: string, indices: readonly number[] = []): string {
  FIELDS ??= new Map([...fieldsIn(CANONICAL_SCHEMA, '')].reverse());
  let entry = 0;
  const field = (FIELDS.get(term) ?? '').replaceAll('[]', () => {
    const index = indices[entry++];
    return index === undefined ? '' : `[${index}]`;
  });
  return field;
}

let FIELDS: ReadonlyMap<string, string> | undefined;

function* fieldsIn(member: Member, path: string): Generator<readonly [term: string, path: string]> {
  if (member.kind === 'list') return yield* fieldsIn(member.of, `${path}[]`);
  if (member.term !== undefined) yield [member.term, path];
  if (member.kind === 'group')
    for (const [name, { member: inner }] of member.members)
      yield* fieldsIn(inner, path ? `${path}.${name}` : name);
}
