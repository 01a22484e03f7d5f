import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from '../../support/folder.ts';

const LINES = new URL('../../../src/adapters/pino/log-lines.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** A file may have 1,024 bytes here, as if the disk were full; a line is lost, and then there is room again. */
const PROGRAM = `import { truncateSync } from 'node:fs';
  import { LogLines } from ${JSON.stringify(LINES)};
  const lines = new LogLines(() => undefined);
  lines.write('b'.repeat(800) + '\\n');
  truncateSync(process.env.LOG, 1000);
  lines.write('c\\n');`;
const LIMITED = 'trap "" XFSZ; ulimit -f 1; exec "$0" --import=tsx --input-type=module --eval "$1" >>"$LOG"';

const a = (times: number): string => 'a'.repeat(times);

describe('a log in a file', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  for (const [what, before, lines] of [
    [
      'begins a new line after one of which a full disk has only the beginning',
      `${a(799)}\n`,
      [a(799), 'b'.repeat(200), 'c', ''],
    ],
    [
      'leaves no line empty after one of which a full disk has nothing',
      `${a(999)}\n${a(24)}`,
      [a(999), 'c', ''],
    ],
  ] as const)
    it(what, () => {
      const log = join(path, 'log');
      writeFileSync(log, before);
      execFileSync('bash', ['-c', LIMITED, process.execPath, PROGRAM], {
        cwd: PROJECT,
        env: { ...process.env, LOG: log },
      });
      assert.deepEqual(readFileSync(log, 'utf8').split('\n'), lines);
    });
});
