import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Count } from './counts.ts';

/** One run of one proof. */
export interface Result {
  /** `delivery/sqlite.test.ts` */
  readonly proof: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly counts: readonly Count[];
  readonly seed: number;
  readonly seconds: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** With `+` if files differ from it. */
  readonly commit: string;
  /** Repeats it. */
  readonly command: string;
}

/** Outside of the project, because `npm ci` empties node_modules and worktrees share it. */
export const RESULTS = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'invoice-delivery-service/proofs.jsonl',
);

export function keepResult(file: string, result: Result): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** In the order of the runs; empty if none was kept. */
export const keptResults = (file: string): readonly Result[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Result)
    : [];

/** The commit of the checkout; `unknown` without git. */
export function commitOf(folder: string): string {
  try {
    const isChanged = git(folder, 'status', '--porcelain', '--untracked-files=no') !== '';
    return `${git(folder, 'rev-parse', '--short=10', 'HEAD')}${isChanged ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}

/**
 * The commit in the history of the checkout, by title and time if it was rebased since: then with `*`. Undefined if the history has none such,
 * or if files differed from it: a run of other code, which cannot be repeated.
 */
export function commitInHistory(folder: string, commit: string): string | undefined {
  if (commit.endsWith('+')) return undefined;
  try {
    const wanted = git(folder, 'show', '-s', TITLE, commit);
    const found = git(folder, 'log', `${TITLE} %h`, '--abbrev=10', '--since=1 month ago')
      .split('\n')
      .find((line) => line.startsWith(`${wanted} `))
      ?.slice(wanted.length + 1);
    return found === undefined || found === commit ? found : `${found}*`;
  } catch {
    return undefined;
  }
}

/** Of the author, which a rebase keeps, and the title. */
const TITLE = '--format=%at %s';

const git = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
