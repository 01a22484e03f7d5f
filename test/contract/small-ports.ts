import assert from 'node:assert/strict';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { AHEAD, ahead, anIntake, hex } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesRateCounters(open: Open): void {
  const it = on(open);
  const windows = [
    { seconds: 1, limit: 3 },
    { seconds: 60, limit: 5 },
  ];

  it('count up to the limit, then return how long to wait', async ({ rates, other }) => {
    for (let n = 0; n < 3; n += 1) assert.equal(await rates.take('acme/read', windows, ahead(100)), 0);
    assert.equal(await other.rates.take('acme/read', windows, ahead(200)), 1);
    assert.equal(await rates.take('other/read', windows, ahead(200)), 0);
    assert.equal(await rates.take('acme/read', windows, ahead(1000)), 0);
  });

  it('count in every window or in none', async ({ rates }) => {
    for (let n = 0; n < 5; n += 1) await rates.take('b', windows, ahead(n < 3 ? 0 : 1000));
    for (let n = 0; n < 3; n += 1) assert.equal(await rates.take('b', windows, ahead(2000)), 58);
    assert.equal(await rates.take('b', windows, ahead(59_999)), 1);
    for (let n = 0; n < 3; n += 1) assert.equal(await rates.take('b', windows, ahead(60_000)), 0);
    assert.equal(await rates.take('b', windows, ahead(60_000)), 1);
  });

  it('do not count a refused request', async ({ rates }) => {
    for (let n = 0; n < 10; n += 1) await rates.take('b', windows, AHEAD);
    assert.equal(await rates.take('b', windows, ahead(1000)), 0);
    assert.equal(await rates.take('b', windows, ahead(1000)), 0);
    assert.equal(await rates.take('b', windows, ahead(1000)), 59);
  });

  it('admit exactly the limit of many simultaneous requests', async ({ rates, other }) => {
    const wide = [
      { seconds: 1, limit: 20 },
      { seconds: 60, limit: 600 },
    ];
    const waits = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? rates : other.rates).take('b', wide, AHEAD)),
    );
    assert.equal(waits.filter((wait) => wait === 0).length, 20);
  });

  it('write the row of a request, counted or not', async ({ rates, audit }) => {
    const row = { at: AHEAD, action: 'key_used', actor: 'key_1', client: 'acme' };
    for (const requestId of ['req_1', 'req_2'])
      await rates.take('b', [{ seconds: 1, limit: 1 }], AHEAD, { ...row, requestId });
    const written = await audit.recent({ client: 'acme', limit: 10 });
    assert.deepEqual(written.map(({ requestId }) => requestId).sort(), ['req_1', 'req_2']);
  });

  it('count long windows separately', async ({ rates }) => {
    const long = [
      { seconds: 60, limit: 9 },
      { seconds: 86_400, limit: 2 },
    ];
    assert.equal(await rates.take('b', long, AHEAD), 0);
    assert.equal(await rates.take('b', long, ahead(3_600_000)), 0);
    assert.equal(await rates.take('b', long, ahead(7_200_000)), 13 * 3600);
  });
}

/** Stores an invoice of the client acme with a file. */
const takeInWith = (invoices: InvoiceStore, sha256: string, sealed: Uint8Array) =>
  invoices.takeIn({ ...anIntake(), files: [{ sha256, sealed }] });

export function describesSealedRows(open: Open): void {
  const it = on(open);

  it('keep the first of several data keys', async ({ sealed, other }) => {
    assert.equal(await sealed.dataKey('acme'), undefined);
    const kept = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? sealed : other.sealed).keepDataKey('acme', `wrapped-${n}`),
      ),
    );
    assert.equal(new Set(kept).size, 1);
    assert.equal(await other.sealed.dataKey('acme'), kept[0]);
    assert.equal(await sealed.dataKey('other'), undefined);
  });

  it('keep bytes unchanged, once per client and hash', async ({ invoices, sealed, other }) => {
    const sha = hex(64);
    const bytes = Uint8Array.from({ length: 300 }, (_, n) => n % 256);
    await Promise.all([takeInWith(invoices, sha, bytes), takeInWith(other.invoices, sha, bytes)]);
    await takeInWith(invoices, sha, Uint8Array.of(9));
    assert.deepEqual(Uint8Array.from((await other.sealed.content('acme', sha))!), bytes);
    assert.equal(await sealed.content('other', sha), undefined);
    assert.equal(await sealed.content('acme', hex(64)), undefined);
    const keyless = (await sealed.contentWithKey('acme', sha))!;
    assert.deepEqual([Uint8Array.from(keyless.sealed), keyless.wrapped], [bytes, undefined]);
    await sealed.keepDataKey('acme', 'wrapped-1');
    await sealed.keepDataKey('other', 'wrapped-2');
    assert.equal((await other.sealed.contentWithKey('acme', sha))?.wrapped, 'wrapped-1');
    assert.equal(await sealed.contentWithKey('other', sha), undefined);
    const second = hex(64);
    await takeInWith(invoices, second, Uint8Array.of(7));
    const several = await other.sealed.contentsWithKey('acme', [second, hex(64), sha]);
    assert.deepEqual([...several.keys()].sort(), [sha, second].sort());
    assert.deepEqual(
      [...Uint8Array.from(several.get(second)!.sealed), several.get(sha)?.wrapped],
      [7, 'wrapped-1'],
    );
    assert.equal((await sealed.contentsWithKey('other', [sha])).size, 0);
  });

  it('find data keys without a given beginning, and replace one if it has not changed', async ({
    sealed,
    other,
  }) => {
    for (const [client, wrapped] of [
      ['b', 'old_-1.x'],
      ['a', 'old_-1.y'],
      ['c', 'new_-2.z'],
      ['d', 'new_-2xz'],
    ] as const)
      await sealed.keepDataKey(client, wrapped);
    const clients = async (starts: readonly string[], limit = 10) =>
      (await other.sealed.dataKeysWithout(starts, limit)).map(({ client }) => client);
    assert.deepEqual(await clients(['new_-2.']), ['a', 'b', 'd']);
    assert.deepEqual(await clients(['new_-2.'], 1), ['a']);
    assert.deepEqual(await clients(['new_-2.', 'old_-1.']), ['d']);
    assert.deepEqual(await clients([]), ['a', 'b', 'c', 'd']);
    const before = { client: 'a', wrapped: 'old_-1.y' };
    assert.equal(await sealed.replaceDataKey(before, 'new_-2.y'), true);
    assert.equal(await other.sealed.replaceDataKey(before, 'new_-2.other'), false);
    assert.equal(await other.sealed.dataKey('a'), 'new_-2.y');
  });

  it('replace the fingerprint of the master key once', async ({ sealed, other }) => {
    assert.equal(await sealed.replaceMasterKeyFingerprint('one', 'two'), false);
    assert.equal(await sealed.masterKeyFingerprint('one'), 'one');
    const moved = await Promise.all(
      ['two', 'three'].map((to) => other.sealed.replaceMasterKeyFingerprint('one', to)),
    );
    assert.deepEqual([...moved].sort(), [false, true]);
    assert.equal(await sealed.masterKeyFingerprint('one'), moved[0] ? 'two' : 'three');
  });

  it('store only the given part of a larger buffer', async ({ invoices, sealed }) => {
    const sha = hex(64);
    await takeInWith(invoices, sha, Buffer.from('abcdef').subarray(2, 4));
    assert.equal(Buffer.from((await sealed.content('acme', sha))!).toString(), 'cd');
  });

  it('keep 12 MB', async ({ invoices, sealed }) => {
    const sha = hex(64);
    const bytes = Buffer.alloc(12_000_000, 7);
    await takeInWith(invoices, sha, bytes);
    assert.ok(bytes.equals((await sealed.content('acme', sha))!));
  });

  it('keep 20 MB from several simultaneous processes', async ({ invoices, sealed, other }) => {
    const sha = hex(64);
    // A file that is sealed twice has different bytes.
    const [one, two] = [Buffer.alloc(20_000_000, 1), Buffer.alloc(20_000_000, 2)];
    await Promise.all([takeInWith(invoices, sha, one), takeInWith(other.invoices, sha, two)]);
    await takeInWith(invoices, sha, two);
    const held = (await sealed.content('acme', sha))!;
    assert.ok(one.equals(held) || two.equals(held));
  });

  it('keep the first fingerprint of a master key', async ({ sealed, other }) => {
    assert.equal(await sealed.knowsMasterKey(), false);
    const kept = await Promise.all([
      sealed.masterKeyFingerprint('a'),
      other.sealed.masterKeyFingerprint('b'),
    ]);
    assert.equal(kept[0], kept[1]);
    assert.equal(await sealed.masterKeyFingerprint('c'), kept[0]);
    assert.equal(await other.sealed.knowsMasterKey(), true);
  });
}

export function describesAStoreClock(open: Open): void {
  const it = on(open);

  const MOST = 40_000_000_000;

  it('adds up the advances of all processes', async ({ clock, other }) => {
    assert.equal(await clock.offsetMs(), 0);
    await Promise.all([
      clock.advance(1000, MOST),
      other.clock.advance(500, MOST),
      clock.advance(30_000_000_000, MOST),
    ]);
    assert.equal(await other.clock.offsetMs(), 30_000_001_500);
    assert.equal(await clock.advance(1, MOST), 30_000_001_501);
  });

  it('advances no further than the limit in all processes together', async ({ clock, other }) => {
    assert.equal(await clock.advance(11, 10), undefined);
    assert.equal(await clock.offsetMs(), 0);
    const moved = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? clock : other.clock).advance(3, 10)),
    );
    assert.equal(moved.filter((offset) => offset !== undefined).length, 3);
    assert.equal(await other.clock.offsetMs(), 9);
    assert.equal(await clock.advance(1, 10), 10);
  });
}

export function describesAStoreCheck(open: Open): void {
  const it = on(open);

  it('can be repeated, and changes no other rows', async ({ check, other, keys }) => {
    await Promise.all([check.tryOut(AHEAD), other.check.tryOut(AHEAD)]);
    await check.tryOut(ahead(1));
    assert.equal(await keys.isEmpty(), true);
    assert.deepEqual(await other.audit.recent({ limit: 10 }), []);
  });

  it('knows the newest backup, in whatever order they are noted', async ({ check, other }) => {
    assert.equal(await other.check.backedUpAt(), undefined);
    for (const at of [AHEAD, ahead(5_000), ahead(1_000)]) await check.noteBackup(at);
    assert.deepEqual(await other.check.backedUpAt(), ahead(5_000));
  });

  it('states the room on its disk, if that is known', async ({ check }) => {
    const disk = await check.disk();
    assert.ok(disk === undefined || (disk.freeBytes > 0 && disk.freeBytes <= disk.sizeBytes));
  });
}

export function describesACursorKey(open: Open): void {
  on(open)('is made once, also if processes ask at the same time', async ({ cursorKey, other }) => {
    const keys = await Promise.all([cursorKey(), other.cursorKey(), cursorKey(), other.cursorKey()]);
    assert.equal(new Set([...keys, await other.cursorKey()]).size, 1);
    assert.match(keys[0]!, /^[\da-f]{48}$/);
  });
}
