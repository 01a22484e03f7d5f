import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMasterKey } from '../../src/processes/master-key.ts';

const isNew = () => Promise.resolve(false);

describe('the master key', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'master-key-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, readable by its owner only, and is the same for processes that start together', async () => {
    const source = { from: 'made', path: join(folder, 'data', 'master.key') } as const;
    const keys = await Promise.all(Array.from({ length: 8 }, () => readMasterKey(source, isNew)));
    assert.equal(new Set(keys.map((key) => Buffer.from(key!).toString('hex'))).size, 1);
    assert.equal((await stat(source.path)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(join(folder, 'data')), ['master.key']);
    assert.equal((await stat(join(folder, 'data'))).mode & 0o777, 0o700);
  });

  it('is not made again for a store that has been used with another', async () => {
    const source = { from: 'made', path: join(folder, 'master.key') } as const;
    await assert.rejects(
      readMasterKey(source, () => Promise.resolve(true)),
      /^SettingRefused: MASTER_KEY_FILE is gone from .*; put back the key of this store\.$/,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('is refused by name if its file has other content', async () => {
    const path = join(folder, 'k');
    await writeFile(path, 'not a key');
    await assert.rejects(
      readMasterKey({ from: 'file', path }, isNew),
      /^SettingRefused: MASTER_KEY_FILE at .* must hold 32 bytes/,
    );
    await assert.rejects(
      readMasterKey({ from: 'file', path: join(folder, 'none') }, isNew),
      /cannot be read .* \(ENOENT\)/,
    );
  });
});
