import assert from 'node:assert/strict';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesSessionRows(open: Open): void {
  const it = on(open);
  const first = { name: 'RO-EFACTURA acme crd_1', version: 1, sealed: null, openingUntil: after(60_000) };
  const second = { ...first, version: 2, sealed: 'e30..x', openingUntil: null };

  it('have the newest of each name, unchanged', async ({ sessions, other }) => {
    assert.equal(await sessions.find(first.name), undefined);
    assert.equal(await sessions.replace(first), true);
    assert.deepEqual(await other.sessions.find(first.name), first);
    assert.equal(await other.sessions.replace(second), true);
    assert.deepEqual(await sessions.find(first.name), second);
    assert.equal(await sessions.find('RO-EFACTURA acme crd_2'), undefined);
  });

  it('accept one of many writes on the same version', async ({ sessions, other }) => {
    for (const version of [1, 2]) {
      const written = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? sessions : other.sessions).replace({ ...second, version, sealed: `e30..${n}` }),
        ),
      );
      assert.equal(written.filter(Boolean).length, 1);
    }
    assert.equal((await sessions.find(first.name))?.version, 2);
  });

  it('refuse a version that is not the next one', async ({ sessions }) => {
    assert.equal(await sessions.replace(second), false);
    await sessions.replace(first);
    assert.equal(await sessions.replace(first), false);
    assert.equal(await sessions.replace({ ...second, version: 3 }), false);
    assert.deepEqual((await sessions.find(first.name))?.openingUntil, after(60_000, START));
  });
}
