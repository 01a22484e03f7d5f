import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The programs that `scripts/pretest.mjs` builds: tsx starts more slowly than most programs and threads of tests run. */
function built(path: string): string {
  const file = fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is missing: run node scripts/pretest.mjs first`);
  return file;
}

/** A program that only tests use. */
export const builtProgram = (source: string): string =>
  built(`for-tests/test/${source.replace(/ts$/, 'js')}`);

/** The command line, as `bin/ids` starts it. */
export const builtIds = (): string => built('src/commands/ids.js');

/** The built program of `npx tsx test/proofs/conformance/command.ts`. */
export const builtConformance = (): string => built('for-tests/test/proofs/conformance/command.js');

/** A thread's program, without the loader of this process, which is tsx. */
export const plainThread = (thread: string) => ({ thread, execArgv: [] });

/** The thread of a pool, by its source file. */
export const builtThread = (source: string) => plainThread(built(source.replace(/ts$/, 'js')));

/**
 * V8 optimizes a function after fifteen times the usual work, and new objects have twice the room: most programs of tests end before it would pay
 * to optimize, or to collect.
 */
export const BRIEF_FLAGS = [
  '--interrupt-budget=1000000',
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
];

/** Starts a built program without the arguments of this process that load tsx. */
export const forkBuilt = (source: string, words: readonly string[]): ChildProcess =>
  fork(builtProgram(source), words, { execArgv: BRIEF_FLAGS });
