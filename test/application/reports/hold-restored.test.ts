import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { REPORT_REJECTIONS } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { HoldRestoredReports } from '../../../src/application/reports/hold-restored.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { newSqliteStores } from '../../support/open-stores.ts';
import { START } from '../../support/records.ts';
import { ReportWorld } from './world.ts';

const types = ({ platform }: ReportWorld): readonly unknown[] =>
  platform.reports.map((xml) => /<TypeCode>(\w+)</.exec(xml)?.[1]);

function describesARestore(where: string, open: () => Promise<Stores & { close?(): Promise<void> }>): void {
  describe(`tax reports of a restored store, ${where}`, () => {
    let stores: Stores & { close?(): Promise<void> };
    let world: ReportWorld;
    beforeEach(async () => {
      stores = await open();
      world = new ReportWorld(stores);
    });
    afterEach(() => stores.close?.());

    const restored = () => new HoldRestoredReports({ reports: stores.reports, clock: world.clock });
    const find = async (id: string) => (await stores.reports.find(id))!;
    const openCodes = async (id: string) =>
      (await find(id)).care.filter(({ handledAt }) => !handledAt).map(({ code }) => code);
    /** The time of the report has come: the lost store may have sent it. */
    const stateDue = async (): Promise<string> => {
      const { reportId } = await world.state();
      const { sendAt } = await find(reportId);
      world.clock.advance(Math.max(0, sendAt.getTime() - world.clock.now().getTime()) + 1);
      return reportId;
    };

    it('are not sent, and wait on the care list, also if a sale comes or the row is marked handled', async () => {
      const id = await stateDue();
      assert.equal(await restored().hold(START), 1);
      assert.equal(await restored().hold(START), 0, 'a repeat holds no further report');
      assert.deepEqual(await openCodes(id), ['EI-RESTORED']);
      const record = await find(id);
      const care = record.care.map((row) => ({ ...row, handledAt: START }));
      const handled = { ...record, care, version: record.version + 1 };
      await stores.reports.commit({ record: handled, events: [], audit: [], files: [] });
      await world.state({ net: '50.00', vat: '10.00' });
      const waiting = await world.run(id);
      assert.deepEqual([waiting.state, waiting.dueAt, types(world)], ['queued', null, []]);
    });

    it('are first ones if the platform does not have them', async () => {
      const id = await stateDue();
      await restored().hold(START);
      assert.equal(await restored().release({ id }), 1);
      assert.equal((await world.accept(id)).state, 'accepted');
      assert.deepEqual([types(world), await openCodes(id)], [['IN'], []]);
    });

    it('are replaced if the platform has them, whatever their state was', async () => {
      const collecting = await stateDue();
      const { reportId: called } = await world.state({ day: '2027-02-02' });
      world.platform.faults.push('lost-before');
      await world.run(called, 1);
      assert.equal((await find(called)).state, 'submitting');
      assert.equal(await restored().hold(START), 2);
      assert.equal(await restored().replace({ id: collecting }), 1);
      assert.equal((await world.accept(collecting)).state, 'accepted');
      assert.equal(await restored().replace({ route: 'FR-PA' }), 1);
      assert.equal((await world.accept(called)).state, 'accepted');
      assert.deepEqual([types(world), await openCodes(called)], [['RE', 'RE'], []]);
    });

    it('that the platform had are followed; if refused, a correction waits for the operator', async () => {
      const id = await stateDue();
      assert.equal((await world.run(id)).state, 'submitted');
      assert.equal(await restored().hold(START), 1);
      await world.verdict(id, REPORT_REJECTIONS.get('REJ_SEMAN'));
      await world.state({ net: '50.00', vat: '10.00' });
      assert.equal((await world.run(id)).state, 'rejected');
      assert.deepEqual(types(world), ['IN']);
      await restored().replace({});
      assert.equal((await world.accept(id)).state, 'accepted');
      assert.deepEqual(types(world), ['IN', 'RE']);
    });

    it('that the administration accepts are no longer held', async () => {
      const id = await stateDue();
      await world.run(id);
      await restored().hold(START);
      const ended = await world.accept(id);
      assert.deepEqual([ended.state, ended.heldSince, await openCodes(id)], ['accepted', undefined, []]);
    });

    it('whose first sale the backup does not have wait, too: the lost store may have sent them', async () => {
      await restored().hold(START);
      world.clock.advance(1);
      const { reportId: id } = await world.state({ day: '2027-02-02' });
      const waiting = await world.run(id);
      assert.deepEqual([waiting.state, waiting.dueAt, types(world)], ['queued', null, []]);
      assert.deepEqual(await openCodes(id), ['EI-RESTORED']);
      await world.warn();
      const due = (await find(id)).care.find(({ code }) => code === 'EI-REPORT-DUE');
      assert.match(english(due?.fixHint ?? ''), /EI-RESTORED/);
      assert.equal(await restored().release({ id }), 1);
      await world.accept(id);
      const { reportId: other } = await world.state({ day: '2027-01-02' });
      assert.equal(await restored().replace({ id: other }), 1);
      await world.accept(other);
      assert.deepEqual(types(world), ['IN', 'RE']);
    });

    it('whose first sale the backup does not have go on if their time comes after the restore', async () => {
      await restored().hold(START);
      const day = world.clock.now().toISOString().slice(0, 10);
      const { reportId } = await world.state({ day });
      assert.equal((await world.accept(reportId)).state, 'accepted');
      assert.deepEqual(types(world), ['IN']);
    });

    it('whose time has not come go on: the lost store has not sent them', async () => {
      const day = world.clock.now().toISOString().slice(0, 10);
      const { reportId } = await world.state({ day });
      assert.equal(await restored().hold(START), 0);
      assert.equal((await world.accept(reportId)).state, 'accepted');
      assert.deepEqual(types(world), ['IN']);
    });
  });
}

describe('on a disk', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  let stores = 0;
  describesARestore('on SQLite', () => newSqliteStores(join(folder.path, `${(stores += 1)}.db`)));
});
describeOnMongo('on a server', (url) => describesARestore('on MongoDB', () => emptyMongoStores(url)));
