import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
// @ts-expect-error: a script without types
import * as script from '../../scripts/commit-scopes.mjs';

const { scopesIn, wrongTitles } = script as {
  scopesIn(contributing: string): readonly string[];
  wrongTitles(titles: readonly string[], scopes: readonly string[]): readonly string[];
};

const trackedFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);

/** Each clone has all of them, in every revision. */
const MAX_BYTES = 600_000;

describe('a file of the repository', () => {
  it('is no larger than the API needs, and none lies at the top by mistake', () => {
    const files = trackedFiles().filter((file) => existsSync(file));
    const large = files.filter((file) => statSync(file).size > MAX_BYTES);
    const packages = files.filter(
      (file) => /\.(?:whl|tgz|tar|gz|zip|jar|deb|exe|db)$/.test(file) && !file.includes('/'),
    );
    assert.deepEqual([large, packages], [[], []]);
  });
});

describe('the scopes of commits', () => {
  const scopes = scopesIn(readFileSync('CONTRIBUTING.md', 'utf8'));

  it('are folders, in order, each once', () => {
    assert.ok(scopes.length > 30);
    assert.deepEqual(scopes, [...new Set(scopes)].sort());
    const folders = new Set(trackedFiles().flatMap((file) => file.split('/').slice(0, -1)));
    assert.deepEqual(
      scopes.filter((scope) => !folders.has(scope)),
      [],
    );
  });

  const TITLES: readonly (readonly [title: string, isRight: boolean])[] = [
    ['fix(sqlite): report a crashed thread', true],
    ['docs: one page', true],
    ['refactor(sqlite, mongo): rows', true],
    ['fix(sqlite,nowhere): rows', false],
    ['fix(nowhere): rows', false],
    ['fix bug in worker', false],
    ['fix(): rows', false],
  ];
  for (const [title, isRight] of TITLES)
    it(`${isRight ? 'allow' : 'refuse'} "${title}"`, () => {
      assert.deepEqual(wrongTitles([title], scopes), isRight ? [] : [title]);
    });
});
