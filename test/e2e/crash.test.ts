import assert from 'node:assert/strict';
import { join } from 'node:path';
import { crash } from '../crash/crash.ts';
import { emptyFolder } from '../support/folder.ts';

/** A short one; `npm run test:crash` kills longer, and on both stores. */
describe('kill -9 while invoices go in', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  it('loses none that was accepted, doubles none and leaves no gap in a sequence', async () => {
    const storeUrl = `sqlite:${join(path, 'ids.db')}`;
    assert.deepEqual(await crash({ storeUrl, folder: path, seed: '4', invoices: 40, kills: 5 }), []);
  }).timeout(300_000);
});
