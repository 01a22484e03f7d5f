import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { STATUS_INQUIRY } from '../../../src/domain/routes/route-caps.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { HoldUnsent } from '../../../src/application/operation/hold-unsent.ts';
import { RESTORED } from '../../../src/domain/lifecycle/wait.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { aClient } from '../../contract/client-store.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { after, anIntake, START } from '../../support/records.ts';

describe('invoices of a restored store', () => {
  const open = () => {
    const clock = new FakeClock(START);
    const { invoices, clients } = memoryStores();
    const hold = new HoldUnsent({
      invoices,
      clock,
      ids: new FakeIds(),
      reportWriter: JSON_REPORT_WRITER,
      clients,
      routes: profileOf,
    });
    const takeIn = async (own: Partial<InvoiceRecord>) => {
      const intake = anIntake({ route: 'PEPPOL', ...own });
      await invoices.takeIn(intake);
      return async () => (await invoices.find(intake.record.id))!;
    };
    return { clock, invoices, clients, hold, takeIn };
  };
  const openRows = ({ care }: InvoiceRecord) =>
    care.filter(({ handledAt }) => !handledAt).map(({ code, whoActs }) => `${code} ${whoActs}`);

  it('are put on hold if the lost store may have sent them; others continue', async () => {
    const { hold, takeIn } = open();
    const unsent = await Promise.all(
      (['received', 'queued', 'validated', 'submitting'] as const).map((state) => takeIn({ state })),
    );
    const sent = await takeIn({ state: 'submitted', dueAt: after(1000) });
    const german = await takeIn({ route: 'DE-XRECHNUNG' });
    assert.equal(await hold.hold(START), 4);
    for (const one of unsent) {
      const record = await one();
      assert.equal(record.dueAt, null);
      assert.deepEqual(openRows(record), [`${RESTORED} us`]);
    }
    assert.deepEqual((await sent()).dueAt, after(1000));
    assert.deepEqual((await german()).dueAt, START);
    assert.equal(await hold.hold(START), 0, 'a repeat holds no further invoice');
  });

  it('continue from their state after the operator reports that the route does not have them', async () => {
    const { clock, hold, takeIn } = open();
    const peppol = await takeIn({ state: 'submitting', work: STATUS_INQUIRY });
    const polish = await takeIn({ route: 'PL-KSEF' });
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
    assert.equal(await hold.release({ id: released.id }), 0, 'other invoices do not change');
  });

  it('end without a second send after the operator reports that the route has them, and keep their document', async () => {
    const { hold, takeIn } = open();
    const all = await Promise.all(
      (['received', 'queued', 'validated', 'submitting'] as const).map((state) => takeIn({ state })),
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

  describe('that are mailed', () => {
    const mailed = {
      route: 'DE-XRECHNUNG',
      state: 'ready',
      work: 'send',
      sealedAddressee: 'sealed',
    } as const;

    it('are put on hold if a mail was due; documents that are only picked up continue', async () => {
      const { hold, takeIn } = open();
      const due = await takeIn(mailed);
      const sent = await takeIn({ ...mailed, dueAt: null });
      const picked = await takeIn({ route: 'DE-XRECHNUNG', state: 'ready', dueAt: null });
      assert.equal(await hold.hold(START), 1);
      const record = await due();
      assert.deepEqual([record.state, record.dueAt, openRows(record)], ['ready', null, [`${RESTORED} us`]]);
      assert.deepEqual(withEnglish([(await sent()).care, (await picked()).care]), [[], []]);
      assert.equal(await hold.hold(START), 0);
    });

    it('are put on hold before their check, if the client may have had them mailed', async () => {
      const { clients, hold, takeIn } = open();
      const one = await takeIn({ route: 'DE-XRECHNUNG' });
      const { client } = await one();
      await clients.replace(aClient(client, { sealedSettings: 'sealed' }));
      assert.equal(await hold.hold(START), 1);
      assert.equal((await one()).dueAt, null);
    });

    it('are mailed after a release, alone or with their route', async () => {
      const { clock, hold, takeIn } = open();
      const [one, other] = [await takeIn(mailed), await takeIn(mailed)];
      await hold.hold(START);
      clock.advance(5000);
      assert.equal(await hold.release({ id: (await one()).id }), 1);
      assert.deepEqual((await one()).dueAt, after(5000));
      assert.equal(await hold.release({ route: 'PEPPOL' }), 0);
      assert.equal(await hold.release({ route: 'DE-XRECHNUNG' }), 1);
      assert.deepEqual((await other()).dueAt, after(5000));
    });

    it('stay ready and are not mailed after they are given up', async () => {
      const { hold, takeIn } = open();
      const one = await takeIn(mailed);
      await hold.hold(START);
      assert.equal(await hold.giveUp({}), 1);
      const record = await one();
      assert.deepEqual([record.state, record.dueAt, openRows(record)], ['ready', null, []]);
    });
  });

  it('do not change if they are not on hold', async () => {
    const { hold, takeIn } = open();
    const one = await takeIn({});
    assert.deepEqual([await hold.release({}), await hold.giveUp({})], [0, 0]);
    assert.deepEqual((await one()).dueAt, START);
  });
});
