import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = 'src/adapters/sqlite/migrations';

export interface OlderProgram {
  /** The commit of the build. */
  readonly commit: string;
  readonly main: string;
  /** Its own rule packs. */
  readonly rules: string;
  remove(): void;
}

/**
 * The last commit whose stores are older than this program's: it has fewer migrations, and at least the first. Undefined without the git
 * history, and until there is a second migration.
 */
function olderCommit(): string | undefined {
  try {
    const changes = git('rev-list', 'HEAD', '--', MIGRATIONS).split('\n');
    const added = changes.find((commit) => isOlder(migrationsAt(`${commit}^`)));
    return added && git('rev-parse', '--verify', '--short', `${added}^`);
  } catch {
    return undefined;
  }
}

const isOlder = (migrations: number): boolean => migrations > 0 && migrations < migrationsAt('HEAD');

/** One file each, with its number first. */
const migrationsAt = (commit: string): number =>
  git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)
    .split('\n')
    .filter((file) => /\/\d{4}-[^/]+$/.test(file)).length;

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
  run('bin/ids', 'packs', 'compile');
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

export const OLDER_COMMIT = existsSync(join(PROJECT, '.git')) ? olderCommit() : undefined;
