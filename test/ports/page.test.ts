import assert from 'node:assert/strict';
import { cutPage, readPage } from '../../src/ports/page.ts';

describe('a page', () => {
  it('has a row to go on from only if others follow', () => {
    assert.deepEqual(cutPage([1, 2, 3], 2, String), { rows: [1, 2], next: '2' });
    assert.deepEqual(cutPage([1, 2], 2, String), { rows: [1, 2] });
    assert.deepEqual(cutPage([], 2, String), { rows: [] });
  });

  it('is read with one row more', async () => {
    const read = (limit: number) => Promise.resolve([1, 2, 3, 4].slice(0, limit));
    assert.deepEqual(await readPage(2, read, String), { rows: [1, 2], next: '2' });
    assert.deepEqual(await readPage(4, read, String), { rows: [1, 2, 3, 4] });
  });
});
