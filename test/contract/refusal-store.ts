import assert from 'node:assert/strict';
import { MAX_REFUSED_BYTES, type Refusal } from '../../src/domain/refusals/refusal.ts';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const BODY = Uint8Array.of(1, 2, 3);
const HASH = hex(64);
export const idOf = (n: number): string => `rfs_${String(n).padStart(32, '0')}`;

export const aRefusal = (own: Partial<Refusal> = {}): Refusal => ({
  id: idOf(1),
  client: 'acme',
  call: 'invoices',
  route: 'PEPPOL',
  invoiceRef: 'R-1',
  problem: 'validation-failed',
  sealedFindings: 'sealed',
  mediaType: 'application/json',
  sha256: HASH,
  size: 3,
  times: 1,
  firstAt: START,
  at: START,
  expiresAt: after(1000),
  ...own,
});

export function describesARefusalStore(open: Open): void {
  const it = on(open);

  it('keeps a refusal with its body, and counts the same one', async ({ refusals, other }) => {
    const { route: _route, invoiceRef: _ref, ...bare } = aRefusal();
    await refusals.put(bare, BODY);
    assert.deepEqual(await other.refusals.find(bare.id), bare);
    await refusals.put(
      aRefusal({ at: after(9), firstAt: after(9), expiresAt: after(2000) }),
      Uint8Array.of(4),
    );
    assert.deepEqual(
      await other.refusals.find(bare.id),
      aRefusal({ at: after(9), times: 2, expiresAt: after(2000) }),
    );
    assert.deepEqual([...(await other.refusals.body(bare.id))!], [4]);
    assert.equal(await other.refusals.find(idOf(2)), undefined);
    assert.equal(await other.refusals.body(idOf(2)), undefined);
  });

  it('lists the newest first, page by page, of one client or of all', async ({ refusals, other }) => {
    for (const n of [1, 2, 3]) await refusals.put(aRefusal({ id: idOf(n), at: after(n > 1 ? 5 : 0) }), BODY);
    await refusals.put(aRefusal({ id: idOf(4), client: 'acme.2', at: after(7) }), BODY);
    const ids = async (query: object) =>
      (await other.refusals.list({ limit: 10, ...query })).map(({ id }) => id);
    assert.deepEqual(await ids({}), [4, 3, 2, 1].map(idOf));
    assert.deepEqual(await ids({ client: 'acme', limit: 2 }), [3, 2].map(idOf));
    assert.deepEqual(await ids({ client: 'acme', after: { at: after(5), id: idOf(3) } }), [2, 1].map(idOf));
  });

  it('forgets what has expired, what is too old for its client, and what is too much', async ({
    refusals,
    other,
  }) => {
    for (const n of [1, 2, 3])
      await refusals.put(aRefusal({ id: idOf(n), at: after(n), expiresAt: after(100 * n) }), BODY);
    assert.equal(await refusals.forget({ expiredBy: after(100) }), 1);
    assert.equal(await refusals.forget({ client: 'acme.2', before: after(3) }), 0);
    assert.equal(await refusals.forget({ client: 'acme', before: after(3) }), 1);
    await refusals.put(aRefusal({ id: idOf(9), at: after(9), size: MAX_REFUSED_BYTES }), BODY);
    const left = await other.refusals.list({ limit: 10 });
    assert.deepEqual(
      left.map(({ id }) => id),
      [idOf(9)],
    );
    assert.equal(await other.refusals.body(idOf(3)), undefined);
  });

  it('is removed with the client', async ({ refusals, clientData, other }) => {
    await refusals.put(aRefusal(), BODY);
    await refusals.put(aRefusal({ id: idOf(2), client: 'acme.2' }), BODY);
    assert.equal(await clientData.remove('acme', 'refusals'), 1);
    assert.equal(await other.refusals.body(idOf(1)), undefined);
    assert.equal((await other.refusals.find(idOf(2)))?.client, 'acme.2');
  });
}
