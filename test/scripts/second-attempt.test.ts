import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { emptyFolder } from '../support/folder.ts';

const { resolve } = createRequire(import.meta.url);

/** Fails as often as its name says, by a counter that its attempts share. */
const SUITE = `
let attempts = 0;
it('fails once', () => { if (attempts++ < 1) throw new Error('too\\n  early'); });
let more = 0;
it('fails twice', () => { if (more++ < 2) throw new Error('wrong'); });
`;

describe('a test that fails', () => {
  const folder = emptyFolder();
  after(() => folder.remove());

  const run = (path: string): readonly string[] => {
    const file = join(folder.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, SUITE);
    const { stdout } = spawnSync(
      process.execPath,
      [
        resolve('mocha/bin/mocha.js'),
        '--no-config',
        ...['--require', resolve('../support/second-attempt.cjs')],
        ...['--reporter', resolve('../support/reporter.cjs')],
        file,
      ],
      { cwd: folder.path, encoding: 'utf8' },
    );
    return stdout
      .split('\n')
      .filter((line) => /^failed|^\d+ passed/.test(line))
      .map((line) => line.replace(/ \(.*?\)/, ''));
  };

  it('in Chromium has a second attempt, which the run names', () => {
    assert.deepEqual(run('test/console/late.test.cjs'), [
      'failed at its first attempt: fails once: too early',
      'failed at its first attempt: fails twice: wrong',
      'failed: fails twice: wrong',
      '1 passed, 1 failed',
    ]);
  });

  it('anywhere else has failed', () => {
    assert.deepEqual(run('test/processes/late.test.cjs'), [
      'failed: fails once: too early',
      'failed: fails twice: wrong',
      '0 passed, 2 failed',
    ]);
  });
});
