import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyFolder } from '../../support/folder.ts';

/** Types that `npm run prepare` makes. */
const MADE = ['src/client/api-types.ts', 'src/adapters/http/call/api-types.ts'];

/** The files of a clone, those that are not committed, too, as the one commit of a repository; with its packages and its build. */
export function copyOfProject(project: string): ReturnType<typeof emptyFolder> {
  const folder = emptyFolder();
  const git = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const files = git(project, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of [...files, ...MADE].filter((each) => each !== '' && existsSync(join(project, each)))) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    cpSync(join(project, file), join(folder.path, file));
  }
  cpSync(join(project, 'dist'), join(folder.path, 'dist'), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder.path, 'node_modules'));
  git(folder.path, 'init', '--quiet');
  git(folder.path, 'add', '.');
  const as = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  git(folder.path, ...as, 'commit', '--quiet', '--message', 'copy');
  return folder;
}
