import { SchemaRefused } from '../unsupported.ts';
import type { Particle } from './particle.ts';
import type { Term, Times } from '../model.ts';

/** A place of an element or wildcard in a content model (Glushkov). */
export interface Position {
  readonly term: Term;
  /** With a counter: the place itself repeats. Otherwise it occurs once, and `follow` has its repetition. */
  readonly counted: Times | undefined;
  /** Positions that may come next; of a counted one, those after it. */
  readonly follow: Set<number>;
}

export interface Positions {
  readonly all: readonly Position[];
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly nullable: boolean;
}

interface Part {
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly nullable: boolean;
}

const EMPTY: Part = { first: new Set(), last: new Set(), nullable: true };
/** Only groups with few repetitions are written out; elements are counted. */
const MAX_POSITIONS = 5_000;

/** @param copied leaves that cannot be counted, because they follow themselves in two ways. */
export function positionsOf(content: Particle, copied: ReadonlySet<Particle>): Positions {
  const positions = new PositionBuilder(copied);
  const whole = positions.particle(content);
  return { all: positions.all, ...whole };
}

class PositionBuilder {
  readonly all: Position[] = [];

  constructor(private readonly copied: ReadonlySet<Particle>) {}

  particle(particle: Particle): Part {
    const { least, most } = particle.times;
    if (most === 0) return EMPTY;
    if (particle.kind !== 'element' && particle.kind !== 'any')
      return this.repeated(particle.times, () => this.group(particle.kind, particle.particles));
    const isPlain = least <= 1 && (most === 1 || most === Infinity);
    if (isPlain || particle.kind === 'any' || this.copied.has(particle))
      return this.repeated(particle.times, () => this.leaf(particle, undefined));
    const part = this.leaf(particle, particle.times);
    return least === 0 ? { ...part, nullable: true } : part;
  }

  private leaf(term: Term, counted: Times | undefined): Part {
    if (this.all.length === MAX_POSITIONS) throw new SchemaRefused('a content model with too many places');
    const at = this.all.length;
    this.all.push({ term, counted, follow: new Set() });
    return { first: new Set([at]), last: new Set([at]), nullable: false };
  }

  private group(kind: 'sequence' | 'choice', particles: readonly Particle[]): Part {
    const parts = particles.map((one) => this.particle(one));
    if (kind === 'sequence') return parts.reduce((before, after) => this.joined(before, after), EMPTY);
    if (parts.length === 0) throw new SchemaRefused('a choice of nothing');
    return {
      first: union(parts.map(({ first }) => first)),
      last: union(parts.map(({ last }) => last)),
      nullable: parts.some(({ nullable }) => nullable),
    };
  }

  private joined(before: Part, after: Part): Part {
    this.link(before.last, after.first);
    return {
      first: before.nullable ? union([before.first, after.first]) : before.first,
      last: after.nullable ? union([before.last, after.last]) : after.last,
      nullable: before.nullable && after.nullable,
    };
  }

  private repeated({ least, most }: Times, once: () => Part): Part {
    let whole = EMPTY;
    const copies = most === Infinity ? Math.max(1, least) : most;
    if (copies > MAX_POSITIONS) throw new SchemaRefused('a group with too many repetitions');
    for (let copy = 1; copy <= copies; copy += 1) {
      let part = once();
      if (copy === copies && most === Infinity) this.link(part.last, part.first);
      if (copy > least) part = { ...part, nullable: true };
      whole = this.joined(whole, part);
    }
    return whole;
  }

  private link(before: ReadonlySet<number>, after: ReadonlySet<number>): void {
    for (const at of before) for (const next of after) this.all[at]!.follow.add(next);
  }
}

const union = (sets: readonly ReadonlySet<number>[]): ReadonlySet<number> =>
  new Set(sets.flatMap((set) => [...set]));
