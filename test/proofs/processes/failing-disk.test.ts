import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';

/** Attaching to a process needs a right that containers often lack. */
const mayTrace = (): boolean => spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;

describe('a service whose disk fails (strace)', () => {
  // SQLite writes by pwrite64, and the service flushes the log by fdatasync.
  for (const call of ['pwrite64', 'fdatasync'])
    it(`ends with code 74 and one line after EIO of ${call}, and starts again`, async function () {
      if (!mayTrace()) return this.skip();
      const { path, remove } = emptyFolder();
      const file = join(path, 'ids.db');
      const env = { STORE_URL: `sqlite:${file}`, OPERATOR_KEY };
      const service = await startService({ cwd: path, env });
      const before = service.printed().length;
      const ended = once(service.process, 'close');
      const erp = await Erp.of(service, 'acme');
      const words = [
        '-f',
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:error=EIO`,
        '-p',
        String(service.process.pid),
      ];
      const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
      try {
        await once(tracer.stderr, 'data');
        // The tracer has said that it attaches, not that it is done.
        for (let n = 0; service.process.exitCode === null; n += 1)
          await Promise.race([ended, erp.submit(numbered(example('plain'), `LOST-${n}`)).catch(() => ended)]);
        const lines = service.printed().slice(before).trim().split('\n');
        assert.deepEqual([service.process.exitCode, lines.length], [74, 1], service.printed());
        assert.match(lines[0]!, new RegExp(`^STORE_URL names ${file}, whose disk failed \\(\\w+\\)\\.$`));
        const again = await startService({ cwd: path, env });
        const other = await Erp.of(again, 'globex');
        assert.equal((await other.submit(numbered(example('plain'), 'AGAIN'))).status, 202);
        assert.equal(await again.stop(), 0);
      } finally {
        tracer.kill();
        await service.stop('SIGKILL');
        remove();
      }
    });
});
