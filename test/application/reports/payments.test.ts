import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Stores } from '../../../src/ports/stores.ts';
import { abroad, OWN, saleOf, toConsumer } from '../../domain/routes/fr-pa/reports/samples.ts';
import { type Edit, set } from '../../domain/sample.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { newSqliteStores } from '../../support/open-stores.ts';
import { hex } from '../../support/records.ts';
import { survivesDeaths } from '../statuses/deaths.ts';
import { ReportWorld } from './world.ts';

type Opened = Stores & { close?(): Promise<void> };

/** Type of the report, and its payments: day, amount. */
const facts = (xml: string) => [
  /<TypeCode>(IN|RE)</.exec(xml)?.[1],
  ...[...xml.matchAll(/<Payment><Date>(\d+)<.*?<Amount>([^<]+)</g)]
    .map(([, day, amount]) => `${day} ${amount}`)
    .sort(),
];
const services = set('lines[0].item_kind', 'services');
const TILL = { day: '2027-03-02', category: 'services', isPaid: true };

async function paymentsReport(world: ReportWorld): Promise<string> {
  const { rows: reports } = await world.list();
  return reports.find(({ part, firstDay }) => part === 'payments' && firstDay === '2027-03-01')!.id;
}

const paymentsOf = (world: ReportWorld) =>
  world.platform.reports.filter((xml) => xml.includes('<PaymentsReport>')).map(facts);

function describesPayments(where: string, open: () => Promise<Opened>): void {
  describe(`a payment that was reported, ${where}`, () => {
    let stores: Opened;
    let world: ReportWorld;
    beforeEach(async () => {
      stores = await open();
      world = new ReportWorld(stores);
      world.clock.advance(45 * 86_400_000);
    });
    afterEach(() => stores.close?.());

    const reported = (...edits: readonly Edit[]) => world.reported(saleOf(...edits));
    const accept = async () => world.accept(await paymentsReport(world));

    it('of a till is replaced with its sale', async () => {
      const { id } = await world.state(TILL);
      await accept();
      await world.state({ ...TILL, replaces: id, net: '60.00', vat: '12.00' });
      await accept();
      assert.deepEqual(paymentsOf(world), [
        ['IN', '20270302 120.00'],
        ['RE', '20270302 72.00'],
      ]);
    });

    it('of a till is withdrawn with its sale, and stated again', async () => {
      const { id } = await world.state(TILL);
      await world.state({ ...TILL, day: '2027-03-12', net: '10.00', vat: '2.00' });
      await accept();
      const withdrawn = await world.state({ ...TILL, isPaid: false, replaces: id, net: '0.00', vat: '0.00' });
      await accept();
      await world.state({ ...TILL, replaces: withdrawn.id, net: '50.00', vat: '10.00' });
      await accept();
      assert.deepEqual(paymentsOf(world), [
        ['IN', '20270302 120.00', '20270312 12.00'],
        ['RE', '20270312 12.00'],
        ['RE', '20270302 60.00', '20270312 12.00'],
      ]);
    });

    it('of a till that is paid back is taken off its period', async () => {
      await world.state(TILL);
      await accept();
      await world.state({ ...TILL, day: '2027-03-20', net: '-25.00', vat: '-5.00' });
      await accept();
      assert.deepEqual(paymentsOf(world).at(-1), ['RE', '20270302 90.00']);
      await assert.rejects(
        world.state({ ...TILL, day: '2027-03-21', net: '-90.00', vat: '-18.00' }),
        /bad-request/,
      );
    });

    it('of an invoice is taken back from the days on which it came in, the latest first', async () => {
      const id = await reported(abroad, services);
      await world.pay(id, '2027-03-02', { 20: '10.00' });
      await world.pay(id, '2027-03-04', { 20: '14.00' });
      await accept();
      await world.pay(id, '2027-04-02', { 20: '-16.00' });
      await accept();
      assert.deepEqual(paymentsOf(world), [
        ['IN', '20270302 10.00', '20270304 14.00'],
        ['RE', '20270302 8.00'],
      ]);
      await assert.rejects(world.pay(id, '2027-04-03', { 20: '-8.01' }), /status-not-supported/);
      await world.pay(id, '2027-04-03', { 20: '-8.00' });
      await accept();
      assert.deepEqual(paymentsOf(world).at(-1), ['RE']);
      const { rows: reports } = await world.list();
      assert.deepEqual(
        reports.map(({ part, firstDay }) => [part, firstDay]),
        [['payments', '2027-03-01']],
      );
    });

    it('of an invoice is taken back from several periods by one call', async () => {
      const id = await reported(toConsumer, services);
      await world.pay(id, '2027-02-20', { 20: '10.00' });
      await world.pay(id, '2027-03-04', { 20: '14.00' });
      await accept();
      const claim = hex(16);
      await world.pay(id, '2027-04-02', { 20: '-20.00' }, claim);
      await world.pay(id, '2027-04-02', { 20: '-20.00' }, claim);
      await accept();
      assert.deepEqual(paymentsOf(world).at(-1), ['RE']);
      const { rows: reports } = await world.list();
      const february = reports.find(({ firstDay }) => firstDay === '2027-02-01')!;
      await world.accept(february.id);
      assert.deepEqual(paymentsOf(world).at(-1), ['IN', '20270220 4.00']);
    });

    it('is at most what is owed, also by calls at one moment', async () => {
      const id = await reported(abroad, services);
      await Promise.all(
        ['9.00', '9.00', '9.00'].map((amount) => world.pay(id, '2027-03-02', { 20: amount })),
      );
      await accept();
      assert.deepEqual(paymentsOf(world), [['IN', '20270302 24.00']]);
      // Which of the calls comes last is open.
      const events = (await stores.eventFeed.events(id)).map(({ text }) => withEnglish(JSON.parse(text)));
      assert.match(JSON.stringify(events), /the part of the payment that is owed for services/);
    });

    it('is the same one however often its call comes', async () => {
      const id = await reported(abroad, services);
      const claim = hex(16);
      for (let calls = 0; calls < 3; calls += 1) await world.pay(id, '2027-03-02', { 20: '9.00' }, claim);
      await accept();
      assert.deepEqual(paymentsOf(world), [['IN', '20270302 9.00']]);
      assert.equal((await stores.reports.salesOfInvoice(id)).length, 1);
    });
  });
}

describe('on a disk', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  describesPayments('on SQLite', () => newSqliteStores(join(folder.path, `${hex(8)}.db`)));
});
describeOnMongo('on a server', (url) => describesPayments('on MongoDB', () => emptyMongoStores(url)));

let months = 0;
/** Another month for each death: their reports share a store. */
const nextMonth = (): string => {
  months += 1;
  return new Date(Date.UTC(2027, 4 + months, 1)).toISOString().slice(0, 7);
};
const FAR_AHEAD_MS = 40 * 365 * 86_400_000;

const reportOf = async (world: ReportWorld, month: string) =>
  (await world.list()).rows.find(({ part, firstDay }) => part === 'payments' && firstDay === `${month}-01`)!
    .id;

survivesDeaths('a till that corrects its money and dies', 'states it once', async (stores, mortal, at) => {
  const world = new ReportWorld(stores);
  world.clock.advance(FAR_AHEAD_MS);
  const till = { ...TILL, day: `${nextMonth()}-02` };
  const { id } = await world.state(till);
  const payments = await reportOf(world, till.day.slice(0, 7));
  await world.accept(payments);
  const corrected = { ...till, replaces: id, net: '60.00', vat: '12.00' };
  const mortals = { ...stores, reports: mortal.wrap(stores.reports) };
  await world.state(corrected, at, mortals).catch(() => undefined);
  world.clock.advance(3_600_000);
  await world.state(corrected, at);
  await world.accept(payments);
  assert.equal(paymentsOf(world).at(-1)?.[1]?.slice(9), '72.00', at);
});

survivesDeaths('a refund whose taker dies', 'is taken off once', async (stores, mortal, at) => {
  const world = new ReportWorld(stores);
  world.clock.advance(FAR_AHEAD_MS);
  world.defaults = OWN;
  const [earlier, later] = [nextMonth(), nextMonth()];
  const months = [later, earlier] as const;
  const id = await world.reported(saleOf(abroad, services));
  for (const month of months) await world.pay(id, `${month}-03`, { 20: '10.00' });
  const reports = [await reportOf(world, months[0]), await reportOf(world, months[1])] as const;
  for (const report of reports) await world.accept(report);
  const mortals = { ...stores, reports: mortal.wrap(stores.reports), invoices: mortal.wrap(stores.invoices) };
  await world.pay(id, '2027-03-02', { 20: '-16.00' }, at, mortals).catch(() => undefined);
  world.clock.advance(3_600_000);
  await world.pay(id, '2027-03-02', { 20: '-16.00' }, at);
  for (const report of reports) await world.accept(report);
  assert.deepEqual(
    paymentsOf(world)
      .slice(-2)
      .map(([type, paid = '']) => [type, paid.slice(9)]),
    [
      ['RE', ''],
      ['RE', '4.00'],
    ],
    at,
  );
});
