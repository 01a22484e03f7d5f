/** The actions and findings of an attack. */
export interface Outcome {
  readonly name: string;
  /** Counts by kind: calls, accepted invoices, connections. */
  readonly tried: Readonly<Record<string, number>>;
  /** Counts by status. */
  readonly answers?: Counts;
  readonly wrong: readonly string[];
  /** Why it did not run here. */
  readonly skipped?: string;
}

/** Counts by name. */
export class Counts {
  private readonly counts = new Map<string, number>();

  add(name: string | number, count = 1): void {
    this.counts.set(String(name), (this.counts.get(String(name)) ?? 0) + count);
  }

  addAll(other: Counts): void {
    for (const [name, count] of other.counts) this.add(name, count);
  }

  /** Most frequent first. */
  toString(): string {
    return [...this.counts]
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  }

  toObject(): Record<string, number> {
    return Object.fromEntries(this.counts);
  }
}

/** Faults of one kind are shown a few times and then only counted. */
const SHOWN = 20;

export class Wrongs {
  private readonly lines: string[] = [];
  private more = 0;

  add(wrong: string): void {
    if (this.lines.length < SHOWN) this.lines.push(wrong);
    else this.more += 1;
  }

  get found(): readonly string[] {
    return this.more > 0 ? [...this.lines, `and ${this.more} more`] : this.lines;
  }
}

/** The sum of the rounds of one attack. */
export function together(outcomes: readonly Outcome[]): readonly Outcome[] {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  return names.map((name) => {
    const rounds = outcomes.filter((each) => each.name === name);
    const tried = new Counts();
    const answers = new Counts();
    for (const round of rounds) {
      for (const [what, count] of Object.entries(round.tried)) tried.add(what, count);
      if (round.answers) answers.addAll(round.answers);
    }
    const skipped = rounds.find((round) => round.skipped !== undefined)?.skipped;
    return {
      name,
      tried: tried.toObject(),
      answers,
      wrong: rounds.flatMap(({ wrong }) => wrong),
      ...(skipped !== undefined && { skipped }),
    };
  });
}

export const triedOf = ({ tried }: Outcome): string =>
  Object.entries(tried)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

/** One line for each attack, then one for each fault. */
export function tableOf(outcomes: readonly Outcome[]): readonly string[] {
  const rows = outcomes.map((outcome) => [
    outcome.name,
    outcome.skipped ?? triedOf(outcome),
    String(outcome.wrong.length),
    String(outcome.answers ?? ''),
  ]);
  const table = [['what', 'tried', 'wrong', 'answers'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const wrongs = outcomes.flatMap(({ name, wrong }) => wrong.map((fault) => `WRONG ${name}: ${fault}`));
  return [...lines, ...wrongs];
}
