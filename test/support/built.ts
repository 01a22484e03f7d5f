import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `scripts/pretest.mjs` builds: tsx takes longer to begin than most programs and threads of tests to end. */
function built(path: string): string {
  const file = fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is missing: run node scripts/pretest.mjs first`);
  return file;
}

/** A program of the tests' own. */
export const builtProgram = (source: string): string =>
  built(`for-tests/test/${source.replace(/ts$/, 'js')}`);

/** What `npm run conformance` runs from its source. */
export const builtConformance = (): string => built('for-tests/test/proofs/conformance/command.js');

/** A thread's program, without what this process was started with, which is tsx. */
export const plainThread = (thread: string) => ({ thread, execArgv: [] });

/** The thread of a pool, by its source. */
export const builtThread = (source: string) => plainThread(built(source.replace(/ts$/, 'js')));

/** Without what this process was started with, which is tsx. */
export const forkBuilt = (source: string, words: readonly string[]): ChildProcess =>
  fork(builtProgram(source), words, { execArgv: [] });
