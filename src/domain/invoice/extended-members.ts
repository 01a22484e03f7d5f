import type { CanonicalInvoice } from './canonical.ts';
import type { GroupMember, Member, NamedMember } from './members.ts';
import { CANONICAL_SCHEMA } from './schema.ts';
import { isCounted } from './line-types.ts';
import { EXTENSION } from './terms.ts';
import { judgeOr } from './unjudged.ts';

/** Whether the invoice says what EN 16931 cannot. */
export const statesExtension = (invoice: CanonicalInvoice): boolean =>
  statedIn(CANONICAL_SCHEMA, invoice, '').next().done !== true;

/** The stated members that only the extension has: `lines[2].delivery`. */
export const extendedMembers = (invoice: CanonicalInvoice): readonly string[] => [
  ...statedIn(CANONICAL_SCHEMA, invoice, ''),
];

/** The invoice without them, as a document of EN 16931 says it: there every line counts, so the others go. */
export function withoutExtension(invoice: CanonicalInvoice): CanonicalInvoice {
  if (!statesExtension(invoice)) return invoice;
  const counted = { ...invoice, lines: invoice.lines.filter(isCounted) };
  return reduced(CANONICAL_SCHEMA, counted) as CanonicalInvoice;
}

type Members = Readonly<Record<string, unknown>>;

function* statedIn(member: Member, value: unknown, path: string): Generator<string> {
  if (value === undefined) return;
  if (isExtension(member)) {
    if (states(value)) yield path;
  } else if (member.kind === 'list') {
    for (const [index, entry] of entriesOf(value)) yield* statedIn(member.of, entry, `${path}[${index}]`);
  } else if (member.kind === 'group') {
    for (const [name, { property, member: inner }] of leadingMembers(member)) {
      const own = judgeOr(() => (value as Members)[property], undefined);
      yield* statedIn(inner, own, path === '' ? name : `${path}.${name}`);
    }
  }
}

function* entriesOf(value: unknown): Generator<readonly [number, unknown]> {
  const entries = value as readonly unknown[];
  // By index: a refused entry throws, the others do not.
  for (let index = 0; index < entries.length; index += 1)
    yield [index, judgeOr(() => entries[index], undefined)];
}

function reduced(member: Member, value: unknown): unknown {
  if (value === undefined) return value;
  if (member.kind === 'list') return (value as readonly unknown[]).map((entry) => reduced(member.of, entry));
  if (member.kind !== 'group') return value;
  const members = { ...(value as Members) };
  for (const [, { property, member: inner }] of leadingMembers(member)) {
    if (members[property] === undefined) continue;
    if (isExtension(inner)) members[property] = inner.kind === 'list' ? [] : undefined;
    else members[property] = reduced(inner, members[property]);
  }
  return members;
}

const isExtension = ({ term }: Member): boolean => term?.startsWith(EXTENSION) ?? false;

/** A group without members states nothing. */
const states = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== undefined &&
      (Object.getPrototypeOf(value) !== Object.prototype || Object.values(value as object).some(states));

const LEADING = new WeakMap<GroupMember, readonly (readonly [string, NamedMember])[]>();

/** The members of a group that are of the extension, or lead to some. */
function leadingMembers(group: GroupMember): readonly (readonly [string, NamedMember])[] {
  const known = LEADING.get(group) ?? [...group.members].filter(([, { member }]) => leads(member));
  LEADING.set(group, known);
  return known;
}

const leads = (member: Member): boolean =>
  isExtension(member) ||
  (member.kind === 'list' && leads(member.of)) ||
  (member.kind === 'group' && leadingMembers(member).length > 0);
