// The scope of a commit is one of the list in CONTRIBUTING.md; each is the name of a folder. A commit may have none: `docs: …`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @param contributing the text of CONTRIBUTING.md. */
export const scopesIn = (contributing) =>
  /^Scopes: (.*?)\.$/ms
    .exec(contributing)?.[1]
    .split(',')
    .map((scope) => scope.trim()) ?? [];

/** @returns titles that are not of the form `fix(scope): sentence` with a scope of the list. */
export const wrongTitles = (titles, scopes) =>
  titles.filter((title) => {
    const [, named] = /^[a-z]+(?:\(([^)]+)\))?: \S/.exec(title) ?? [undefined, 'none of the list'];
    return named !== undefined && !named.split(/, ?/).every((scope) => scopes.includes(scope));
  });

const git = (...words) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Of the commits since the last tag that were made after the list. */
function titlesToCheck() {
  const since = git('log', '--diff-filter=A', '--format=%cI', '-1', '--', 'scripts/commit-scopes.mjs');
  if (since === '') return [];
  const [tag] = git('tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n');
  const range = tag ? `${tag}..HEAD` : 'HEAD';
  return git('log', '--no-merges', `--since=${since}`, '--format=%s', range).split('\n').filter(Boolean);
}

if (process.argv[1]?.endsWith('commit-scopes.mjs')) {
  const wrong = wrongTitles(titlesToCheck(), scopesIn(readFileSync('CONTRIBUTING.md', 'utf8')));
  for (const title of wrong) console.error(`The scope is none of those in CONTRIBUTING.md: ${title}`);
  if (wrong.length > 0) process.exit(1);
}
