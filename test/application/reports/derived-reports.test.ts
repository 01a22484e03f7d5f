import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { REPORT_REJECTIONS } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { HoldRestoredReports } from '../../../src/application/reports/hold-restored.ts';
import type { StatedSale } from '../../../src/domain/vocabulary/stated-sale.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { abroad, saleOf, toConsumer, written } from '../../domain/routes/fr-pa/reports/samples.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { START } from '../../support/records.ts';
import { ReportWorld } from './world.ts';

const CONSUMER = saleOf(toConsumer);
const ABROAD = saleOf(abroad);
/** The platform's report of these sales. */
const reportOf = (id: string, ...sales: readonly StatedSale[]): string =>
  written(
    sales.flatMap(({ entries }) => entries),
    { id, isReplacement: id !== 'PA-1' },
  );

function describesDerivedReports(where: string, open: () => Promise<Stores & { close?(): Promise<void> }>) {
  describe(`a report that the platform derives from our invoices, ${where}`, () => {
    let stores: Stores & { close?(): Promise<void> };
    let world: ReportWorld;
    beforeEach(async () => {
      stores = await open();
      world = new ReportWorld(stores);
    });
    afterEach(() => stores.close?.());

    const find = async (id: string) => (await stores.reports.find(id))!;
    const openCodes = async (id: string) =>
      (await find(id)).care.filter(({ handledAt }) => !handledAt).map(({ code }) => code);
    /** The platform's report arrives, and is compared. */
    const compared = async (id: string, xml: string) => {
      await world.derived(xml);
      await world.processor().run({ lane: 'FR-PA', id });
      return find(id);
    };

    it('is kept with the verdict on it, and never sent by the service', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      assert.equal(await world.derive(ABROAD, 'delivered'), id);
      const report = await compared(id, reportOf('PA-1', CONSUMER, ABROAD));
      assert.deepEqual(withEnglish([report.state, report.dueAt, report.errors]), ['submitted', null, []]);
      await world.verdict(id);
      const ended = await world.run(id);
      assert.deepEqual([ended.state, await openCodes(id)], ['accepted', []]);
      const kinds = ended.documents.map(({ kind }) => kind);
      assert.deepEqual(kinds, ['tax-report-1', 'tax-report-1-answer']);
      assert.deepEqual(world.platform.reports, []);
    });

    it('that lacks a sale is on the care list until the platform replaces it, also if it was accepted', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      await world.derive(ABROAD, 'accepted');
      const report = await compared(id, reportOf('PA-1', CONSUMER));
      assert.deepEqual(await openCodes(id), ['EI-REPORT-DIFFERS']);
      assert.match(
        english(report.errors[0]?.message ?? ''),
        /reports 1 sales, .*; the invoices that it took have 2 sales/,
      );
      await world.verdict(id);
      await world.run(id);
      assert.deepEqual(await openCodes(id), ['EI-REPORT-DIFFERS']);
      await compared(id, reportOf('PA-2', CONSUMER, ABROAD));
      assert.deepEqual(await openCodes(id), []);
    });

    for (const [member, amounts] of [
      ['TaxExclusiveAmount', ['19.99', '20.01']],
      ['TaxTotal', ['3.99', '4.01']],
      ['TransactionsCount', ['0', '2']],
    ] as const)
      it(`that states another ${member} is on the care list, be it less or more`, async () => {
        const id = await world.derive(CONSUMER, 'accepted');
        for (const amount of amounts) {
          const stated = reportOf(`PA-${amount}`, CONSUMER).replace(
            new RegExp(`<${member}>[^<]*`),
            `<${member}>${amount}`,
          );
          await compared(id, stated);
          assert.deepEqual(await openCodes(id), ['EI-REPORT-DIFFERS'], amount);
        }
      });

    it('that the administration refuses names the reason', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      await compared(id, reportOf('PA-1', CONSUMER));
      await world.verdict(id, REPORT_REJECTIONS.get('REJ_SEMAN'));
      const refused = await world.run(id);
      assert.deepEqual([refused.state, refused.errors.map(({ code }) => code)], ['rejected', ['REJ_SEMAN']]);
      assert.deepEqual(await openCodes(id), ['REJ_SEMAN']);
    });

    it('does not count an invoice that was refused or cancelled', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      await world.derive(ABROAD, 'rejected');
      await world.derive(ABROAD, 'cancelled');
      await compared(id, reportOf('PA-1', CONSUMER));
      assert.deepEqual(await openCodes(id), []);
    });

    it('is compared again a day later while an invoice is on its way', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      await world.derive(ABROAD, 'submitting', 'inv_late');
      await world.derive(CONSUMER, 'accepted');
      const report = await compared(id, reportOf('PA-1', CONSUMER, ABROAD, CONSUMER));
      assert.deepEqual(await openCodes(id), ['EI-REPORT-DIFFERS']);
      assert.ok(report.dueAt);
      world.invoices.set('inv_late', { ...world.invoices.get('inv_late')!, state: 'accepted' });
      world.clock.advance(report.dueAt.getTime() - world.clock.now().getTime());
      await world.processor().run({ lane: 'FR-PA', id });
      assert.deepEqual([await openCodes(id), (await find(id)).dueAt], [[], null]);
    });

    it('changes nothing if it comes again, or states sales of no client here', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      await compared(id, reportOf('PA-1', CONSUMER));
      const once = await find(id);
      await world.derived(reportOf('PA-1', CONSUMER));
      await world.derived(written(CONSUMER.entries, { period: { first: '2026-11-01', last: '2026-11-10' } }));
      assert.deepEqual(withEnglish(await find(id)), withEnglish(once));
      assert.equal((await world.list()).rows.length, 1);
    });

    it('is not held after a restore, and is warned of before its deadline', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      const held = new HoldRestoredReports({ reports: stores.reports, clock: world.clock });
      world.clock.advance((await find(id)).deadlineAt.getTime() - world.clock.now().getTime() - 3_600_000);
      assert.equal(await held.hold(START), 0);
      await world.warn();
      assert.deepEqual(await openCodes(id), ['EI-REPORT-DUE']);
    });

    it('is another record than a report of ours for the same period: the way of a client may change', async () => {
      const id = await world.derive(CONSUMER, 'accepted');
      const [entry] = CONSUMER.entries;
      world.clock.advance(new Date('2026-10-20').getTime() - world.clock.now().getTime());
      const { reportId } = await world.state({ day: entry?.day });
      assert.notEqual(reportId, id);
      const [own, derived] = [await find(reportId), await find(id)];
      assert.deepEqual([own.firstDay, own.isDerived], [derived.firstDay, undefined]);
    });
  });
}

describesDerivedReports('in memory', async () => memoryStores());
describeOnMongo('on a server', (url) => describesDerivedReports('on MongoDB', () => emptyMongoStores(url)));
