import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from '../support/folder.ts';
import { outcomeOf, type Play, play } from './play.ts';

describe('a proof that is run', () => {
  const { path, remove } = emptyFolder();
  after(remove);
  const played = (program: string, how: Pick<Play, 'onOutput' | 'cut'>) => {
    mkdirSync(join(path, 'suite'), { recursive: true });
    writeFileSync(join(path, 'suite/run.ts'), program);
    return play('suite/run.ts', {
      folder: path,
      seed: 7,
      options: ['--kills', '2'],
      env: process.env,
      ...how,
    });
  };

  it('gets its seed and its options, and counts as one proof if it prints no counts', async () => {
    let printed = '';
    const program = "console.log(process.argv.slice(2).join(' '), process.env.PROOF_SEED)";
    const outcome = await played(program, { onOutput: (text) => (printed += text) });
    assert.deepEqual(outcome, { end: 'ran', passed: 1, failed: 0, skipped: 0 });
    assert.equal(printed, '--seed 7 --kills 2 7\n');
  });

  it('is ended by the budget with all processes that it started, and counts as not run', async () => {
    // Its child holds its output open: the output ends when both have ended.
    const program = `
      import { spawn } from 'node:child_process';
      spawn('sleep', ['60'], { stdio: 'inherit' }).on('spawn', () => console.log('failed: a test before the end'));`;
    const budget = new AbortController();
    const outcome = await played(program, { cut: budget.signal, onOutput: () => budget.abort() });
    assert.deepEqual(outcome, { end: 'cut off', failed: 1 });
  });

  for (const [what, proof, code, text, passed, failed] of [
    ['a test file', 'a.test.ts', 0, '3 passed, 0 failed\n', 3, 0],
    ['a test file with a failure', 'a.test.ts', 1, '3 passed, 1 failed\n', 3, 1],
    ['a test file that breaks off before it counts', 'a.test.ts', 0, '', 0, 1],
    ['a test file that passes and ends wrongly', 'a.test.ts', 7, '3 passed, 0 failed\n', 3, 1],
    ['a test file that a signal ends', 'a.test.ts', null, '', 0, 1],
    ['a program', 'run.ts', 0, '', 1, 0],
    ['a program that fails', 'run.ts', 1, '', 0, 1],
    ['a program that counts', 'run.ts', 0, '5 passed, 0 failed\n', 5, 0],
  ] as const)
    it(`counts as ${passed} passed and ${failed} failed: ${what}`, () =>
      assert.deepEqual(outcomeOf(proof, code, text), { end: 'ran', passed, failed, skipped: 0 }));

  it('counts what was skipped', () =>
    assert.deepEqual(outcomeOf('run.ts', 0, '0 passed, 0 failed, 1 skipped\n'), {
      end: 'ran',
      passed: 0,
      failed: 0,
      skipped: 1,
    }));
});
