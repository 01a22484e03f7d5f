import { SchemaRefused } from '../unsupported.ts';
import type { NameKey } from '../names.ts';
import type { ContentModel, Term, Times } from '../model.ts';
import { NOWHERE } from './content-model.ts';
import type { Particle } from './particle.ts';
import { type Position, type Positions, positionsOf } from './positions.ts';

/** More wildcards in one model would make too many symbols. */
const MAX_WILDCARDS = 3;
const MAX_STATES = 10_000;
/** A counted element that cannot be counted is written out, if it is not more often than this. */
const MAX_COPIES = 64;

/** A counted element that a document could attribute in two ways. */
class CountedTwice extends Error {
  constructor(readonly particle: Particle) {
    super('counted twice');
  }
}

/** @throws SchemaRefused if one child could stand for two different declarations (part 1, 3.8.6 and appendix H forbid it). */
export function automatonOf(content: Particle, namespaceOf: (name: NameKey) => string): ContentModel {
  const copied = new Set<Particle>();
  for (;;)
    try {
      return new AutomatonBuilder(positionsOf(content, copied), namespaceOf).model();
    } catch (error) {
      if (!(error instanceof CountedTwice)) throw error;
      const { particle } = error;
      const { least, most } = particle.times;
      if (copied.has(particle) || Math.max(least, most === Infinity ? 0 : most) > MAX_COPIES)
        throw new SchemaRefused('a repeated element that cannot be counted');
      copied.add(particle);
    }
}

type Wild = Term & { readonly kind: 'any' };

class AutomatonBuilder {
  private readonly names: readonly NameKey[];
  private readonly wildcards: readonly Wild[];
  private readonly terms: Term[] = [];
  private readonly states = new Map<string, number>();
  private readonly sets: (readonly number[])[] = [];

  constructor(
    private readonly positions: Positions,
    private readonly namespaceOf: (name: NameKey) => string,
  ) {
    const terms = positions.all.map(({ term }) => term);
    this.names = [
      ...new Set(terms.flatMap((term) => (term.kind === 'element' ? [term.declaration.name] : []))),
    ];
    const wild = new Map(
      terms.flatMap((term) => (term.kind === 'any' ? [[term.wildcard, term] as const] : [])),
    );
    this.wildcards = [...wild.values()];
    if (this.wildcards.length > MAX_WILDCARDS)
      throw new SchemaRefused('a content model with too many wildcards');
  }

  model(): ContentModel {
    const { names, wildcards } = this;
    const width = names.length + (1 << wildcards.length);
    const next: number[] = [];
    const via: number[] = [];
    const accepting: number[] = [];
    const counters: (Times | undefined)[] = [];
    this.stateOf([]);
    for (let state = 0; state < this.sets.length; state += 1) {
      const set = this.sets[state]!;
      const follow = state === 0 ? [...this.positions.first] : this.followOf(set);
      for (let symbol = 0; symbol < width; symbol += 1) {
        const matchingState = this.transition(set, follow, symbol);
        next.push(matchingState ? this.stateOf(matchingState.positions) : NOWHERE);
        via.push(matchingState ? this.termOf(matchingState.term) : NOWHERE);
      }
      accepting.push(
        Number(state === 0 ? this.positions.nullable : set.some((at) => this.positions.last.has(at))),
      );
      counters.push(set.length === 1 ? this.positions.all[set[0]!]!.counted : undefined);
    }
    return {
      width,
      names,
      symbols: new Map(names.map((name, symbol) => [name, symbol])),
      wildcards,
      next: Int32Array.from(next),
      via: Int32Array.from(via),
      terms: this.terms,
      accepting: Uint8Array.from(accepting),
      counters,
      isCounted: counters.some((counter) => counter !== undefined),
      start: 0,
    };
  }

  private followOf(set: readonly number[]): readonly number[] {
    return [...new Set(set.flatMap((at) => [...this.positions.all[at]!.follow]))];
  }

  private transition(
    set: readonly number[],
    follow: readonly number[],
    symbol: number,
  ): { readonly term: Term; readonly positions: readonly number[] } | undefined {
    const { all } = this.positions;
    // A counted element stands alone in its state, and repeats before anything else is tried.
    const itself = set.filter((at) => all[at]!.counted && this.fits(all[at]!, symbol));
    const after = follow.filter((at) => this.fits(all[at]!, symbol));
    const states = [...new Set([...itself, ...after])].sort((a, b) => a - b);
    if (states.length === 0) return undefined;
    const [term, ...others] = [...new Set(states.map((at) => all[at]!.term))];
    for (const other of others)
      if (!isSame(term!, other)) throw new SchemaRefused('a content model with two meanings');
    const counted = states.filter((at) => all[at]!.counted);
    if (counted.length > 0 && (states.length > 1 || (itself.length > 0 && after.length > 0)))
      throw new CountedTwice(all[counted[0]!]!.term as Particle);
    return { term: term!, positions: states };
  }

  private fits({ term }: Position, symbol: number): boolean {
    const name = this.names[symbol];
    if (name !== undefined)
      return term.kind === 'element'
        ? term.declaration.name === name
        : term.wildcard.allows(this.namespaceOf(name));
    if (term.kind === 'element') return false;
    const bit = this.wildcards.findIndex(({ wildcard }) => wildcard === term.wildcard);
    return ((symbol - this.names.length) & (1 << bit)) !== 0;
  }

  private stateOf(positions: readonly number[]): number {
    const key = positions.join(' ');
    const known = this.states.get(key);
    if (known !== undefined) return known;
    if (this.sets.length === MAX_STATES) throw new SchemaRefused('a content model with too many states');
    this.states.set(key, this.sets.length);
    return this.sets.push(positions) - 1;
  }

  private termOf(term: Term): number {
    const known = this.terms.findIndex((one) => isSame(one, term));
    return known >= 0 ? known : this.terms.push(term) - 1;
  }
}

/** Copies of one particle, and declarations that cannot be told apart by any document. */
function isSame(one: Term, other: Term): boolean {
  if (one.kind === 'any' || other.kind === 'any')
    return one.kind === 'any' && other.kind === 'any' && one.wildcard === other.wildcard;
  const [a, b] = [one.declaration, other.declaration];
  return (
    a === b ||
    (a.name === b.name &&
      a.type === b.type &&
      a.nillable === b.nillable &&
      a.abstract === b.abstract &&
      a.fixed?.key === b.fixed?.key &&
      a.fallback === b.fallback)
  );
}
