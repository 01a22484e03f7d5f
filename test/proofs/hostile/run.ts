import { parseArgs } from 'node:util';
import { printCount } from '../counts.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { attackWithHeavyBodies } from './heavy-attack.ts';
import { playAll, SCENARIOS } from './scenarios.ts';
import { type Outcome, together, triedOf, tableOf } from './tally.ts';
import { openTarget } from './target.ts';
import { Watch, type Watched } from './watch.ts';

/**
 * Everything that hostile callers, full disks and damaged files may do to a service: each scenario and each heavy body once, then
 * the attacks for some minutes. The seed repeats the cases: `--only 'generated calls' --from 168 --cases 1` is the case that a line
 * of an earlier run named.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    cases: { type: 'string', default: 'Infinity' },
  },
});

const seed = Number(values.seed);
const startedAt = Date.now();
const turnsMs = Number(values.minutes) * 60_000;
/** The attacks alternate, so that each meets the effects of the others. */
const TURN_MS = 20_000;

const isAsked = ({ name }: { readonly name: string }): boolean => name.includes(values.only);
const outcomes: Outcome[] = [];

function note(outcome: Outcome): void {
  outcomes.push(outcome);
  const what = outcome.skipped ?? triedOf(outcome);
  process.stderr.write(
    `${outcome.name}: ${what}${outcome.wrong.length > 0 ? `, ${outcome.wrong.length} WRONG` : ''}\n`,
  );
}

const measured = (name: string, { slowestMs, maxMb }: Watched): string =>
  `${name}: GET /health took ${slowestMs} ms at most (goal 100), ${maxMb} MB were resident at most (goal 600)`;

/** Costly bodies of one client at its full rate, once. @returns the measurements. */
async function attackHeavily(): Promise<string> {
  const outcome = await attackWithHeavyBodies(1);
  note(outcome);
  return `${measured(outcome.name, outcome.watched)}, a light invoice of another client ${outcome.slowestReadyMs} ms (goal 2000)`;
}

/** Rounds of every attack until the time is over. @returns the measurements. */
async function attackInTurns(attacks: readonly Attack[]): Promise<string> {
  const target = await openTarget();
  const watch = new Watch(target.service);
  const until = Date.now() + turnsMs;
  const next = new Map(attacks.map(({ name }) => [name, Number(values.from)]));
  do
    for (const { name, run } of attacks) {
      const from = next.get(name)!;
      const ms = Math.min(TURN_MS, Math.max(1000, until - Date.now()));
      const outcome = await run(target, { seed, from, cases: Number(values.cases), ms });
      next.set(name, from + Object.values(outcome.tried)[0]!);
      note(outcome);
    }
  while (Date.now() < until && values.cases === 'Infinity');
  const watched = await watch.stop();
  const wrong = [...watched.wrong, ...(await target.stop())];
  note({ name: 'watching them', tried: { questions: watched.asked }, wrong });
  return measured('the others', watched);
}

for (const played of playAll(SCENARIOS.filter(isAsked))) note(await played);
const measurements: string[] = [];
if (isAsked({ name: 'heavy bodies' })) measurements.push(await attackHeavily());
const attacks = ATTACKS.filter(isAsked);
if (attacks.length > 0) measurements.push(await attackInTurns(attacks));

const all = together(outcomes);
console.log([...tableOf(all), ...measurements].join('\n'));
printCount({
  of: '',
  unit: 'hostile calls and documents',
  count: all.flatMap(({ tried }) => Object.values(tried)).reduce((sum, count) => sum + count, 0),
});
const wrong = all.reduce((sum, each) => sum + each.wrong.length, 0);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
const skipped = all.filter((each) => each.skipped !== undefined).length;
console.log(
  `seed ${seed}, ${minutes} minutes, ${all.length - skipped} kinds tried, ${skipped} skipped: ${wrong} wrong`,
);
process.exit(wrong > 0 ? 1 : 0);
