import assert from 'node:assert/strict';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

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
      let cursor: string | undefined;
      do {
        const page = await other.audit.page({ client, after: cursor, limit: 3 });
        assert.ok(page && page.rows.length <= 3);
        seen.push(...page.rows.map(({ subject }) => subject));
        cursor = page.next;
      } while (cursor !== undefined);
      assert.equal(new Set(seen).size, client ? 5 : 10);
      assert.equal(seen.length, client ? 5 : 10);
    }
    const [newest] = (await audit.page({ limit: 1 }))!.rows;
    assert.deepEqual(newest, row(9));
  });

  it('refuses an invalid cursor', async ({ audit }) => {
    for (const after of ['', 'x', '-1', '../..'])
      assert.equal(await audit.page({ after, limit: 3 }).then((page) => page?.rows.length), undefined, after);
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
