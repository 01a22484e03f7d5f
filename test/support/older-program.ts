import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA = 'src/adapters/sqlite/schema.ts';

export interface OlderProgram {
  /** The commit of the build. */
  readonly commit: string;
  readonly main: string;
  /** Its own rule packs. */
  readonly rules: string;
  remove(): void;
}

/** The last commit whose stores are older than this program's: it has fewer migrations. Undefined without the git history. */
export function olderCommit(): string | undefined {
  try {
    const changes = git('rev-list', 'HEAD', '--', SCHEMA).split('\n');
    const added = changes.find((commit) => migrationsAt(`${commit}^`) < migrationsAt('HEAD'));
    return git('rev-parse', '--verify', '--short', `${added}^`);
  } catch {
    return undefined;
  }
}

/** Each begins with a line that has its opening quote alone. */
const migrationsAt = (commit: string): number =>
  git('show', `${commit}:${SCHEMA}`)
    .split('\n')
    .filter((line) => line === '  `').length;

/** Builds that commit with the packages of this one, by its own scripts. */
export function buildOlder(commit: string): OlderProgram {
  const folder = mkdtempSync(join(tmpdir(), 'ids-older-'));
  const archive = join(folder, 'older.tar');
  writeFileSync(archive, execFileSync('git', ['archive', commit], { cwd: PROJECT, maxBuffer: 1 << 30 }));
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const run = (...words: readonly string[]): unknown =>
    execFileSync(process.execPath, words, { cwd: folder, stdio: 'ignore' });
  run('scripts/build.mjs');
  if (existsSync(join(folder, 'bin/ids'))) run('bin/ids', 'packs', 'compile');
  else run('dist/scripts/packs.js', 'compile');
  return {
    commit,
    main: join(folder, 'dist/src/processes/main.js'),
    rules: join(folder, 'rules'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const git = (...words: readonly string[]): string =>
  execFileSync('git', [...words], {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

export const hasHistory = existsSync(join(PROJECT, '.git')) && olderCommit() !== undefined;
