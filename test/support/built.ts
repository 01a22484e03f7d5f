import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program of the tests' own, as `scripts/pretest.mjs` builds it: tsx takes longer to begin than most of them to end. */
export function builtProgram(source: string): string {
  const built = fileURLToPath(
    new URL(`../../dist/for-tests/test/${source.replace(/ts$/, 'js')}`, import.meta.url),
  );
  if (!existsSync(built)) throw new Error(`${built} is missing: run node scripts/pretest.mjs first`);
  return built;
}

/** Without what this process was started with, which is tsx. */
export const forkBuilt = (source: string, words: readonly string[]): ChildProcess =>
  fork(builtProgram(source), words, { execArgv: [] });
