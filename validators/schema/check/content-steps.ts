import type { ContentModel } from '../model.ts';
import { NOWHERE } from '../content/content-model.ts';
import type { NameKey } from '../names.ts';

/** The state of an element whose children have broken its content model: one breach of it is enough. */
const BROKEN = -2;

/** The content of one document's elements, as states of their automata. */
export class ContentSteps {
  private readonly states: Int32Array;
  private readonly counts: Int32Array;

  constructor(elements: number) {
    this.states = new Int32Array(elements);
    this.counts = new Int32Array(elements);
  }

  /** @returns the index of the term that the child stands for; `NOWHERE` if it may not stand there. */
  step(parent: number, model: ContentModel, symbol: number): number {
    const state = this.states[parent]!;
    if (state === BROKEN) return NOWHERE;
    const at = state * model.width + symbol;
    const next = model.next[at]!;
    if (next === NOWHERE || (model.isCounted && !this.count(parent, model, state, next))) return NOWHERE;
    this.states[parent] = next;
    return model.via[at]!;
  }

  stateOf(parent: number): number {
    return this.states[parent]!;
  }

  countOf(parent: number): number {
    return this.counts[parent]!;
  }

  isBroken(parent: number): boolean {
    return this.states[parent] === BROKEN;
  }

  break(parent: number): void {
    this.states[parent] = BROKEN;
  }

  isComplete(parent: number, { accepting, counters }: ContentModel): boolean {
    const state = this.states[parent]!;
    if (state === BROKEN) return true;
    return accepting[state] === 1 && this.counts[parent]! >= (counters[state]?.least ?? 0);
  }

  /** The names that may stand next. */
  expected(parent: number, model: ContentModel): readonly NameKey[] {
    const state = this.states[parent]!;
    const names = model.names.filter((_, symbol) => this.mayFollow(parent, model, state, symbol));
    const anything = model.wildcards.filter((_, bit) =>
      this.mayFollow(parent, model, state, model.names.length + (1 << bit)),
    );
    return [...names, ...anything.map(() => ANOTHER)];
  }

  private mayFollow(
    parent: number,
    { next, width, counters }: ContentModel,
    state: number,
    symbol: number,
  ): boolean {
    const to = next[state * width + symbol]!;
    if (to === NOWHERE) return false;
    const counter = counters[state];
    if (!counter) return true;
    return to === state ? this.counts[parent]! < counter.most : this.counts[parent]! >= counter.least;
  }

  private count(parent: number, { counters }: ContentModel, state: number, next: number): boolean {
    const counter = counters[state];
    const count = this.counts[parent]!;
    if (next !== state) {
      if (counter && count < counter.least) return false;
      this.counts[parent] = 1;
      return true;
    }
    if (counter && count >= counter.most) return false;
    this.counts[parent] = count + 1;
    return true;
  }
}

/** A wildcard, as libxml2 lists it. */
export const ANOTHER = '##other{}*';
