import assert from 'node:assert/strict';
import { STATUS_INQUIRY } from '../../src/domain/routes/route-caps.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import { changeOf, idsOf, taken } from './invoices.ts';
import type { Open } from './kept.ts';

export function describesLeasing(open: Open): void {
  const it = on(open);

  describe('a lease', () => {
    const lease = (token: string, ms = 60_000) => ({ token, until: after(ms) });

    it('belongs to one of many workers', async ({ invoices, other }) => {
      const { id } = await taken(invoices);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? invoices : other.invoices).lease(id, lease(`w${n}`), START),
        ),
      );
      const [winner, ...more] = results.filter((result) => result !== undefined);
      assert.equal(more.length, 0);
      assert.equal(winner?.version, 1);
      assert.deepEqual((await invoices.find(id))?.lease, winner?.lease);
    });

    it('is refused for an invoice that is not due, has no work or is unknown', async ({ invoices }) => {
      const later = await taken(invoices, { dueAt: after(1) });
      const done = await taken(invoices, { dueAt: null });
      assert.equal(await invoices.lease(later.id, lease('w'), START), undefined);
      assert.ok(await invoices.lease(later.id, lease('w'), after(1)));
      assert.equal(await invoices.lease(done.id, lease('w'), START), undefined);
      assert.equal(await invoices.lease('inv_none', lease('w'), START), undefined);
    });

    it('is taken over after it has expired, and then fences the slow worker', async ({ invoices }) => {
      const { id } = await taken(invoices);
      const slow = await invoices.lease(id, lease('slow', 1000), START);
      assert.equal(await invoices.lease(id, lease('next', 9000), after(999)), undefined);
      const next = await invoices.lease(id, lease('next', 9000), after(1000));
      assert.equal(await invoices.commit({ ...changeOf(slow!), lease: 'slow' }), 'conflict');
      assert.equal(await invoices.renewLease(id, lease('slow', 99_000)), false);
      await invoices.releaseLease(id, 'slow');
      assert.deepEqual((await invoices.find(id))?.lease, { ...lease('next', 9000), holders: 2 });
      assert.equal(await invoices.commit({ ...changeOf(next!), lease: 'next' }), 'committed');
    });

    it('stays with its holder until another takes it over', async ({ invoices }) => {
      const { id } = await taken(invoices);
      const record = await invoices.lease(id, lease('w', 1000), START);
      assert.equal(await invoices.renewLease(id, lease('w', 5000)), true);
      assert.equal(await invoices.lease(id, lease('v'), after(4999)), undefined);
      assert.equal(await invoices.commit({ ...changeOf(record!), lease: 'w' }), 'committed');
      assert.deepEqual((await invoices.find(id))?.lease, { ...lease('w', 5000), holders: 1 });
    });

    it('counts holders that did not release it, and starts again at one after a release', async ({
      invoices,
      other,
    }) => {
      const { id } = await taken(invoices);
      const held = async (token: string, ms: number, now: number) =>
        (await other.invoices.lease(id, lease(token, ms), after(now)))!;
      assert.equal((await held('a', 1000, 0)).lease?.holders, 1);
      assert.equal((await held('b', 2000, 1000)).lease?.holders, 2);
      assert.equal(await invoices.renewLease(id, lease('b', 3000)), true);
      const third = await held('c', 4000, 3000);
      assert.equal(third.lease?.holders, 3);
      const goesOn = changeOf(third);
      assert.equal(await invoices.commit({ ...goesOn, lease: 'c' }), 'committed');
      assert.equal((await invoices.find(id))?.lease?.holders, 1, 'the commit of the worker has counted them');
      await invoices.releaseLease(id, 'c');
      const again = await held('d', 5000, 4000);
      assert.equal(again.lease?.holders, 1);
      await invoices.commit({ ...changeOf(again, { lease: null }), lease: 'd' });
      assert.equal((await held('e', 6000, 5000)).lease?.holders, 1);
    });

    it('is released by a commit without lease in its record', async ({ invoices }) => {
      const { id } = await taken(invoices);
      const record = await invoices.lease(id, lease('w'), START);
      await invoices.commit({ ...changeOf(record!, { lease: null, dueAt: after(5) }), lease: 'w' });
      assert.equal((await invoices.find(id))?.lease, null);
    });

    it('is released by a release', async ({ invoices }) => {
      const { id } = await taken(invoices);
      await invoices.lease(id, lease('w'), START);
      await invoices.releaseLease(id, 'w');
      assert.ok(await invoices.lease(id, lease('v'), START));
    });

    it('holds the data key of its client, and ends once that is shredded', async ({ other, ...own }) => {
      const { invoices, sealed, leasedKeys } = own;
      await sealed.keepDataKey('acme', 'wrapped');
      const [running, waiting] = [await taken(invoices), await taken(invoices)];
      const record = await invoices.lease(running.id, lease('w'), START);
      assert.equal(leasedKeys.of('acme'), 'wrapped');
      await other.clientData.shredKey('acme');
      assert.equal(await invoices.renewLease(running.id, lease('w', 99_000)), false);
      assert.equal(await invoices.commit({ ...changeOf(record!), lease: 'w' }), 'conflict');
      assert.equal((await other.invoices.find(running.id))?.version, 1);
      await invoices.releaseLease(running.id, 'w');
      assert.equal(leasedKeys.of('acme'), undefined);
      for (const { id } of [running, waiting])
        assert.equal(await invoices.lease(id, lease('v'), START), undefined);
      assert.equal(await invoices.commit(changeOf(waiting, { state: 'cancelled' })), 'committed');
    });

    it('holds the data key until the last lease of the client ends', async ({
      invoices,
      sealed,
      leasedKeys,
    }) => {
      await sealed.keepDataKey('acme', 'wrapped');
      const [one, two] = [await taken(invoices), await taken(invoices)];
      const record = await invoices.lease(one.id, lease('a'), START);
      await invoices.lease(two.id, lease('b'), START);
      await invoices.commit({ ...changeOf(record!, { lease: null }), lease: 'a' });
      assert.equal(leasedKeys.of('acme'), 'wrapped');
      await invoices.releaseLease(two.id, 'b');
      assert.equal(leasedKeys.of('acme'), undefined);
    });

    it('stays if a commit names no lease', async ({ invoices }) => {
      const before = await taken(invoices);
      await invoices.lease(before.id, lease('w'), START);
      assert.equal(await invoices.commit(changeOf(before, { state: 'cancelled' })), 'committed');
      assert.deepEqual((await invoices.find(before.id))?.lease, { ...lease('w'), holders: 1 });
    });

    it('does not wait for a clock that was set back', async ({ invoices, other }) => {
      const HOUR = 3_600_000;
      const later = after(HOUR);
      const queued = await taken(invoices, { dueAt: later, updatedAt: later });
      const retried = await taken(invoices, { dueAt: after(HOUR + 30_000), updatedAt: later });
      // Written by the current clock, and by one that is a little ahead.
      const waiting = await taken(invoices, { dueAt: after(30_000) });
      const skewed = await taken(invoices, { dueAt: after(30_000), updatedAt: after(5000) });
      assert.deepEqual(
        new Set(await other.invoices.listNeglected(after(-30_000), START, 10)),
        new Set([queued.id, retried.id]),
      );
      assert.equal((await invoices.tally(START)).waiting, 2);
      for (const { id } of [queued, retried])
        assert.ok(await other.invoices.lease(id, lease(id), START), 'it waits');
      for (const { id } of [waiting, skewed])
        assert.equal(await invoices.lease(id, lease(id), START), undefined, 'the invoice does not wait');
      assert.deepEqual(await other.invoices.listNeglected(after(-30_000), START, 10), []);
    });

    for (const back of [30_000, 3_600_000])
      it(`stays a lease after the clock was set back by ${back / 1000} s`, async ({ invoices, other }) => {
        const later = after(back);
        const { id } = await taken(invoices, { dueAt: later, updatedAt: later });
        const held = { token: 'alive', until: after(back + 60_000) };
        await invoices.lease(id, held, later);
        assert.equal(await other.invoices.lease(id, lease('next'), START), undefined);
        assert.deepEqual(await other.invoices.listNeglected(after(-30_000), START, 10), []);
        assert.deepEqual(await other.invoices.listLeasedAhead(START, 10), [{ id, ...held }]);
        assert.equal(await invoices.renewLease(id, lease('alive')), true);
        assert.deepEqual(await other.invoices.listLeasedAhead(START, 10), []);
      });

    it('ends early only if its holder has not renewed it', async ({ invoices, other }) => {
      const { id } = await taken(invoices);
      await invoices.lease(id, { token: 'dead', until: after(3_600_000) }, START);
      const [found] = await other.invoices.listLeasedAhead(START, 10);
      await invoices.renewLease(id, { token: 'dead', until: after(3_700_000) });
      assert.equal(await other.invoices.expireLease(found!, START), false);
      const [renewed] = await other.invoices.listLeasedAhead(START, 10);
      assert.equal(await other.invoices.expireLease(renewed!, START), true);
      assert.equal(
        (await invoices.lease(id, lease('next'), START))?.lease?.holders,
        2,
        'the process of the holder died',
      );
    });

    it('is given only for the due work', async ({ invoices, other }) => {
      const checked = await taken(invoices, {});
      const sent = await taken(invoices, { work: 'send' });
      assert.equal(await invoices.lease(checked.id, lease('w'), START, ['send', 'poll']), undefined);
      assert.equal(await invoices.lease(sent.id, lease('w'), START, ['check']), undefined);
      assert.equal((await other.invoices.lease(checked.id, lease('w'), START, ['check']))?.work, 'check');
      assert.equal((await other.invoices.lease(sent.id, lease('w'), START, ['poll', 'send']))?.work, 'send');
    });

    it('is absent on the waiting invoices of a client and route, which are listed by due time', async ({
      invoices,
      other,
    }) => {
      const findQueued = { route: 'PL-KSEF', work: 'send' } as const;
      const later = await taken(invoices, { ...findQueued, dueAt: after(60_000) });
      const sooner = await taken(invoices, { ...findQueued, dueAt: after(30_000) });
      const held = await taken(invoices, { ...findQueued, dueAt: START });
      await invoices.lease(held.id, lease('w'), START);
      await taken(invoices, { ...findQueued, client: 'other' });
      await taken(invoices, { ...findQueued, route: 'PEPPOL' });
      await taken(invoices, { ...findQueued, work: 'check' });
      await taken(invoices, { ...findQueued, dueAt: null });
      await taken(invoices, { ...findQueued, state: 'submitting' });
      const query = { client: 'acme', route: 'PL-KSEF', limit: 10 } as const;
      const found = await other.invoices.findQueued(query, START);
      assert.deepEqual(idsOf(found), [sooner.id, later.id]);
      assert.deepEqual(idsOf(await invoices.findQueued({ ...query, limit: 1 }, START)), [sooner.id]);
      assert.deepEqual(
        idsOf(await invoices.findQueued(query, after(60_001))).length,
        3,
        'a lease has expired',
      );
    });

    it('does not change what waits for a route, of one client or of all', async ({ invoices, other }) => {
      const queued = { route: 'PL-KSEF', work: 'send' } as const;
      const held = await taken(invoices, { ...queued, createdAt: after(2000), dueAt: after(2000) });
      await invoices.lease(held.id, lease('w'), after(2000));
      await taken(invoices, { ...queued, createdAt: after(3000), dueAt: after(60_000) });
      await taken(invoices, { ...queued, client: 'other', createdAt: after(1000) });
      await taken(invoices, { ...queued, route: 'PEPPOL' });
      await taken(invoices, { ...queued, work: 'check' });
      await taken(invoices, { ...queued, dueAt: null });
      await taken(invoices, { ...queued, state: 'submitting' });
      const own = { invoices: 2, oldestAt: after(2000) };
      assert.deepEqual(await other.invoices.queuedOn('PL-KSEF', 'acme'), own);
      const all = { invoices: 3, oldestAt: after(1000) };
      assert.deepEqual(await other.invoices.queuedOn('PL-KSEF', undefined), all);
      assert.deepEqual(await invoices.queuedOn('PEPPOL', 'other'), { invoices: 0 });
    });

    it('on a waiting invoice belongs to one worker before it is due', async ({ invoices, other }) => {
      const waiting = await taken(invoices, { work: 'send', dueAt: after(60_000) });
      const takers = [invoices, other.invoices, invoices, other.invoices];
      const leases = await Promise.all(
        takers.map((store, n) => store.leaseQueued(waiting.id, lease(`w${n}`), START)),
      );
      const [winner, ...more] = leases.filter((record) => record !== undefined);
      assert.equal(more.length, 0);
      assert.equal(winner?.lease?.holders, 1);
      assert.equal(await other.invoices.lease(waiting.id, lease('v'), after(30_000)), undefined);
      const sent = changeOf(winner!, { state: 'submitting', work: STATUS_INQUIRY });
      assert.equal(await invoices.commit({ ...sent, lease: winner!.lease!.token }), 'committed');
      await invoices.releaseLease(waiting.id, winner!.lease!.token);
      assert.equal(
        await invoices.leaseQueued(waiting.id, lease('v'), START),
        undefined,
        'it has left the queue',
      );
    });

    it('is absent on overdue records, which are found for each route', async ({ invoices }) => {
      for (let n = 1; n <= 5; n += 1)
        await taken(invoices, { route: 'PEPPOL', work: 'send', dueAt: after(-9000 - n) });
      const lost = await taken(invoices, { dueAt: after(-1000) });
      const found = await invoices.listNeglected(START, START, 2);
      assert.equal(found.length, 3);
      assert.ok(found.includes(lost.id));
    });

    it('is absent on overdue invoices, which are found oldest first', async ({ invoices }) => {
      const second = await taken(invoices, { dueAt: after(-1000) });
      const first = await taken(invoices, { dueAt: after(-2000) });
      const held = await taken(invoices, { dueAt: after(-3000) });
      const lost = await taken(invoices, { dueAt: after(-500) });
      await taken(invoices, { dueAt: START });
      await taken(invoices, { dueAt: null });
      await invoices.lease(held.id, lease('w', 1), START);
      await invoices.lease(lost.id, lease('w', 0), START);
      assert.deepEqual(await invoices.listNeglected(START, START, 10), [first.id, second.id, lost.id]);
      assert.deepEqual(await invoices.listNeglected(START, START, 1), [first.id]);
      assert.deepEqual(await invoices.listNeglected(START, START, 10, after(-1000)), [second.id, lost.id]);
      assert.equal((await invoices.listNeglected(START, after(1), 10))[0], held.id);
    });
  });
}
