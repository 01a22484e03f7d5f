import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownFolder } from '../../scripts/demo/own-folder.ts';
import { emptyFolder } from '../support/folder.ts';

describe('the folder of a demo', () => {
  it('is new and empty; folders of running demos stay, and older ones are removed', async () => {
    const { path, remove } = emptyFolder();
    const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const ended = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    try {
      await once(ended, 'exit');
      for (const child of [running, ended]) {
        mkdirSync(join(path, String(child.pid)));
        writeFileSync(join(path, String(child.pid), 'ids.db'), '');
      }
      // Of no process.
      writeFileSync(join(path, 'ids.db'), '');
      mkdirSync(join(path, 'documents'));

      const folder = await ownFolder(path);
      writeFileSync(join(folder, 'ids.db'), '');
      assert.deepEqual([dirname(folder), basename(folder)], [path, String(process.pid)]);
      assert.deepEqual(readdirSync(path).sort(), [String(process.pid), String(running.pid)].sort());
      assert.deepEqual(readdirSync(join(path, String(running.pid))), ['ids.db']);
      assert.deepEqual(readdirSync(await ownFolder(path)), []);
    } finally {
      running.kill('SIGKILL');
      remove();
    }
  });
});
