// `npm run proofs`: runs what proves by volume, one proof after another, until a budget is used.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mongoServer } from '../../scripts/mongo-server.ts';
import { type Asked, readArguments } from './arguments.ts';
import { play } from './play.ts';
import { type Played, rotate, type Rotation } from './rotation.ts';
import { completely, inTurn, named, type Suite, suitesIn } from './suites.ts';

const USAGE = `npm run proofs -- --budget 90s|10m|1h [--seed N|TEXT]
    runs one proof after another until the budget is used, and starts where the last run stopped
npm run proofs -- SUITE|FILE… [--budget TIME] [--seed N|TEXT] [options of the suite's run.ts]
    runs all tests of the suite, then its run.ts; with options of run.ts only that`;

const STATE = fileURLToPath(new URL('../../node_modules/.cache/proofs.json', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SUITES = suitesIn(FOLDER);

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const wanted = wantedBy(words);
  if (typeof wanted === 'string') {
    console.error(`${wanted}\n${USAGE}`);
    return 2;
  }
  const { asked, proofs } = wanted;
  return asked.names.length === 0 && asked.budgetMs === Infinity ? listed() : run(proofs, asked);
}

/** @returns what is wrong with the words, if they ask for nothing that there is. */
function wantedBy(
  words: readonly string[],
): { readonly asked: Asked; readonly proofs: readonly string[] } | string {
  try {
    const asked = readArguments(words);
    const { names } = asked;
    return {
      asked,
      proofs: names.length > 0 ? names.flatMap((name) => proofsOf(name, asked)) : inTurn(SUITES),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error if nothing has that name. */
function proofsOf(name: string, { options }: Asked): readonly string[] {
  const found = named(SUITES, name);
  if (!found)
    throw new Error(
      `there is no suite and no file ${name}; suites are ${SUITES.map((each) => each.name).join(', ')}`,
    );
  if (options.length === 0) return found;
  const program = found.filter((proof) => !proof.endsWith('.test.ts'));
  if (program.length === 0) throw new Error(`${name} has no run.ts that takes ${options[0]}`);
  return program;
}

function listed(): number {
  const line = (suite: Suite): string => `  ${suite.name.padEnd(16)}${completely(suite).length} proofs`;
  console.log([USAGE, '', 'Suites:', ...SUITES.map(line)].join('\n'));
  return 2;
}

async function run(proofs: readonly string[], asked: Asked): Promise<number> {
  const isRotation = asked.names.length === 0;
  const until = performance.now() + asked.budgetMs;
  const server = await mongoServer();
  const env = { ...process.env, ...(server && { MONGODB_URL: server.url }) };
  try {
    const rotation = await rotate(proofs, {
      start: isRotation ? (lastStop() ?? proofs[asked.seed % proofs.length]) : proofs[0],
      left: () => until - performance.now(),
      play: (proof, withinMs) => playAndTell(proof, asked, { withinMs, env, isRotation }),
    });
    if (isRotation) remember(rotation.next);
    return summary(rotation, proofs.length);
  } finally {
    server?.process?.kill();
  }
}

interface How {
  readonly withinMs: number;
  readonly env: NodeJS.ProcessEnv;
  /** The output of a proof that passes would bury the others. */
  readonly isRotation: boolean;
}

async function playAndTell(
  proof: string,
  { seed, options }: Asked,
  { withinMs, env, isRotation }: How,
): Promise<Played> {
  let printed = '';
  const onOutput = (text: string): void => {
    if (isRotation) printed += text;
    else process.stdout.write(text);
  };
  const began = performance.now();
  const cut = Number.isFinite(withinMs) ? { cut: AbortSignal.timeout(Math.ceil(withinMs)) } : {};
  const played = await play(proof, { folder: FOLDER, seed, options, env, onOutput, ...cut });
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isRotation) process.stdout.write(played.failed > 0 ? printed : reasonsIn(printed));
  const again = ['npm run proofs --', proof, '--seed', seed, ...options].join(' ');
  console.log(`${proof}: ${inWords(played)}, ${seconds} s; again: ${again}`);
  return played;
}

const inWords = (played: Played): string =>
  played.end === 'cut off'
    ? `cut off by the budget, not run${played.failed > 0 ? `, ${played.failed} failed until then` : ''}`
    : `${played.passed} passed, ${played.failed} failed${played.skipped > 0 ? `, ${played.skipped} skipped` : ''}`;

/** Why tests were skipped. */
const reasonsIn = (printed: string): string =>
  (printed.match(/^(?:skipped: |Skipped: ).*\n/gm) ?? []).join('');

function summary({ ran, notRun, failedInCut, next }: Rotation, all: number): number {
  const sum = (of: 'passed' | 'failed' | 'skipped'): number =>
    [...ran.values()].reduce((total, played) => total + played[of], 0);
  const failed = sum('failed') + failedInCut;
  console.log(
    `\n${ran.size} of ${all} proofs ran${notRun.length > 0 ? `; not run: ${notRun.join(', ')}` : ''}`,
  );
  if (notRun.length > 0) console.log(`the next run starts with ${next}`);
  if (ran.size === 0) console.log('the budget was too short for any proof');
  const skipped = sum('skipped');
  console.log(`${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 || ran.size === 0 ? 1 : 0;
}

function lastStop(): string | undefined {
  try {
    const { next } = JSON.parse(readFileSync(STATE, 'utf8')) as { next?: string };
    return next;
  } catch {
    return undefined;
  }
}

function remember(next: string): void {
  mkdirSync(dirname(STATE), { recursive: true });
  writeFileSync(STATE, `${JSON.stringify({ next })}\n`);
}
