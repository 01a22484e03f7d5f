import assert from 'node:assert/strict';
import type { ApiKey } from '../../src/domain/access/api-key.ts';
import { after, aKey, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesAKeyStore(open: Open): void {
  const it = on(open);
  const under = (maker: ApiKey): ApiKey => aKey({ ancestors: [...maker.ancestors, maker.id] });

  it('returns a key of each kind unchanged, by id and hash', async ({ keys, other }) => {
    assert.equal(await keys.isEmpty(), true);
    const all = [
      aKey({ label: 'ERP', ancestors: ['key_x'] }),
      aKey({ holder: { kind: 'operator' } }),
      aKey({ holder: { kind: 'operator-read-only' } }),
      aKey({ holder: { kind: 'partner', partner: 'p1' } }),
    ];
    for (const key of all) assert.equal(await keys.add(key), 'added');
    for (const key of all) {
      assert.deepEqual(await other.keys.find(key.id), key);
      assert.deepEqual(await other.keys.findByHash(key.hash), key);
    }
    assert.equal(await keys.isEmpty(), false);
    assert.equal(await keys.find('key_none'), undefined);
    assert.equal(await keys.findByHash('0'.repeat(64)), undefined);
  });

  it('has the newest use of a key, whatever the order of the writes', async ({ keys, other }) => {
    const key = aKey();
    await keys.add(key);
    await keys.noteUse(key.id, after(2));
    await other.keys.noteUse(key.id, after(1));
    await keys.noteUse('key_none', after(1));
    assert.deepEqual(await other.keys.find(key.id), { ...key, lastUsedAt: after(2) });
    assert.deepEqual(await keys.list({ limit: 9 }), [{ ...key, lastUsedAt: after(2) }]);
  });

  it('limits a client to 20 valid keys, also if more are created at the same time', async ({
    keys,
    other,
  }) => {
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? keys : other.keys).add(aKey())),
    );
    assert.equal(results.filter((result) => result === 'added').length, 20);
    assert.equal((await keys.list({ client: 'acme', limit: 50 })).length, 20);
    assert.equal(await keys.add(aKey()), 'limit');
    assert.equal(
      await keys.add(aKey({ holder: { kind: 'client', client: 'other', scopes: ['read'] } })),
      'added',
    );
  });

  it('counts only valid keys', async ({ keys }) => {
    const first = aKey();
    await keys.add(first);
    for (let n = 0; n < 19; n += 1) await keys.add(aKey());
    assert.equal(await keys.add(aKey()), 'limit');
    await keys.revoke(first.id, START);
    assert.equal(await keys.add(aKey()), 'added');
    assert.equal(await keys.add(aKey()), 'limit');
  });

  it('does not limit operators and partners', async ({ keys }) => {
    for (let n = 0; n < 21; n += 1)
      assert.equal(await keys.add(aKey({ holder: { kind: 'operator' } })), 'added');
  });

  it('revokes a key with every valid key under it, at any depth', async ({ keys, other }) => {
    const root = aKey();
    const child = under(root);
    const grandchild = under(child);
    const early = under(root);
    const sibling = aKey();
    for (const key of [root, child, grandchild, early, sibling]) await keys.add(key);
    await keys.revoke(early.id, after(1));
    const revoked = await keys.revoke(root.id, after(2));
    assert.deepEqual(revoked, {
      key: { ...root, revokedAt: after(2) },
      alsoRevoked: [child.id, grandchild.id].sort(),
    });
    assert.deepEqual((await other.keys.findByHash(grandchild.hash))?.revokedAt, after(2));
    assert.deepEqual((await other.keys.find(early.id))?.revokedAt, after(1));
    assert.equal((await other.keys.find(sibling.id))?.revokedAt, undefined);
  });

  it('revokes only once', async ({ keys }) => {
    const key = aKey();
    await keys.add(key);
    await keys.revoke(key.id, after(1));
    assert.deepEqual(await keys.revoke(key.id, after(2)), {
      key: { ...key, revokedAt: after(1) },
      alsoRevoked: [],
    });
    assert.equal(await keys.revoke('key_none', START), undefined);
  });

  it('refuses a key below a revoked one', async ({ keys }) => {
    const root = aKey();
    const child = under(root);
    await keys.add(root);
    await keys.add(child);
    await keys.revoke(root.id, START);
    const late = under(child);
    assert.equal(await keys.add(late), 'maker-revoked');
    assert.equal(live(await keys.findByHash(late.hash)), false);
  });

  it('never has a valid key that was created during the revocation of its creator', async ({
    keys,
    other,
  }) => {
    for (let round = 0; round < 10; round += 1) {
      const maker = aKey();
      await keys.add(maker);
      const children = Array.from({ length: 4 }, () => under(maker));
      await Promise.all([
        keys.add(children[0]!),
        other.keys.add(children[1]!),
        other.keys.revoke(maker.id, START),
        keys.add(children[2]!),
        other.keys.add(children[3]!),
      ]);
      for (const child of children) {
        assert.equal(live(await keys.findByHash(child.hash)), false);
        assert.equal(live(await keys.find(child.id)), false);
      }
      assert.equal((await keys.list({ limit: 500 })).filter(live).length, 0);
    }
  });

  it('writes a row of the audit log with an added key, and not with a refused one', async ({
    keys,
    other,
  }) => {
    const row = { at: START, action: 'key_minted', actor: 'key_1', client: 'acme' };
    const root = aKey();
    assert.equal(await keys.add(root, { ...row, subject: root.id }), 'added');
    for (let n = 1; n < 20; n += 1) await keys.add(aKey());
    assert.equal(await keys.add(aKey(), row), 'limit');
    await keys.revoke(root.id, START);
    assert.equal(await keys.add(under(root), row), 'maker-revoked');
    assert.deepEqual(await other.audit.recent({ limit: 10 }), [{ ...row, subject: root.id }]);
    assert.deepEqual(await other.keys.find(root.id), { ...root, revokedAt: START });
  });

  it('writes one row with a revocation, with the number of keys under it', async ({ keys, audit, other }) => {
    const row = { at: START, action: 'key_revoked', actor: 'key_1', subject: 'key_2' };
    const audited = (alsoRevoked: number) => ({ ...row, details: { also_revoked: alsoRevoked } });
    const root = aKey();
    await keys.add(root);
    await keys.add(under(root));
    await keys.revoke(root.id, START, audited);
    await other.keys.revoke(root.id, START, audited);
    await keys.revoke('key_unknown', START, audited);
    assert.deepEqual(await audit.recent({ limit: 10 }), [{ ...row, details: { also_revoked: 1 } }]);
  });

  it('lists by id, page by page, one client or all', async ({ keys }) => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const key = aKey();
      await keys.add(key);
      ids.push(key.id);
    }
    const operator = aKey({ holder: { kind: 'operator' } });
    await keys.add(operator);
    ids.sort();
    const page = async (after?: string) =>
      (await keys.list({ client: 'acme', limit: 3, ...(after && { after }) })).map(({ id }) => id);
    assert.deepEqual(await page(), ids.slice(0, 3));
    assert.deepEqual(await page(ids[2]), ids.slice(3, 6));
    assert.deepEqual(await page(ids[5]), ids.slice(6));
    assert.equal((await keys.list({ limit: 100 })).length, 8);
  });
}

const live = (key: ApiKey | undefined): boolean => key !== undefined && key.revokedAt === undefined;
