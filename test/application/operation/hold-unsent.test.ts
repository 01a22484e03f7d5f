import assert from 'node:assert/strict';
import { STATUS_INQUIRY } from '../../../src/domain/routes/route-caps.ts';
import { JSON_PAPERWORK } from '../../../src/adapters/http/call/reports.ts';
import { HoldUnsent, RESTORED } from '../../../src/application/operation/hold-unsent.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeInvoiceStore } from '../../fakes/invoice-store.ts';
import { after, anIntake, START } from '../../support/records.ts';

describe('invoices of a restored store', () => {
  const open = () => {
    const clock = new FakeClock(START);
    const invoices = new FakeInvoiceStore();
    const hold = new HoldUnsent({
      invoices,
      clock,
      ids: new FakeIds(),
      paperwork: JSON_PAPERWORK,
      hasRail: (route) => profileOf(route).hasRail,
    });
    const taken = async (own: Partial<InvoiceRecord>) => {
      const intake = anIntake({ route: 'PEPPOL', ...own });
      await invoices.takeIn(intake);
      return async () => (await invoices.find(intake.record.id))!;
    };
    return { clock, invoices, hold, taken };
  };
  const openRows = ({ care }: InvoiceRecord) =>
    care.filter(({ handledAt }) => !handledAt).map(({ code, whoActs }) => `${code} ${whoActs}`);

  it('are held if the lost store may have sent them; others continue', async () => {
    const { hold, taken } = open();
    const unsent = await Promise.all(
      (['received', 'queued', 'validated', 'submitting'] as const).map((state) => taken({ state })),
    );
    const sent = await taken({ state: 'submitted', dueAt: after(1000) });
    const german = await taken({ route: 'DE-XRECHNUNG' });
    assert.equal(await hold.hold(START), 4);
    for (const one of unsent) {
      const record = await one();
      assert.equal(record.dueAt, null);
      assert.deepEqual(openRows(record), [`${RESTORED} us`]);
    }
    assert.deepEqual((await sent()).dueAt, after(1000));
    assert.deepEqual((await german()).dueAt, START);
    assert.equal(await hold.hold(START), 0, 'a second time nothing is held anew');
  });

  it('continue from their state once the operator reports that their route does not have them', async () => {
    const { clock, hold, taken } = open();
    const peppol = await taken({ state: 'submitting', work: STATUS_INQUIRY });
    const polish = await taken({ route: 'PL-KSEF' });
    await hold.hold(START);
    clock.advance(5000);
    assert.equal(await hold.release({ route: 'PEPPOL' }), 1);
    const released = await peppol();
    assert.deepEqual(
      [released.state, released.work, released.dueAt, openRows(released)],
      ['submitting', STATUS_INQUIRY, after(5000), []],
    );
    assert.equal((await polish()).dueAt, null);
    assert.equal(await hold.release({}), 1);
    assert.equal(await hold.release({ id: released.id }), 0, 'what is not held is left alone');
  });

  it('end without a second send once the operator reports that their route has them, and keep their document', async () => {
    const { hold, taken } = open();
    const all = await Promise.all(
      (['received', 'queued', 'validated', 'submitting'] as const).map((state) => taken({ state })),
    );
    await hold.hold(START);
    assert.equal(await hold.giveUp({ id: (await all[0]!()).id }), 1);
    assert.equal(await hold.giveUp({}), 3);
    for (const one of all) {
      const { state, dueAt, reachedRail, errors, ...record } = await one();
      assert.deepEqual([state, dueAt, reachedRail], ['dead_letter', null, true]);
      assert.deepEqual(
        errors.map(({ code }) => code),
        [RESTORED],
      );
      assert.deepEqual(openRows({ state, dueAt, reachedRail, errors, ...record }), []);
    }
  });

  it('do not change if they are not held', async () => {
    const { hold, taken } = open();
    const one = await taken({});
    assert.deepEqual([await hold.release({}), await hold.giveUp({})], [0, 0]);
    assert.deepEqual((await one()).dueAt, START);
  });
});
