import assert from 'node:assert/strict';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { after, anIntake, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesRateCounters(open: Open): void {
  const it = on(open);
  const windows = [
    { seconds: 1, limit: 3 },
    { seconds: 60, limit: 5 },
  ];

  it('count up to the limit, then return how long to wait', async ({ rates, other }) => {
    for (let n = 0; n < 3; n += 1) assert.equal(await rates.take('acme/read', windows, after(100)), 0);
    assert.equal(await other.rates.take('acme/read', windows, after(200)), 1);
    assert.equal(await rates.take('other/read', windows, after(200)), 0);
    assert.equal(await rates.take('acme/read', windows, after(1000)), 0);
  });

  it('count in every window or in none', async ({ rates }) => {
    for (let n = 0; n < 5; n += 1) await rates.take('b', windows, after(n < 3 ? 0 : 1000));
    for (let n = 0; n < 3; n += 1) assert.equal(await rates.take('b', windows, after(2000)), 58);
    assert.equal(await rates.take('b', windows, after(59_999)), 1);
    for (let n = 0; n < 3; n += 1) assert.equal(await rates.take('b', windows, after(60_000)), 0);
    assert.equal(await rates.take('b', windows, after(60_000)), 1);
  });

  it('do not count a refused request', async ({ rates }) => {
    for (let n = 0; n < 10; n += 1) await rates.take('b', windows, START);
    assert.equal(await rates.take('b', windows, after(1000)), 0);
    assert.equal(await rates.take('b', windows, after(1000)), 0);
    assert.equal(await rates.take('b', windows, after(1000)), 59);
  });

  it('admit exactly the limit of many simultaneous requests', async ({ rates, other }) => {
    const wide = [
      { seconds: 1, limit: 20 },
      { seconds: 60, limit: 600 },
    ];
    const waits = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? rates : other.rates).take('b', wide, START)),
    );
    assert.equal(waits.filter((wait) => wait === 0).length, 20);
  });

  it('write the row of a request, counted or not', async ({ rates, audit }) => {
    const row = { at: START, action: 'key_used', actor: 'key_1', client: 'acme' };
    for (const requestId of ['req_1', 'req_2'])
      await rates.take('b', [{ seconds: 1, limit: 1 }], START, { ...row, requestId });
    const written = await audit.recent({ client: 'acme', limit: 10 });
    assert.deepEqual(written.map(({ requestId }) => requestId).sort(), ['req_1', 'req_2']);
  });

  it('count long windows separately', async ({ rates }) => {
    const long = [
      { seconds: 60, limit: 9 },
      { seconds: 86_400, limit: 2 },
    ];
    assert.equal(await rates.take('b', long, START), 0);
    assert.equal(await rates.take('b', long, after(3_600_000)), 0);
    assert.equal(await rates.take('b', long, after(7_200_000)), 13 * 3600);
  });
}

/** Stores an invoice of the client acme with a file. */
const takeInWith = (invoices: InvoiceStore, sha256: string, sealed: Uint8Array) =>
  invoices.takeIn({ ...anIntake(), files: [{ sha256, sealed }] });

export function describesAnAuditLog(open: Open): void {
  const it = on(open);

  it('returns entries unchanged, newest first, with filters', async ({ audit, other }) => {
    const first = { at: START, action: 'key_used', actor: 'key_1' };
    const second = {
      at: after(1),
      action: 'route_chosen',
      actor: 'key_2',
      client: 'acme',
      subject: 'inv_1',
      requestId: 'req_1',
      details: { rule: 'de-domestic', tries: 2, sure: false },
    };
    await audit.write(first);
    await audit.write(second);
    assert.deepEqual(await other.audit.recent({ limit: 10 }), [second, first]);
    assert.deepEqual(await audit.recent({ limit: 1 }), [second]);
    assert.deepEqual(await audit.recent({ limit: 10, action: 'key_used' }), [first]);
    assert.deepEqual(await audit.recent({ limit: 10, client: 'acme' }), [second]);
    assert.deepEqual(await audit.recent({ limit: 10, client: 'acme', action: 'key_used' }), []);
  });
}

export function describesAuditPages(open: Open): void {
  const it = on(open);

  it('has pages without a gap or a repeated row, also of simultaneous rows, of all clients or of one', async ({
    audit,
    other,
  }) => {
    const row = (n: number) => ({
      at: after(Math.floor(n / 3)),
      action: 'tested',
      actor: 'system',
      client: n % 2 ? 'odd' : 'even',
      subject: `row-${n}`,
    });
    for (let n = 0; n < 10; n += 1) await audit.write(row(n));
    for (const client of [undefined, 'odd']) {
      const seen: (string | undefined)[] = [];
      let place: string | undefined;
      do {
        const page = await other.audit.page({ client, after: place, limit: 3 });
        assert.ok(page && page.entries.length <= 3);
        seen.push(...page.entries.map(({ subject }) => subject));
        place = page.next;
      } while (place !== undefined);
      assert.equal(new Set(seen).size, client ? 5 : 10);
      assert.equal(seen.length, client ? 5 : 10);
    }
    const [newest] = (await audit.page({ limit: 1 }))!.entries;
    assert.deepEqual(newest, row(9));
  });

  it('refuses an invalid cursor', async ({ audit }) => {
    for (const after of ['', 'x', '-1', '../..'])
      assert.equal(
        await audit.page({ after, limit: 3 }).then((page) => page?.entries.length),
        undefined,
        after,
      );
  });
}

export function describesForgottenRows(open: Open): void {
  const it = on(open);
  const at = (n: number) => ({ at: after(n), action: 'key_used', actor: `key_${n}` });

  it('removes the oldest rows before a time, up to a limit', async ({ audit, other }) => {
    for (let n = 0; n < 5; n += 1) await audit.write(at(n));
    assert.equal(await other.audit.forget(after(4), 3), 3);
    assert.deepEqual(await audit.recent({ limit: 10 }), [at(4), at(3)]);
    assert.equal(await audit.forget(after(4), 3), 1);
    assert.equal(await audit.forget(after(4), 3), 0);
    assert.deepEqual(await other.audit.recent({ limit: 10 }), [at(4)]);
  });

  it('keeps a folded row until the last of its rows expires', async ({ audit }) => {
    await audit.fold('key_0 listKeys', { ...at(0), times: 1, lastAt: START });
    await audit.fold('key_0 listKeys', { ...at(9), times: 1, lastAt: after(9) });
    assert.equal(await audit.forget(after(9), 3), 0);
    assert.equal(await audit.forget(after(10), 3), 1);
    await audit.fold('key_0 listKeys', { ...at(20), times: 1, lastAt: after(20) });
    assert.deepEqual(await audit.recent({ limit: 10 }), [{ ...at(20), times: 1, lastAt: after(20) }]);
  });
}

export function describesOpenRows(open: Open): void {
  const it = on(open);
  const begun = { at: START, action: 'export_started', actor: 'key_1', client: 'acme', requestId: 'req_1' };
  const ended = { at: after(9), action: 'data_exported', actor: 'key_1' };
  const namesLeft = async (audit: Pick<AuditLog, 'leftOpen'>, before: Date) =>
    (await audit.leftOpen(before, 10)).map(({ name }) => name);

  it('lists open rows, the oldest first', async ({ audit, other }) => {
    await audit.begin('late', { ...begun, openUntil: after(7) });
    await audit.begin('early', { ...begun, openUntil: after(5) });
    assert.deepEqual(await other.audit.leftOpen(after(5), 10), []);
    assert.deepEqual(await namesLeft(other.audit, after(8)), ['early', 'late']);
    const [first] = await other.audit.leftOpen(after(8), 1);
    assert.deepEqual(first, { name: 'early', entry: { ...begun, openUntil: after(5) } });
    await audit.keepOpen('early', after(9));
    assert.deepEqual(await namesLeft(other.audit, after(8)), ['late']);
  });

  it('writes the first of several ends, and closes the row of the start', async ({ audit, other }) => {
    await audit.begin('one', { ...begun, openUntil: after(5) });
    const ends = await Promise.all([audit, other.audit, audit].map((log) => log.end('one', ended)));
    assert.deepEqual(ends.filter(Boolean), [true]);
    await audit.keepOpen('one', after(7));
    assert.deepEqual(await namesLeft(audit, after(99)), []);
    assert.deepEqual(await audit.recent({ limit: 10 }), [ended, begun]);
  });

  it('writes an end without its start', async ({ audit }) => {
    assert.equal(await audit.end('forgotten', ended), true);
    assert.deepEqual(await audit.recent({ limit: 10 }), [ended]);
  });
}

export function describesFoldedRows(open: Open): void {
  const it = on(open);
  const row = {
    at: START,
    action: 'key_used',
    actor: 'key_1',
    client: 'acme',
    requestId: 'req_1',
    details: { operation: 'listKeys', refused: 'forbidden' },
  };

  it('counts in the row of the name, and keeps the members of the first', async ({ audit, other }) => {
    await audit.fold('key_1 listKeys', { ...row, times: 1, lastAt: START });
    await other.audit.fold('key_1 listKeys', {
      ...row,
      at: after(5),
      requestId: 'req_2',
      times: 41,
      lastAt: after(9),
    });
    await audit.fold('key_1 listKeys', { ...row, times: 1, lastAt: after(7) });
    assert.deepEqual(await other.audit.recent({ limit: 10 }), [{ ...row, times: 43, lastAt: after(9) }]);
  });

  it('counts names separately, and does not change plain rows', async ({ audit }) => {
    await audit.write(row);
    await audit.write(row);
    await audit.fold('one', { ...row, at: after(1), times: 2, lastAt: after(2) });
    await audit.fold('two', { ...row, at: after(3), times: 3, lastAt: after(3) });
    const rows = await audit.recent({ client: 'acme', limit: 10 });
    assert.deepEqual(
      rows.map(({ times }) => times),
      [3, 2, undefined, undefined],
    );
  });

  it('counts all of many simultaneous rows', async ({ audit, other }) => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? audit : other.audit).fold('at once', { ...row, times: 1, lastAt: after(n) }),
      ),
    );
    const [folded] = await audit.recent({ limit: 10 });
    assert.deepEqual([folded?.times, folded?.lastAt], [20, after(19)]);
  });
}

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
    await Promise.all([check.tryOut(START), other.check.tryOut(START)]);
    await check.tryOut(after(1));
    assert.equal(await keys.isEmpty(), true);
    assert.deepEqual(await other.audit.recent({ limit: 10 }), []);
  });
}
