import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMasterKey } from '../../src/processes/master-key.ts';

describe('the master key', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'master-key-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, for its owner only, and is the same for processes that start together', async () => {
    const source = { from: 'made', path: join(folder, 'data', 'master.key') } as const;
    const keys = await Promise.all(Array.from({ length: 8 }, () => readMasterKey(source)));
    assert.equal(new Set(keys.map((key) => Buffer.from(key!).toString('hex'))).size, 1);
    assert.equal((await stat(source.path)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(join(folder, 'data')), ['master.key']);
  });

  it('is refused by name when its file holds something else', async () => {
    const path = join(folder, 'k');
    await writeFile(path, 'not a key');
    await assert.rejects(
      readMasterKey({ from: 'file', path }),
      /^SettingRefused: MASTER_KEY_FILE at .* must hold 32 bytes/,
    );
    await assert.rejects(
      readMasterKey({ from: 'file', path: join(folder, 'none') }),
      /cannot be read .* \(ENOENT\)/,
    );
  });
});
