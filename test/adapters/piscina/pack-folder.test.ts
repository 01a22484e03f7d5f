import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackFolder } from '../../../src/adapters/piscina/pack-folder.ts';
import { emptyFolder } from '../../support/folder.ts';

describe('the folder of the rule packs', () => {
  const { path, remove } = emptyFolder();
  const rulesDir = join(path, 'rules');
  beforeEach(() => {
    rmSync(rulesDir, { recursive: true, force: true });
    mkdirSync(rulesDir);
  });
  after(remove);

  /** A folder that is no pack is a problem, which shows what was read. */
  const problems = async (folder: PackFolder): Promise<number> => (await folder.read()).problems.length;

  it('is read again when its list has changed, and kept while it has not', async () => {
    const folder = new PackFolder(rulesDir, 0);
    assert.equal(await problems(folder), 0);
    assert.equal(await folder.read(), await folder.read());
    mkdirSync(join(rulesDir, 'no-pack'));
    assert.equal(await problems(folder), 1);
  });

  it('is not looked at again before its time', async () => {
    const folder = new PackFolder(rulesDir, 60_000);
    assert.equal(await problems(folder), 0);
    mkdirSync(join(rulesDir, 'no-pack'));
    assert.equal(await problems(folder), 0);
  });

  for (const maxAgeMs of [0, 60_000])
    it(`is read again after it could not be, with ${maxAgeMs} ms to its next look`, async () => {
      rmSync(rulesDir, { recursive: true });
      writeFileSync(rulesDir, '');
      const folder = new PackFolder(rulesDir, maxAgeMs);
      await assert.rejects(folder.read(), { code: 'ENOTDIR' });
      rmSync(rulesDir);
      // Empty: its list is what it was when it could not be read.
      mkdirSync(rulesDir);
      assert.equal(await problems(folder), 0);
    });
});
