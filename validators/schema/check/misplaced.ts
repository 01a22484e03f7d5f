import type { Document } from '../../engine/xml/document.ts';
import { NOWHERE, symbolOf } from '../content/content-model.ts';
import type { ContentModel } from '../model.ts';
import { keyOf, type NameKey } from '../names.ts';
import { ANOTHER, type ContentSteps } from './content-steps.ts';

/** Why a child may not stand where it stands. */
export interface Reason {
  /** Something has to stand before it; it stands too late; there is one already; its parent has no such child. */
  readonly kind: 'missing' | 'late' | 'again' | 'unknown';
  readonly names: readonly NameKey[];
}

/** @returns undefined if no reason is the only one. */
export function reasonOf(
  document: Document,
  child: number,
  model: ContentModel,
  steps: ContentSteps,
): Reason | undefined {
  const parent = document.parentOf(child);
  const symbol = symbolIn(document, child, model);
  if (symbol === model.names.length) return { kind: 'unknown', names: [keyOf(document.nameOf(parent))] };
  const state = steps.stateOf(parent);
  const short = tooFew(parent, model, steps);
  // It could stand here if nothing were counted.
  if (leads(model, state, symbol))
    return short ? { kind: 'missing', names: short } : { kind: 'again', names: [] };
  const missing = nearest(model, state, (at) => leads(model, at, symbol));
  if (missing) return { kind: 'missing', names: short ?? missing };
  const place = placeOf(document, child, model, symbol);
  if (place === undefined) return undefined;
  return document.name[place] === document.name[child]
    ? { kind: 'again', names: [] }
    : { kind: 'late', names: [keyOf(document.nameOf(place))] };
}

/** What an element lacks at its end: alternatives, or elements one after the other of which the first is named. */
export function missingAtEnd(parent: number, model: ContentModel, steps: ContentSteps): readonly NameKey[] {
  return (
    tooFew(parent, model, steps) ??
    nearest(model, steps.stateOf(parent), (at) => model.accepting[at] === 1) ??
    steps.expected(parent, model)
  );
}

const leads = ({ next, width }: ContentModel, state: number, symbol: number): boolean =>
  next[state * width + symbol]! !== NOWHERE;

/** The element that has not occurred as often as it has to. */
function tooFew(parent: number, model: ContentModel, steps: ContentSteps): readonly NameKey[] | undefined {
  const state = steps.stateOf(parent);
  const least = model.counters[state]?.least ?? 0;
  if (steps.countOf(parent) >= least) return undefined;
  return model.names.filter((_, symbol) => model.next[state * model.width + symbol] === state);
}

/** The first elements of the shortest ways to a state; undefined if there is none, or it is reached. */
function nearest(
  model: ContentModel,
  from: number,
  isReached: (state: number) => boolean,
): readonly NameKey[] | undefined {
  if (isReached(from)) return undefined;
  const seen = new Set([from]);
  let ways = new Map<number, Set<NameKey>>();
  for (const [to, name] of stepsFrom(model, from)) ways.set(to, (ways.get(to) ?? new Set()).add(name));
  while (ways.size > 0) {
    const firsts = [...ways].flatMap(([state, names]) => (isReached(state) ? [...names] : []));
    if (firsts.length > 0) return [...new Set(firsts)];
    for (const state of ways.keys()) seen.add(state);
    const further = new Map<number, Set<NameKey>>();
    for (const [state, names] of ways)
      for (const [to] of stepsFrom(model, state))
        if (!seen.has(to)) further.set(to, new Set([...(further.get(to) ?? []), ...names]));
    ways = further;
  }
  return undefined;
}

function* stepsFrom({ next, width, names }: ContentModel, state: number): Generator<[number, NameKey]> {
  for (let symbol = 0; symbol < width; symbol += 1) {
    const to = next[state * width + symbol]!;
    if (to !== NOWHERE && to !== state) yield [to, names[symbol] ?? ANOTHER];
  }
}

/** The last sibling before which the child could stand. */
function placeOf(document: Document, child: number, model: ContentModel, symbol: number): number | undefined {
  let place: number | undefined;
  let state = model.start;
  for (let one = document.parentOf(child) + 1; one < child; one = document.last[one]! + 1) {
    if (leads(model, state, symbol)) place = one;
    state = model.next[state * model.width + symbolIn(document, one, model)]!;
    if (state === NOWHERE) return undefined;
  }
  return place;
}

function symbolIn(document: Document, child: number, model: ContentModel): number {
  const name = document.nameOf(child);
  return symbolOf(model, keyOf(name), name.namespace);
}
