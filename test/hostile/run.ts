import { parseArgs } from 'node:util';
import { ATTACKS, type Attack } from './attacks.ts';
import { type Outcome, together } from './tally.ts';
import { openTarget, type Target } from './target.ts';
import { Watch, type Watched } from './watch.ts';

/**
 * Everything that hostile callers, full disks and damaged files may do to a service, for some minutes. The seed makes the
 * same cases again: `--only 'generated calls' --from 168 --cases 1` is the one that a line of an earlier run named.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    cases: { type: 'string', default: 'Infinity' },
  },
});

const seed = Number(values.seed);
const startedAt = Date.now();
const until = startedAt + Number(values.minutes) * 60_000;
/** The attacks take turns, so that each meets what the others have left behind. */
const ROUND_MS = 20_000;

const isAsked = ({ name }: { readonly name: string }): boolean => name.includes(values.only);
const progress = (text: string): void => void process.stderr.write(`${text}\n`);

/** Turns of every attack until the time is over. */
async function attack(target: Target, attacks: readonly Attack[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const next = new Map(attacks.map(({ name }) => [name, Number(values.from)]));
  do
    for (const { name, run } of attacks) {
      const from = next.get(name)!;
      const ms = Math.min(ROUND_MS, Math.max(1000, until - Date.now()));
      const outcome = await run(target, { seed, from, cases: Number(values.cases), ms });
      next.set(name, from + Object.values(outcome.tried)[0]!);
      outcomes.push(outcome);
      progress(`${name}: ${triedOf(outcome)}, ${outcome.wrong.length} wrong`);
    }
  while (Date.now() < until && values.cases === 'Infinity');
  return outcomes;
}

const triedOf = ({ tried }: Outcome): string =>
  Object.entries(tried)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

function print(outcomes: readonly Outcome[], { asked, slowestMs, mostMb }: Watched): void {
  const rows = outcomes.map((outcome) => [
    outcome.name,
    outcome.skipped ?? triedOf(outcome),
    String(outcome.wrong.length),
    String(outcome.answers ?? ''),
  ]);
  const table = [['what', 'tried', 'wrong', 'answers'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const { name, wrong } of outcomes) for (const each of wrong) console.log(`WRONG ${name}: ${each}`);
  console.log(
    `GET /health was asked ${asked} times, the slowest took ${slowestMs} ms (goal 100); at most ${mostMb} MB resident (goal 600)`,
  );
}

const target = await openTarget();
const watch = new Watch(target.service);
const done = await attack(target, ATTACKS.filter(isAsked));
const watched = await watch.stop();
const atTheEnd = await target.stop();
const outcomes = [
  ...together(done),
  { name: 'watching', tried: { questions: watched.asked }, wrong: [...watched.wrong, ...atTheEnd] },
];
print(outcomes, watched);
const wrong = outcomes.reduce((sum, each) => sum + each.wrong.length, 0);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(`seed ${seed}, ${minutes} minutes: ${wrong} wrong`);
process.exit(wrong > 0 ? 1 : 0);
