import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { ReportPurchase } from '../../../src/application/reports/report-purchase.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import type { Partly } from '../../../src/domain/invoice/partly.ts';
import { salesThatCount } from '../../../src/domain/reports/reported-sale.ts';
import { purchaseIn } from '../../../src/domain/routes/purchases.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { A_PURCHASE, type Purchase } from '../../domain/routes/fr-pa/reports/purchases.ts';
import { OWN } from '../../domain/routes/fr-pa/reports/samples.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { hex } from '../../support/records.ts';
import { survivesDeaths } from '../statuses/deaths.ts';
import { ReportWorld } from './world.ts';

const DAY = '2027-03-02';
const read = (edit: Partial<Purchase> = {}) =>
  purchaseIn({ ...A_PURCHASE, issueDate: DAY, ...edit } as Partly<En16931Invoice>);
const anId = () => `rcv_${hex(24)}`;
const numbersIn = (xml: string | undefined) =>
  [...(xml ?? '').matchAll(/<ID>(RE-\w+)</g)].map(([, id]) => id);
const facts = (xml: string) => [
  /<TypeCode>(IN|RE)</.exec(xml)?.[1],
  /<RoleCode>(SE|BY)</.exec(xml)?.[1],
  numbersIn(xml),
];

function describesPurchases(where: string, open: () => Promise<Stores & { close?(): Promise<void> }>) {
  describe(`purchases of a client, ${where}`, () => {
    let stores: Stores & { close?(): Promise<void> };
    let world: ReportWorld;
    let purchases: ReportPurchase;
    beforeEach(async () => {
      stores = await open();
      world = new ReportWorld(stores);
      world.defaults = { ...OWN, purchases: 'eu' };
      purchases = world.purchases();
    });
    afterEach(() => stores.close?.());

    const state = (id: string, edit: Partial<Purchase> = {}) =>
      purchases.state({ id, client: 'acme' }, read(edit));
    const reports = async () => (await world.list()).rows;
    const seen = () => world.platform.reports.map(facts);

    it('go into a report of the buyer, each once; a later one replaces the report', async () => {
      const [remark] = await state(anId());
      const [report] = await reports();
      assert.deepEqual(
        [remark?.code, report?.part, report?.firstDay],
        ['EI-REPORTED', 'purchases', '2027-03-01'],
      );
      assert.match(english(remark?.message ?? ''), new RegExp(report!.id));
      await world.accept(report!.id);
      await state(anId(), { number: 'RE-2' });
      const ended = await world.accept(report!.id);
      assert.deepEqual([ended.state, ended.documentsMade], ['accepted', 2]);
      assert.deepEqual(seen(), [
        ['IN', 'BY', ['RE-1']],
        ['RE', 'BY', ['RE-1', 'RE-2']],
      ]);
    });

    it('are no part of the report of sales', async () => {
      const { reportId } = await world.state();
      await state(anId());
      assert.deepEqual((await reports()).map(({ part }) => part).sort(), ['purchases', 'sales']);
      await world.accept(reportId);
      assert.deepEqual(seen(), [['IN', 'SE', []]]);
    });

    it('are stated once if an invoice comes over two routes, or its check runs again', async () => {
      const first = anId();
      await state(first);
      await state(first);
      const [again] = await state(anId(), { process: 'M1' });
      assert.equal(again?.code, 'EI-REPORTED');
      const [report, ...more] = await reports();
      assert.deepEqual(withEnglish(more), []);
      assert.equal((await stores.reports.salesOf(report!.id)).length, 1);
    });

    it('leave their report by another one if the invoice is rejected, also after a change of the regime', async () => {
      const id = anId();
      await state(id);
      await state(anId(), { number: 'RE-2' });
      const [report] = await reports();
      await world.accept(report!.id);
      world.defaults = { ...OWN, vat_regime: 'quarterly', purchases: 'eu' };
      await purchases.withdraw({ id });
      await purchases.withdraw({ id });
      await world.accept(report!.id);
      assert.deepEqual(seen().at(-1), ['RE', 'BY', ['RE-2']]);
      assert.equal((await reports()).length, 1);
      // The network may let the seller use the number again.
      world.defaults = { ...OWN, purchases: 'eu' };
      await state(anId());
      await world.accept(report!.id);
      assert.deepEqual(seen().at(-1), ['RE', 'BY', ['RE-2', 'RE-1']]);
    });

    it('of one number count once, however many of them were rejected before', async () => {
      const counted = async () => {
        const rows = await Promise.all((await reports()).map(({ id }) => stores.reports.salesOf(id)));
        return salesThatCount(rows.flat()).map(({ invoiceId }) => invoiceId);
      };
      const ids = [anId(), anId(), anId(), anId()];
      for (const id of ids.slice(0, 3)) {
        await state(id);
        await purchases.withdraw({ id });
      }
      const [fourth, overAnotherRoute] = [ids[3]!, anId()];
      for (const id of [fourth, overAnotherRoute, fourth]) await state(id);
      assert.deepEqual(
        (await counted()).filter((id) => id === fourth || id === overAnotherRoute),
        [fourth],
      );
    });

    it('whose invoice was never stated are not withdrawn', async () => {
      await purchases.withdraw({ id: anId() });
      assert.deepEqual(withEnglish(await reports()), []);
    });

    it('that a report cannot state are for people', async () => {
      const [finding] = await state(anId(), { number: 'R.1' });
      assert.deepEqual(
        [finding?.code, finding?.severity, finding?.whoFixes],
        ['EI-PURCHASE-NOT-REPORTED', 'error', 'business'],
      );
      assert.deepEqual(withEnglish(await reports()), []);
    });

    it('are not reported unless the record says so', async () => {
      for (const defaults of [OWN, { ...OWN, reports: 'platform', purchases: 'eu' }, undefined]) {
        world.defaults = defaults;
        assert.deepEqual(withEnglish(await state(anId())), []);
      }
      world.defaults = { ...OWN, purchases: 'eu' };
      assert.deepEqual(
        withEnglish(await state(anId(), { seller: { name: 'A', address: { country: 'CH' } } })),
        [],
      );
      assert.deepEqual(withEnglish(await purchases.state({ id: anId(), client: 'acme' }, undefined)), []);
      assert.deepEqual(withEnglish(await reports()), []);
    });
  });
}

describesPurchases('in memory', async () => memoryStores());
describeOnMongo('on a server', (url) => describesPurchases('on MongoDB', () => emptyMongoStores(url)));

let days = 0;
survivesDeaths('a purchase whose check dies', 'is reported once', async (stores, mortal, at) => {
  const world = new ReportWorld(stores);
  world.defaults = { ...OWN, purchases: 'eu' };
  days += 1;
  const issueDate = new Date(Date.UTC(2027, 3, 1) + days * 11 * 86_400_000).toISOString().slice(0, 10);
  const record = { id: anId(), client: 'acme' };
  const mortals = { ...stores, reports: mortal.wrap(stores.reports) };
  await world
    .purchases(mortals)
    .state(record, read({ issueDate }))
    .catch(() => undefined);
  world.clock.advance(3_600_000);
  // The check runs again.
  await world.purchases().state(record, read({ issueDate }));
  const [sale, ...more] = await stores.reports.salesOfInvoice(record.id);
  assert.deepEqual(more, [], at);
  const ended = await world.accept(sale!.reportId);
  assert.deepEqual([ended.state, numbersIn(world.platform.reports.at(-1))], ['accepted', ['RE-1']], at);
});
