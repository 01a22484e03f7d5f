import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyFolder } from './folder.ts';

/** Types that `npm run prepare` makes. */
const MADE = ['src/client/api-types.ts', 'src/adapters/http/call/api-types.ts'];

/**
 * The files of a clone, those that are not committed, too, as the one commit of a repository; with its packages and its build.
 * @param name of its folder.
 */
export function copyOfProject(project: string, name = 'clone'): ReturnType<typeof emptyFolder> {
  const folder = emptyFolder();
  const path = join(folder.path, name);
  const git = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const files = git(project, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of [...files, ...MADE].filter((each) => each !== '' && existsSync(join(project, each)))) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(project, file), join(path, file));
  }
  cpSync(join(project, 'dist'), join(path, 'dist'), { recursive: true });
  linkPackages(join(project, 'node_modules'), join(path, 'node_modules'));
  git(path, 'init', '--quiet');
  git(path, 'add', '.');
  const as = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  git(path, ...as, 'commit', '--quiet', '--message', 'copy');
  return { path, remove: () => folder.remove() };
}

/** Packages of others stay where they are. npm links those of the project, `en16931-rules`, by relative paths: here to the copy's own. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry;
    if (name === '.cache') continue;
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(join(from, name)) : join(from, name), join(to, name));
  }
}
