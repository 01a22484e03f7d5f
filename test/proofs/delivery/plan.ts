import type { Part } from './point.ts';
import { nameOf, type Target, targetNamed, TARGETS } from './points.ts';

/**
 * How a process ends: at a point, on its n-th visit; or at a random moment. A process that freezes there stands still until others have
 * taken over, continues, and is killed some time later.
 */
export type Death =
  | { readonly at: Target; readonly time: number; readonly freezes?: true; readonly armedBy?: string }
  | { readonly at: 'any moment' };

/** The share of lives that end at a random moment. */
const BY_CHANCE = 1 / 8;
/** The share of lives that freeze at a point. */
const FREEZES = 1 / 5;

/** Which process dies at which point, drawn from the seed: every point once per round, in random order. */
export class Plan {
  private readonly random: () => number;
  private readonly targets: readonly Target[];
  private readonly byChance: number;
  private readonly waiting: Target[] = [];
  private readonly deathsByPoint = new Map<string, number>();
  private readonly frozenByPoint = new Map<string, number>();

  /** @param only names of targets; all if left out. */
  constructor(random: () => number, only?: readonly string[]) {
    this.random = random;
    this.targets = only?.map(targetNamed) ?? TARGETS;
    this.byChance = only ? 0 : BY_CHANCE;
  }

  /** @param parts of the process that dies. @param mayFreeze if another process does the same work. */
  next(parts: readonly Part[], mayFreeze = false): Death {
    const random = this.random();
    if (random < this.byChance) return { at: 'any moment' };
    if (mayFreeze && random < this.byChance + FREEZES) return this.freeze();
    const isFitting = ({ point }: Target): boolean => parts.includes(point.part);
    if (!this.waiting.some(isFitting)) this.waiting.push(...this.shuffled(this.targets.filter(isFitting)));
    if (!this.waiting.some(isFitting)) return { at: 'any moment' };
    const [at] = this.waiting.splice(this.waiting.findIndex(isFitting), 1) as [Target];
    // Every order passes an intake; workers share the orders.
    return { at, time: 1 + Math.floor(this.random() * (at.point.part === 'api' ? 20 : 2)) };
  }

  /** No process reached the point in time: it is tried again later. */
  missed(death: Death): void {
    if (death.at !== 'any moment' && !death.freezes) this.waiting.push(death.at);
    this.count('any moment');
  }

  hit(death: Death): void {
    if (death.at === 'any moment') return this.count(death.at);
    const name = nameOf(death.at);
    if (!death.freezes) return this.count(name);
    this.frozenByPoint.set(name, (this.frozenByPoint.get(name) ?? 0) + 1);
    // It is killed at a random moment.
    this.count('any moment');
  }

  /** Freezes by name of the target. */
  get frozen(): ReadonlyMap<string, number> {
    return this.frozenByPoint;
  }

  /** The instants right before and after a call matter most. */
  private freeze(): Death {
    const fitting = this.targets.filter(({ point }) => point.part === 'worker');
    const about = fitting.filter(({ point }) => point.name.startsWith('send: '));
    const targets = this.random() < 0.5 && about.length > 0 ? about : fitting;
    const at = targets[Math.floor(this.random() * targets.length)]!;
    return { at, time: 1 + Math.floor(this.random() * 2), freezes: true };
  }

  /** Names of targets of these parts without a death. */
  unmet(parts: readonly Part[]): readonly string[] {
    const fitting = this.targets.filter(({ point }) => parts.includes(point.part));
    return fitting.map(nameOf).filter((name) => !this.deathsByPoint.has(name));
  }

  /** Deaths by name of the target. */
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
