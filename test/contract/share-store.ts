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
    assert.deepEqual(await shares.revoke('shr_1', after(5)), aShare({ revokedAt: after(5) }));
    assert.deepEqual(await other.shares.revoke('shr_1', after(9)), aShare({ revokedAt: after(5) }));
    assert.equal(await shares.revoke('shr_2', after(9)), undefined);
    assert.deepEqual([await shares.forget(after(99)), await shares.forget(after(100))], [0, 1]);
    assert.equal(await other.shares.find('shr_1'), undefined);
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
