/** Template comparisons and tries that the search for one text may cost, for each of its characters. */
const MAX_STEPS_PER_CHARACTER = 3;
/** For short texts. */
const MIN_STEPS = 2_000;
/** A comparison of so many characters is one step. */
const CHARACTERS_OF_A_STEP = 64;

/** The budget of a search: linear in the text, because a text may hold the words of a stranger (ADR 44). */
export class Effort {
  readonly most: number;
  private used = 0;

  constructor(text: string) {
    this.most = MIN_STEPS + MAX_STEPS_PER_CHARACTER * text.length;
  }

  get steps(): number {
    return Math.min(this.used, this.most);
  }

  get isSpent(): boolean {
    return this.used > this.most;
  }

  /** False if the search has to end. */
  spend(characters = 0): boolean {
    this.used += 1 + Math.trunc(characters / CHARACTERS_OF_A_STEP);
    return !this.isSpent;
  }

  /** Ends the search. */
  giveUp(): undefined {
    this.used = Infinity;
  }
}
