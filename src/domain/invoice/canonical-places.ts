import type { CanonicalInvoice } from './canonical.ts';
import type { Member } from './members.ts';
import { CANONICAL_SCHEMA } from './schema.ts';
import { type Around, DERIVED, type Derivation, type Field } from './derived-terms.ts';

/** One member on the way to a term. */
export interface Step {
  /** Its name in the JSON document. */
  readonly name: string;
  /** One of its entries is meant. */
  readonly isList: boolean;
  /** It is present whenever the group around it is. */
  readonly isRequired: boolean;
  readonly read: (around: never) => unknown;
}

/** The place of a term or a group in the canonical invoice. */
export interface Place {
  readonly term: string;
  readonly steps: readonly Step[];
  /** The JSON path that a finding names, if the steps are not the caller's own. */
  readonly field?: Field;
  /** The group has no member of its own: it is present if one of these terms is. */
  readonly anyOf?: readonly string[];
}

const anyOf = (term: string, field: string, ...terms: readonly string[]): Place => ({
  term,
  steps: [],
  field,
  anyOf: terms,
});

const GROUPS: readonly Place[] = [
  anyOf('BG-16', 'payment.means_code', 'BT-81', 'BT-82', 'BT-83', 'BG-17', 'BG-18', 'BT-89', 'BT-91'),
  // BT-90 is outside its group in both syntaxes.
  anyOf('BG-19', 'payment.mandate', 'BT-89', 'BT-91'),
];

function* statedPlaces(member: Member, steps: readonly Step[]): Generator<Place> {
  const here = member.kind === 'list' ? member.of : member;
  const { term } = here;
  if (term !== undefined) yield { term, steps };
  if (here.kind !== 'group') return;
  for (const [name, { property, member: inner }] of here.members) {
    const isList = inner.kind === 'list';
    const isRequired = inner.required || (inner.kind === 'code' && inner.default !== undefined);
    const read = (around: Readonly<Record<string, unknown>>): unknown => around[property];
    yield* statedPlaces(inner, [...steps, { name, isList, isRequired, read }]);
  }
}

/** Each member of the schema that states a term or a group, in the order of the schema; several may share a term. */
export const MEMBERS: readonly Place[] = [...statedPlaces(CANONICAL_SCHEMA, [])];

/** A term that follows from members in place of having one; the value is computed at the last of its steps. */
function derivedPlace(
  { term, field, within, isList, isRequired, read }: Derivation,
  places: Map<string, Place>,
): Place {
  const around = within === undefined ? [] : (places.get(within)?.steps ?? []);
  const name = places.get(term)?.steps.at(-1)?.name ?? '';
  const step: Step = { name, isList: isList ?? false, isRequired: isRequired ?? false, read };
  return { term, steps: [...around, step], ...(field !== undefined && { field }) };
}

/** By term. The first member of a term counts: three members share BT-33. */
export const PLACES: ReadonlyMap<string, Place> = (() => {
  const places = new Map<string, Place>();
  for (const place of MEMBERS) if (!places.has(place.term)) places.set(place.term, place);
  for (const derivation of DERIVED) places.set(derivation.term, derivedPlace(derivation, places));
  for (const group of GROUPS) places.set(group.term, group);
  // EN 16931 groups the terms of a line further; the canonical invoice has them side by side.
  const line = places.get('BG-25');
  if (line) for (const term of ['BG-29', 'BG-30', 'BG-31']) places.set(term, line);
  return places;
})();

/** @param indices of `entries` of the lists on the way; if one is unknown, the list itself is meant. */
export function fieldOf({ field, steps }: Place, around: Around): string {
  if (field !== undefined) return typeof field === 'string' ? field : field(around);
  const { indices } = around;
  let path = '';
  let level = 0;
  for (const { name, isList } of steps) {
    path = path === '' ? name : `${path}.${name}`;
    if (!isList) continue;
    const index = indices[level];
    if (index === undefined) return path;
    path += `[${index}]`;
    level += 1;
  }
  return path;
}

/** Groups whose entries a document counts in another way: a breakdown is for a category and a rate. */
const UNCOUNTED: ReadonlySet<string> = new Set(['BG-23', 'BT-118', 'BT-120', 'BT-121']);

/**
 * The member that states a term or a group: `BT-142` of the third line's first charge → `lines[2].charges[0].base`. Undefined if no member
 * states it.
 * @param indices of the entries of the lists around it, as the model counts them; those that are left out stay out.
 */
export function fieldAt(
  term: string,
  indices: readonly number[],
  invoice: CanonicalInvoice,
): string | undefined {
  const place = PLACES.get(term);
  if (!place) return undefined;
  const entries: unknown[] = [];
  const known = UNCOUNTED.has(term) ? [] : indices;
  let value: unknown = invoice;
  for (const { isList, read } of place.steps) {
    value = value === undefined ? undefined : read(value as never);
    if (!isList) continue;
    const index = known[entries.length];
    if (index === undefined) break;
    value = (value as readonly unknown[] | undefined)?.[index];
    entries.push(value);
  }
  return fieldOf(place, { indices: known.slice(0, entries.length), entries });
}
