import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
// @ts-expect-error: a script without types
import * as script from '../../scripts/commit-scopes.mjs';

const { scopesIn, wrongTitles } = script as {
  scopesIn(contributing: string): readonly string[];
  wrongTitles(titles: readonly string[], scopes: readonly string[]): readonly string[];
};

describe('the scopes of commits', () => {
  const scopes = scopesIn(readFileSync('CONTRIBUTING.md', 'utf8'));

  it('are folders, in order, each once', () => {
    assert.ok(scopes.length > 30);
    assert.deepEqual(scopes, [...new Set(scopes)].sort());
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
    const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
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
