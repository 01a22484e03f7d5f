import assert from 'node:assert/strict';
import type { Credential } from '../../src/domain/credentials/credential.ts';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export const aCredential = (own: Partial<Credential> = {}): Credential => ({
  id: `crd_${hex(24)}`,
  client: 'acme',
  route: 'PEPPOL',
  kind: 'access-point',
  issuedBy: 'AP Ltd',
  issuedOn: '2026-01-01',
  environment: 'sandbox',
  sealedValue: 'sealed',
  createdAt: START,
  ...own,
});

export function describesACredentialStore(open: Open): void {
  const it = on(open);
  const ids = (all: readonly Credential[]): string[] => all.map(({ id }) => id);

  it('returns a credential unchanged', async ({ credentials, other }) => {
    const plain = aCredential();
    const whole = aCredential({ expiresOn: '2027-01-01', legalEntity: 'DE1' });
    for (const one of [plain, whole]) {
      assert.equal(await credentials.add(one, START), 'added');
      assert.deepEqual(await other.credentials.find(one.id), one);
    }
    assert.equal(await credentials.find('crd_none'), undefined);
  });

  it('has one valid credential per use, also if several arrive at the same time', async ({
    credentials,
    other,
  }) => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? credentials : other.credentials).add(aCredential(), START),
      ),
    );
    assert.deepEqual(results.filter((result) => result === 'added').length, 1);
    for (const own of [
      { client: 'other' },
      { legalEntity: 'DE1' },
      { kind: 'other' },
      { route: 'FR-PA' as const },
    ])
      assert.equal(await credentials.add(aCredential(own), START), 'added');
    assert.equal(await credentials.add(aCredential({ legalEntity: 'DE1' }), START), 'exists');
  });

  it('writes a row of the audit log with each change, and none if nothing changes', async ({
    credentials,
    audit,
    other,
  }) => {
    const row = (action: string, n: number) => ({ at: after(n), action, actor: 'key_1', client: 'acme' });
    const one = aCredential();
    await credentials.add(one, START, row('stored', 0));
    await other.credentials.add(aCredential(), START, row('stored', 1));
    await credentials.replace(one.id, { sealedValue: 'new' }, row('replaced', 2));
    await credentials.replace('crd_unknown', { sealedValue: 'new' }, row('replaced', 3));
    await other.credentials.revoke(one.id, after(4), row('revoked', 4));
    await credentials.revoke(one.id, after(5), row('revoked', 5));
    await credentials.replace(one.id, { sealedValue: 'newer' }, row('replaced', 6));
    await credentials.revoke('crd_unknown', after(7), row('revoked', 7));
    const kept = (await audit.recent({ limit: 10 })).map(
      ({ action, at }) => `${action} ${Number(at) - Number(START)}`,
    );
    assert.deepEqual(kept.sort(), ['replaced 2', 'revoked 4', 'stored 0']);
    assert.deepEqual(await other.credentials.find(one.id), {
      ...one,
      sealedValue: 'new',
      revokedAt: after(4),
    });
  });

  it('accepts another after one was revoked or is past its last day', async ({ credentials }) => {
    const first = aCredential({ expiresOn: '2026-03-02' });
    await credentials.add(first, START);
    assert.equal(await credentials.add(aCredential(), START), 'exists');
    const second = aCredential();
    assert.equal(await credentials.add(second, new Date('2026-03-03T00:00:00Z')), 'added');
    await credentials.revoke(second.id, after(1));
    assert.equal(await credentials.add(aCredential(), new Date('2026-03-03T00:00:00Z')), 'added');
  });

  it('replaces value and last day only of a valid one', async ({ credentials, other }) => {
    const one = aCredential({ expiresOn: '2027-01-01' });
    await credentials.add(one, START);
    const { expiresOn: _without, ...rest } = one;
    assert.deepEqual(await credentials.replace(one.id, { sealedValue: 'new' }), {
      ...rest,
      sealedValue: 'new',
    });
    const renewed = { sealedValue: 'newer', expiresOn: '2028-01-01' };
    assert.deepEqual(await other.credentials.replace(one.id, renewed), { ...one, ...renewed });
    await credentials.revoke(one.id, after(1));
    assert.equal(await credentials.replace(one.id, renewed), 'revoked');
    assert.equal(await credentials.replace('crd_none', renewed), undefined);
  });

  it('revokes only once, and keeps the record', async ({ credentials }) => {
    const one = aCredential();
    await credentials.add(one, START);
    for (const ms of [1, 2])
      assert.deepEqual(await credentials.revoke(one.id, after(ms)), { ...one, revokedAt: after(1) });
    assert.equal(await credentials.revoke('crd_none', START), undefined);
    assert.deepEqual(await credentials.ofRoute('acme', 'PEPPOL'), []);
    assert.deepEqual(ids(await credentials.list({ client: 'acme', limit: 9 })), [one.id]);
  });

  it('lists by id, page by page, one client or all', async ({ credentials }) => {
    const all = ['DE1', 'DE2', 'DE3'].map((legalEntity) => aCredential({ legalEntity }));
    const foreign = aCredential({ client: 'other' });
    for (const one of [...all, foreign]) await credentials.add(one, START);
    const own = ids(all).sort();
    assert.deepEqual(ids(await credentials.list({ client: 'acme', limit: 2 })), own.slice(0, 2));
    assert.deepEqual(ids(await credentials.list({ client: 'acme', after: own[1], limit: 2 })), own.slice(2));
    assert.equal((await credentials.list({ limit: 9 })).length, 4);
    assert.deepEqual(ids(await credentials.ofRoute('other', 'PEPPOL')), [foreign.id]);
  });

  it('keeps what the route has against one until that is gone, or the value is another', async ({
    credentials,
  }) => {
    const one = aCredential();
    await credentials.add(one, START);
    await credentials.noteProblem(one.id, 'It is revoked.');
    assert.equal((await credentials.find(one.id))?.problem, 'It is revoked.');
    await credentials.noteProblem(one.id, undefined);
    assert.deepEqual(await credentials.find(one.id), one);
    await credentials.noteProblem(one.id, 'It is revoked.');
    await credentials.replace(one.id, { sealedValue: 'other' });
    assert.equal((await credentials.find(one.id))?.problem, undefined);
  });

  it('lists those of some kinds at a route, of all clients', async ({ credentials }) => {
    const [one, two, three] = ['ksef-token', 'ksef-certificate', 'ksef-offline-certificate'].map((kind) =>
      aCredential({ route: 'PL-KSEF', kind }),
    );
    const foreign = aCredential({ route: 'PL-KSEF', kind: 'ksef-token', client: 'other' });
    const gone = aCredential({ route: 'PL-KSEF', kind: 'ksef-token', client: 'third' });
    for (const each of [one!, two!, three!, foreign, gone, aCredential()]) await credentials.add(each, START);
    await credentials.revoke(gone.id, START);
    const found = await credentials.ofKinds('PL-KSEF', ['ksef-token', 'ksef-certificate'], 9);
    assert.deepEqual(ids(found), [one!.id, two!.id, foreign.id].toSorted());
    assert.equal((await credentials.ofKinds('PL-KSEF', ['ksef-token'], 1)).length, 1);
  });

  it('lists those that expire soon, in the order of expiry', async ({ credentials }) => {
    const days = ['2026-04-01', '2026-03-10', '2026-03-02', '2026-03-01', '2026-04-02'];
    const all = days.map((expiresOn, n) => aCredential({ expiresOn, legalEntity: `DE${n}` }));
    for (const one of [...all, aCredential()]) await credentials.add(one, new Date('2026-01-01T00:00:00Z'));
    await credentials.revoke(all[1]!.id, START);
    const soon = await credentials.expiring('2026-03-02', '2026-04-01', 9);
    assert.deepEqual(await credentials.expiring('2026-03-02', '2026-04-01', 9, 'nobody'), []);
    assert.deepEqual(
      await credentials.expiring('2026-03-02', '2026-04-01', 9, soon[0]!.client),
      soon.filter(({ client }) => client === soon[0]!.client),
    );
    assert.deepEqual(ids(soon), [all[2]!.id, all[0]!.id]);
    assert.equal((await credentials.expiring('2026-03-02', '2026-04-01', 1)).length, 1);
  });
}
