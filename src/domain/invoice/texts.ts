import type { CanonicalInvoice } from './canonical.ts';
import type { GroupMember, Member } from './members.ts';
import { CANONICAL_SCHEMA } from './schema.ts';
import { judgeOr } from './unjudged.ts';

/** Each text that the caller states, with its path and term; no files. */
export const textsOf = (invoice: CanonicalInvoice): Iterable<Text> => textsAt(CANONICAL_SCHEMA, invoice, '');

type Text = readonly [field: string, text: string, term: string | undefined];

/** Bytes in base64. */
const CONTENT = 'BT-125';

function* textsAt(member: Member, value: unknown, path: string): Generator<Text> {
  if (member.kind === 'list') {
    const items = (value ?? []) as readonly unknown[];
    for (let at = 0; at < items.length; at += 1)
      yield* textsAt(
        member.of,
        judgeOr(() => items[at], undefined),
        `${path}[${at}]`,
      );
  } else if (member.kind === 'group') yield* textsIn(member, value, path);
  else if (member.kind === 'text' && typeof value === 'string' && member.term !== CONTENT)
    yield [path, value, member.term];
}

function* textsIn({ members, shorthand }: GroupMember, value: unknown, path: string): Generator<Text> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, { property, member }] of members) {
    const inner = judgeOr(() => (value as Readonly<Record<string, unknown>>)[property], undefined);
    const below = path === '' ? name : `${path}.${name}`;
    yield* textsAt(member, inner, name === shorthand ? path : below);
  }
}
