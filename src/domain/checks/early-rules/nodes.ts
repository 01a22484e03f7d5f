import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { PLACES, type Place, type Step } from '../../invoice/canonical-places.ts';

/** The scope of a rule's test: the invoice, and the entries of lists around the current member. */
export interface At {
  readonly invoice: CanonicalInvoice;
  /** From the outermost list on; the scope names their lists. */
  readonly entries: readonly unknown[];
  readonly indices: readonly number[];
  readonly self?: Node;
  /** Nodes that were read before, by place: many rules read the same terms of all lines. */
  readonly known: Map<Place, readonly Node[]>;
  readonly knownInside: Map<Place, readonly At[]>;
}

/** A term or group that the invoice states. */
export interface Node {
  readonly place: Place;
  readonly value: unknown;
  readonly entries: readonly unknown[];
  readonly indices: readonly number[];
}

/** The lists whose entries an expression has in scope, by the names of their places. */
export type Scope = readonly string[];

export type Nodes = (at: At) => readonly Node[];

export const atInvoice = (invoice: CanonicalInvoice): At => ({
  invoice,
  entries: [],
  indices: [],
  known: new Map(),
  knownInside: new Map(),
});

/** The scope inside a node, for a test on it. */
export const inside = ({ invoice, known, knownInside }: At, self: Node): At => ({
  invoice,
  known,
  knownInside,
  entries: self.entries,
  indices: self.indices,
  self,
});

export function placeOf(term: string): Place {
  const place = PLACES.get(term);
  if (!place) throw new Error(`the canonical invoice has no place for ${term}`);
  return place;
}

/** The lists around a place. */
export function scopeOf({ steps }: Place): Scope {
  let path = '';
  return steps.flatMap(({ name, isList }) => {
    path = `${path}.${name}`;
    return isList ? [path] : [];
  });
}

/** How many of the lists around a place have an entry in scope. */
export const sharedLists = (place: Place, scope: Scope): number =>
  scopeOf(place).filter((list, level) => scope[level] === list).length;

/** Every occurrence of the term that has a value; for lists in scope only in their current entries. */
export function select(term: string, scope: Scope): Nodes {
  const place = placeOf(term);
  if (place.anyOf) return someOf(place, place.anyOf, scope);
  const shared = sharedLists(place, scope);
  const steps = place.steps.slice(stepsBehind(place, shared));
  if (shared === 0) return (at) => remember(at, place, steps);
  return (at) => {
    const [entries, indices] = [at.entries.slice(0, shared), at.indices.slice(0, shared)];
    return collectNodes(entries[shared - 1], { place, steps, entries, indices });
  };
}

/** The scopes of `selected`, for a test on each of them. */
export function insideEach(term: string, scope: Scope): (at: At) => readonly At[] {
  const nodes = select(term, scope);
  const place = placeOf(term);
  const isEverywhere = place.anyOf === undefined && sharedLists(place, scope) === 0;
  return (at) => {
    const known = isEverywhere ? at.knownInside.get(place) : undefined;
    if (known) return known;
    const matchingNodes = nodes(at).map((node) => inside(at, node));
    if (isEverywhere) at.knownInside.set(place, matchingNodes);
    return matchingNodes;
  };
}

/** Every readable occurrence of a term; `insideEach` gives none if one of them is unreadable. */
export function insideReadable(term: string): (invoice: At) => readonly At[] {
  const all = insideEach(term, []);
  const place = placeOf(term);
  return (invoice) =>
    judgeOr(() => all(invoice), undefined) ??
    collectNodes(invoice.invoice, { place, steps: place.steps, isPartial: true }).map((node) =>
      inside(invoice, node),
    );
}

function someOf(place: Place, terms: readonly string[], scope: Scope): Nodes {
  const members = terms.map((member) => select(member, scope));
  const there: readonly Node[] = [{ place, value: {}, entries: [], indices: [] }];
  return (at) => (members.some((nodes) => nodes(at).length > 0) ? there : []);
}

function remember(at: At, place: Place, steps: readonly Step[]): readonly Node[] {
  const known = at.known.get(place);
  if (known) return known;
  const nodes = collectNodes(at.invoice, { place, steps });
  at.known.set(place, nodes);
  return nodes;
}

/** How many steps lead to the entry of the list at this level. */
function stepsBehind({ steps }: Place, level: number): number {
  let lists = 0;
  let count = 0;
  while (lists < level) if (steps[count++]?.isList) lists += 1;
  return count;
}

interface Way extends Pick<Node, 'place' | 'entries' | 'indices'> {
  readonly steps: readonly Step[];
  /** Unreadable entries are skipped. */
  readonly isPartial: boolean;
  readonly nodes: Node[];
}

function collectNodes(from: unknown, way: Pick<Way, 'place' | 'steps'> & Partial<Way>): readonly Node[] {
  const nodes: Node[] = [];
  walk(from, 0, { entries: [], indices: [], isPartial: false, ...way, nodes });
  return nodes;
}

function walk(value: unknown, done: number, way: Way): void {
  if (value === undefined) return;
  const step = way.steps[done];
  if (!step) {
    const { place, entries, indices, nodes } = way;
    if (hasValue(value)) nodes.push({ place, value, entries, indices });
    return;
  }
  const inner = step.read(value as never);
  if (!step.isList) return walk(inner, done + 1, way);
  eachEntry(inner as readonly unknown[], way.isPartial, (entry, index) => {
    walk(entry, done + 1, { ...way, entries: [...way.entries, entry], indices: [...way.indices, index] });
  });
}

function eachEntry(
  list: readonly unknown[],
  isPartial: boolean,
  visit: (entry: unknown, index: number) => void,
): void {
  if (!isPartial) return list.forEach(visit);
  for (let index = 0; index < list.length; index += 1) judgeOr(() => visit(list[index], index), undefined);
}

/** As `selected`, for a term that occurs once at most: its value without a node. Undefined if it may occur more often. */
export function reader(term: string, scope: Scope): ((at: At) => unknown) | undefined {
  const place = placeOf(term);
  const shared = sharedLists(place, scope);
  if (place.anyOf || shared < scopeOf(place).length) return undefined;
  const [first, ...steps] = place.steps.slice(stepsBehind(place, shared));
  if (!first) return undefined;
  return ({ invoice, entries }) => {
    const start = shared > 0 ? entries[shared - 1] : invoice;
    let value = start === undefined ? undefined : first.read(start as never);
    for (const { read } of steps) if (value !== undefined) value = read(value as never);
    return value;
  };
}

/** A group without any value is not written. */
export function hasValue(value: unknown): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return value.some(hasValue);
  if (typeof value !== 'object' || value === null || value instanceof Decimal) return true;
  // A refused member is present, though wrong.
  return judgeOr(() => Object.values(value).some(hasValue), true);
}
