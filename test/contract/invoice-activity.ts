import assert from 'node:assert/strict';
import { ACTIVITY_KEPT_HOURS, HOUR_MS, hourAt } from '../../src/domain/lifecycle/activity.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import { changeOf, taken } from './invoices.ts';
import type { Open } from './kept.ts';

const NINE = hourAt(START);
const WHOLE = { from: NINE - 48, to: NINE + 48 } as const;

export function describesActivity(open: Open): void {
  const it = on(open);

  describe('its counts by hour', () => {
    it('have each invoice in the hours in which it came, was delivered and was refused', async ({
      invoices,
      other,
    }) => {
      const first = await taken(invoices);
      await taken(invoices, { client: 'other' });
      await taken(invoices, { createdAt: after(HOUR_MS), route: 'PEPPOL' });
      const delivered = { state: 'ready', deliveredAt: after(2 * HOUR_MS) } as const;
      const reached = changeOf(first, delivered);
      await invoices.commit(reached);
      // A later answer changes the record and not its counts.
      const answered = changeOf(reached.record, { buyerStatus: 'accepted', updatedAt: after(5 * HOUR_MS) });
      await invoices.commit(answered);
      const { record: last } = answered;
      await invoices.commit(changeOf(last, { state: 'rejected', refusedAt: after(3 * HOUR_MS) }));
      const at = (hour: number, activity: string, invoices = 1, route = 'DE-XRECHNUNG') => ({
        ...{ hour: NINE + hour, route, activity, invoices },
      });
      assert.deepEqual(await other.invoices.activity({ ...WHOLE, client: 'acme' }), [
        at(0, 'received'),
        at(1, 'received', 1, 'PEPPOL'),
        at(2, 'delivered'),
        at(3, 'refused'),
      ]);
      assert.deepEqual(
        (await other.invoices.activity({ ...WHOLE, client: undefined }))[0],
        at(0, 'received', 2),
      );
      assert.deepEqual(await invoices.activity({ client: 'acme', from: NINE + 3, to: NINE + 3 }), [
        at(3, 'refused'),
      ]);
    });

    it('have a care row in the hour in which it opened, and not again when it is handled', async ({
      invoices,
    }) => {
      const row = (code: string, openedAt = after(HOUR_MS)) => ({ code, whoActs: 'erp', openedAt }) as const;
      const first = await taken(invoices);
      const opened = changeOf(first, { care: [row('BR-1')] });
      await invoices.commit(opened);
      const handled = { ...row('BR-1'), handledAt: after(2 * HOUR_MS) };
      const more = changeOf(opened.record, { care: [handled, row('BR-2', after(4 * HOUR_MS))] });
      await invoices.commit(more);
      const care = (await invoices.activity({ ...WHOLE, client: 'acme' })).filter(
        ({ activity }) => activity === 'care',
      );
      assert.deepEqual(
        care.map(({ hour, invoices: rows }) => [hour - NINE, rows]),
        [
          [1, 1],
          [4, 1],
        ],
      );
    });

    it('keep deleted invoices, change no list, and forget hours that no series shows', async ({
      invoices,
    }) => {
      const old = new Date(Date.now() - (ACTIVITY_KEPT_HOURS + 2) * HOUR_MS);
      const ended = { state: 'ready', dueAt: null, createdAt: old, updatedAt: old } as const;
      await taken(invoices, ended);
      const recent = new Date();
      await taken(invoices, { ...ended, createdAt: recent, updatedAt: recent });
      const whole = { client: 'acme', from: 0, to: hourAt(recent) } as const;
      assert.equal((await invoices.activity(whole)).length, 2);
      assert.equal(await invoices.remove({ client: 'acme' }, 10), 2);
      assert.equal((await invoices.activity(whole)).length, 2);
      const list = await invoices.list({ sort: 'newest', page: 1, pageSize: 10, client: 'acme' });
      assert.deepEqual([list.total, list.countsByState], [0, {}]);
      await invoices.tidyUp();
      assert.deepEqual(
        (await invoices.activity(whole)).map(({ hour, activity }) => [hour, activity]),
        [[hourAt(recent), 'received']],
      );
    });
  });
}
