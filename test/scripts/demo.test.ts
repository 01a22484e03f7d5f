import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('npm run demo', function () {
  this.timeout(30_000);

  for (const words of [
    ['--url', 'http://localhost:8080'],
    ['--key', 'ids_test_'],
    ['--loud'],
    ['--faults', '--url', 'http://localhost:8080', '--key', 'ids_test_'],
  ])
    it(`sends nothing and explains itself when it is given ${words.join(' ')} alone`, () => {
      const command = ['--import=tsx', 'scripts/demo.ts', ...words];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        cwd: root,
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /npm run demo \[-- --url URL --key KEY \| --faults\]/);
    });
});
