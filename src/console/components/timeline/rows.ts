import type { Step } from './steps.ts';

/** A row of the table: one step, or those of equal tries. */
export type Row = readonly [Step, ...Step[]];

/** The most steps of one try: a log-in, a send, a look-up and a status. */
const MAX_STEPS_OF_TRY = 4;

/**
 * Equal tries that follow each other are one try, whose rows have the steps of all of them.
 * @param answerOf what the reader sees of an answer; what differs in it is no equal try.
 */
export function rowsOf(steps: readonly Step[], answerOf: (step: Step) => string | undefined): readonly Row[] {
  // Only what the service does again by itself is a try: each event is news.
  const keys = steps.map((step) =>
    step.calls.length === 0 ? String(step.no) : [step.kind, step.role, answerOf(step)].join(' '),
  );
  const rows: Row[] = [];
  for (let at = 0; at < steps.length;) {
    const { length, times } = longestRun(keys, at);
    for (const index of Array.from({ length }, (_, n) => at + n)) {
      const [first, ...others] = Array.from({ length: times }, (_, n) => steps[index + n * length]!);
      rows.push([first!, ...others]);
    }
    at += length * times;
  }
  return rows;
}

interface Run {
  /** Steps of one try. */
  readonly length: number;
  readonly times: number;
}

/** The run that begins here and covers the most steps, of the shortest tries. */
function longestRun(keys: readonly string[], at: number): Run {
  let longest: Run = { length: 1, times: 1 };
  for (let length = 1; length <= MAX_STEPS_OF_TRY; length += 1) {
    const first = keys.slice(at, at + length).join('\n');
    let times = 1;
    while (keys.slice(at + times * length, at + (times + 1) * length).join('\n') === first) times += 1;
    if (times > 1 && length * times > longest.length * longest.times) longest = { length, times };
  }
  return longest;
}
