import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyFolder } from '../support/folder.ts';
import { inTurn, named, type Suite, suitesIn } from './suites.ts';

describe('the suites of proofs', () => {
  const { path, remove } = emptyFolder();
  let suites: readonly Suite[];
  before(() => {
    for (const file of [
      'b/two.test.ts',
      'b/deep/one.test.ts',
      'b/run.ts',
      'b/judge.ts',
      'a/run.ts',
      'none/x.ts',
      'y.test.ts',
    ]) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), '');
    }
    suites = suitesIn(path);
  });
  after(remove);

  it('are the folders with a test or a program', () =>
    assert.deepEqual(suites, [
      { name: 'a', tests: [], run: 'a/run.ts' },
      { name: 'b', tests: ['b/deep/one.test.ts', 'b/two.test.ts'], run: 'b/run.ts' },
    ]));

  it('run test by test; a program runs only if its suite has no test', () =>
    assert.deepEqual(inTurn(suites), ['a/run.ts', 'b/deep/one.test.ts', 'b/two.test.ts']));

  it('run completely by the name of the suite, and one file by its own name', () => {
    assert.deepEqual(named(suites, 'b'), ['b/deep/one.test.ts', 'b/two.test.ts', 'b/run.ts']);
    for (const name of ['b/two.test.ts', 'b/two']) assert.deepEqual(named(suites, name), ['b/two.test.ts']);
    assert.deepEqual(named(suites, 'b/run'), ['b/run.ts']);
    assert.equal(named(suites, 'c'), undefined);
  });
});
