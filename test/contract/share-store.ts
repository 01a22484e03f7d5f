import assert from 'node:assert/strict';
import type { Share } from '../../src/domain/shares/share.ts';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const HASH = hex(64);
const aShare = (own: Partial<Share> = {}): Share => ({
  id: 'shr_1',
  client: 'acme',
  subject: 'inv_1',
  hash: HASH,
  madeBy: 'key_1',
  createdAt: START,
  expiresAt: after(100),
  ...own,
});

export function describesAShareStore(open: Open): void {
  const it = on(open);

  it('keeps a link until it expires, and revokes it once', async ({ shares, other }) => {
    await shares.add(aShare());
    assert.deepEqual(await other.shares.find('shr_1'), aShare());
    await shares.add(aShare({ id: 'shr_0', sealedNote: 'sealed', expiresAt: after(99) }));
    assert.equal((await other.shares.find('shr_0'))?.sealedNote, 'sealed');
    assert.equal(await shares.forget(after(99)), 1);
    assert.deepEqual(await shares.revoke('shr_1', after(5)), aShare({ revokedAt: after(5) }));
    assert.deepEqual(await other.shares.revoke('shr_1', after(9)), aShare({ revokedAt: after(5) }));
    assert.equal(await shares.revoke('shr_2', after(9)), undefined);
    assert.deepEqual([await shares.forget(after(99)), await shares.forget(after(100))], [0, 1]);
    assert.equal(await other.shares.find('shr_1'), undefined);
  });

  it('lists the links that are not over, newest first, page by page', async ({ shares, other }) => {
    for (const [n, own] of [{}, { client: 'globex' }, { expiresAt: after(50) }, {}, {}].entries())
      await shares.add(aShare({ id: `shr_${n}`, createdAt: after(n < 4 ? n : 3), ...own }));
    await shares.revoke('shr_3', after(5));
    const at = after(50);
    const list = async (query: object): Promise<readonly string[]> =>
      (await other.shares.list({ at, limit: 9, ...query })).map(({ id }) => id);
    assert.deepEqual(await list({}), ['shr_4', 'shr_1', 'shr_0']);
    assert.deepEqual(await list({ client: 'acme', limit: 1 }), ['shr_4']);
    assert.deepEqual(await list({ client: 'acme', after: { createdAt: after(3), id: 'shr_4' } }), ['shr_0']);
    assert.deepEqual(await list({ after: { createdAt: after(3), id: 'shr_5' }, limit: 1 }), ['shr_4']);
  });

  it('knows when a link was read last', async ({ shares, other }) => {
    await shares.add(aShare());
    await shares.noteRead('shr_1', after(5));
    await other.shares.noteRead('shr_1', after(4));
    await other.shares.noteRead('shr_2', after(4));
    assert.deepEqual(await other.shares.find('shr_1'), aShare({ lastReadAt: after(5) }));
  });

  it('is emptied of a client', async ({ shares, clientData, other }) => {
    await shares.add(aShare());
    await shares.add(aShare({ id: 'shr_2', client: 'acme.2' }));
    assert.equal(await clientData.remove('acme', 'shares'), 1);
    assert.deepEqual(
      [await other.shares.find('shr_1'), (await other.shares.find('shr_2'))?.client],
      [undefined, 'acme.2'],
    );
  });
}
