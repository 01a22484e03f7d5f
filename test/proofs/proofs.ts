import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Asked, readArguments } from './arguments.ts';
import { countsIn } from './counts.ts';
import { type Play, play } from './play.ts';
import type { Result } from './results.ts';
import { type Played, rotate, type Rotation } from './rotation.ts';
import { completely, inTurn, named, type Suite, suitesIn } from './suites.ts';

const USAGE = `npm run proofs -- --budget 90s|10m|1h [--seed N|TEXT] [--changed REVISION]
    runs one proof after another until the budget is used, and starts where the last run stopped;
    with a revision, proofs that the changes since it reach come first, each part from a place drawn by the seed
npm run proofs -- publish
    writes runs/proof-counts.md and the counts of README.md from the newest run of each proof
npm run proofs -- SUITE|FILE… [--budget TIME] [--seed N|TEXT] [options of the suite's run.ts]
    runs all tests of the suite, then its run.ts; with options of run.ts only that`;

export interface Surroundings {
  /** The folder of the suites. */
  readonly folder: string;
  /** Remembers where the last rotation stopped. */
  readonly state: string;
  /** Keeps what each run of a proof has counted. */
  readonly keep: (result: Omit<Result, 'at' | 'commit'>) => void;
  /** Of the proofs. */
  readonly env: NodeJS.ProcessEnv;
  readonly loader?: Play['loader'];
  /** @returns those of the proofs that the changes since a revision reach. */
  readonly reached: (revision: string, proofs: readonly string[]) => readonly string[];
  readonly print: (text: string) => void;
  /** Milliseconds; the budget is measured with it. */
  readonly now: () => number;
}

/** Runs the requested proofs. @returns the exit code: 0 if something ran and nothing failed. */
export async function runProofs(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const suites = suitesIn(surroundings.folder);
  const wanted = wantedBy(words, suites);
  if (typeof wanted === 'string') {
    surroundings.print(`${wanted}\n${USAGE}\n`);
    return 2;
  }
  const { asked, proofs } = wanted;
  return asked.names.length === 0 && asked.budgetMs === Infinity
    ? list(suites, surroundings)
    : run(proofs, asked, surroundings);
}

/** @returns the error in the arguments, if they name nothing that exists. */
function wantedBy(
  words: readonly string[],
  suites: readonly Suite[],
): { readonly asked: Asked; readonly proofs: readonly string[] } | string {
  try {
    const asked = readArguments(words);
    const { names } = asked;
    return {
      asked,
      proofs: names.length > 0 ? names.flatMap((name) => proofsOf(name, asked, suites)) : inTurn(suites),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error if no suite or proof has that name. */
function proofsOf(name: string, { options }: Asked, suites: readonly Suite[]): readonly string[] {
  const found = named(suites, name);
  if (!found)
    throw new Error(
      `there is no suite and no file ${name}; suites are ${suites.map((each) => each.name).join(', ')}`,
    );
  if (options.length === 0) return found;
  const program = found.filter((proof) => !proof.endsWith('.test.ts'));
  if (program.length === 0) throw new Error(`${name} has no run.ts that takes ${options[0]}`);
  return program;
}

function list(suites: readonly Suite[], { print }: Surroundings): number {
  const line = (suite: Suite): string => `  ${suite.name.padEnd(16)}${completely(suite).length} proofs`;
  print([USAGE, '', 'Suites:', ...suites.map(line), ''].join('\n'));
  return 2;
}

async function run(chosen: readonly string[], asked: Asked, surroundings: Surroundings): Promise<number> {
  const isRotation = asked.names.length === 0;
  const proofs = asked.changed ? reachedFirst(chosen, asked.changed, asked.seed, surroundings) : chosen;
  const until = surroundings.now() + asked.budgetMs;
  const rotation = await rotate(proofs, {
    start:
      isRotation && !asked.changed
        ? (lastStop(surroundings) ?? proofs[asked.seed % proofs.length])
        : proofs[0],
    left: () => until - surroundings.now(),
    play: (proof, withinMs) => playAndTell(proof, asked, { ...surroundings, withinMs, isRotation }),
  });
  if (isRotation) remember(rotation.next, surroundings);
  return summary(rotation, proofs.length, surroundings);
}

/** Each part begins at a place that the seed draws, so that other proofs have their turn in each run. */
function reachedFirst(
  proofs: readonly string[],
  revision: string,
  seed: number,
  { reached, print }: Surroundings,
): readonly string[] {
  const first = reached(revision, proofs);
  print(`${first.length} of ${proofs.length} proofs are reached by the changes since ${revision}\n`);
  return [first, proofs.filter((proof) => !first.includes(proof))].flatMap((part) => {
    const start = seed % Math.max(1, part.length);
    return [...part.slice(start), ...part.slice(0, start)];
  });
}

interface How extends Surroundings {
  readonly withinMs: number;
  /** The output of a proof that passes would hide the output of the others. */
  readonly isRotation: boolean;
}

async function playAndTell(
  proof: string,
  { seed, options }: Asked,
  { folder, env, loader, print, keep, withinMs, isRotation }: How,
): Promise<Played> {
  let printed = '';
  const onOutput = (text: string): void => {
    printed += text;
    if (!isRotation) print(text);
  };
  const began = performance.now();
  const cut = Number.isFinite(withinMs) ? { cut: AbortSignal.timeout(Math.ceil(withinMs)) } : {};
  const played = await play(proof, {
    folder,
    seed,
    options,
    env,
    onOutput,
    ...(loader && { loader }),
    ...cut,
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  if (isRotation) print(played.failed > 0 ? printed : reasonsIn(printed));
  const again = [...volumesIn(env), 'npm run proofs --', proof, '--seed', seed, ...options].join(' ');
  print(`${proof}: ${inWords(played)}, ${seconds} s; again: ${again}\n`);
  if (played.end !== 'cut off') {
    const { passed, failed, skipped } = played;
    keep({ proof, passed, failed, skipped, counts: countsIn(printed), seed, seconds, command: again });
  }
  return played;
}

/** Variables with which a run has another volume: without them another run would be repeated. */
const VOLUMES = ['KILLS', 'RADAR_INVOICES', 'DOCUMENTS', 'MUTANTS', 'CAPS_INVOICES', 'XPATH_COUNT', 'EVERY'];

const volumesIn = (env: NodeJS.ProcessEnv): readonly string[] =>
  VOLUMES.flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : []));

const inWords = (played: Played): string =>
  played.end === 'cut off'
    ? `cut off by the budget, not run${played.failed > 0 ? `, ${played.failed} failed until then` : ''}`
    : `${played.passed} passed, ${played.failed} failed${played.skipped > 0 ? `, ${played.skipped} skipped` : ''}`;

/** Why tests were skipped. */
const reasonsIn = (printed: string): string => (printed.match(/^skipped: .*\n/gm) ?? []).join('');

function summary({ ran, notRun, failedInCut, next }: Rotation, all: number, { print }: Surroundings): number {
  const sum = (of: 'passed' | 'failed' | 'skipped'): number =>
    [...ran.values()].reduce((total, played) => total + played[of], 0);
  const failed = sum('failed') + failedInCut;
  print(`\n${ran.size} of ${all} proofs ran${notRun.length > 0 ? `; not run: ${notRun.join(', ')}` : ''}\n`);
  if (notRun.length > 0) print(`the next run starts with ${next}\n`);
  if (ran.size === 0) print('the budget was too short for any proof\n');
  const skipped = sum('skipped');
  print(`${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed > 0 || ran.size === 0 ? 1 : 0;
}

function lastStop({ state }: Surroundings): string | undefined {
  try {
    const { next } = JSON.parse(readFileSync(state, 'utf8')) as { next?: string };
    return next;
  } catch {
    return undefined;
  }
}

function remember(next: string, { state }: Surroundings): void {
  mkdirSync(dirname(state), { recursive: true });
  writeFileSync(state, `${JSON.stringify({ next })}\n`);
}
