import type { Part } from './point.ts';
import { nameOf, type Target, targetNamed, TARGETS } from './points.ts';

/** How a process is to end: at a point, when it comes by for the n-th time; or whenever it happens. */
export type Death = { readonly at: Target; readonly time: number } | { readonly at: 'any moment' };

/** The share of lives that end at no point. */
const BY_CHANCE = 1 / 8;

/** Which process dies where, drawn from the seed: every point in turn, in an order of its own. */
export class Plan {
  private readonly targets: readonly Target[];
  private readonly byChance: number;
  private readonly waiting: Target[] = [];
  private readonly deathsByPoint = new Map<string, number>();

  /** @param only names of targets; all when left out. */
  constructor(
    private readonly random: () => number,
    only?: readonly string[],
  ) {
    this.targets = only?.map(targetNamed) ?? TARGETS;
    this.byChance = only ? 0 : BY_CHANCE;
  }

  /** @param parts of whoever is to die. */
  next(parts: readonly Part[]): Death {
    if (this.random() < this.byChance) return { at: 'any moment' };
    const isFitting = ({ point }: Target): boolean => parts.includes(point.part);
    if (!this.waiting.some(isFitting)) this.waiting.push(...this.shuffled(this.targets.filter(isFitting)));
    if (!this.waiting.some(isFitting)) return { at: 'any moment' };
    const [at] = this.waiting.splice(this.waiting.findIndex(isFitting), 1) as [Target];
    // An intake has every order come by; who works shares them.
    return { at, time: 1 + Math.floor(this.random() * (at.point.part === 'api' ? 20 : 2)) };
  }

  /** Nobody came by in time: it is tried again later. */
  missed({ at }: Death): void {
    if (at !== 'any moment') this.waiting.push(at);
    this.count('any moment');
  }

  hit({ at }: Death): void {
    this.count(at === 'any moment' ? at : nameOf(at));
  }

  /** Names of targets of these parts that have met no death. */
  unmet(parts: readonly Part[]): readonly string[] {
    const fitting = this.targets.filter(({ point }) => parts.includes(point.part));
    return fitting.map(nameOf).filter((name) => !this.deathsByPoint.has(name));
  }

  /** By name of the target. */
  get deaths(): ReadonlyMap<string, number> {
    return this.deathsByPoint;
  }

  private count(name: string): void {
    this.deathsByPoint.set(name, (this.deathsByPoint.get(name) ?? 0) + 1);
  }

  private shuffled(targets: readonly Target[]): Target[] {
    return targets
      .map((target) => ({ target, key: this.random() }))
      .sort((one, other) => one.key - other.key)
      .map(({ target }) => target);
  }
}
