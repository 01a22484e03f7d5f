import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { ReportPurchase } from '../../../src/application/reports/report-purchase.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import type { Partly } from '../../../src/domain/invoice/partly.ts';
import { salesThatCount } from '../../../src/domain/reports/reported-sale.ts';
import type { StatedSale } from '../../../src/domain/vocabulary/stated-sale.ts';
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

type Name = 'A' | 'B' | 'C';
interface Act {
  readonly does: 'check' | 'withdraw';
  readonly of: Name;
}

/** Each order of the checks of three invoices of one number, and of withdrawals, each after its own check. */
const COURSES = ((): readonly (readonly Act[])[] => {
  const next = (course: readonly Act[]): readonly (readonly Act[])[] => {
    const has = (does: Act['does'], of: Name) => course.some((one) => one.does === does && one.of === of);
    const acts = (['A', 'B', 'C'] as const).flatMap((of, at, names): readonly Act[] => {
      if (has('check', of)) return has('withdraw', of) ? [] : [{ does: 'withdraw', of }];
      // The names are those of the order of the checks.
      return names.slice(0, at).every((one) => has('check', one)) ? [{ does: 'check', of }] : [];
    });
    return [course, ...acts.flatMap((act) => next([...course, act]))];
  };
  return next([]);
})();

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
    const countedSales = async () => {
      const rows = await Promise.all((await reports()).map(({ id }) => stores.reports.salesOf(id)));
      return Promise.all(
        salesThatCount(rows.flat()).map(async ({ invoiceId, sealedSale }) => ({
          invoiceId,
          entries: (JSON.parse(await world.content.openText('acme', sealedSale)) as StatedSale).entries
            .map((entry) => ('xml' in entry ? String(entry.xml) : ''))
            .join(''),
        })),
      );
    };
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
      assert.equal((await countedSales()).length, 1, report!.id);
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

    it('of one number count once if one of them is valid, in whatever order they are checked and withdrawn', async () => {
      for (const [index, course] of COURSES.entries()) {
        const [number, ids] = [`RE-${index}`, { A: anId(), B: anId(), C: anId() }];
        for (const { does, of } of course)
          await (does === 'check' ? state(ids[of], { number }) : purchases.withdraw({ id: ids[of] }));
        const isWithdrawn = (of: Name) => course.some((one) => one.does === 'withdraw' && one.of === of);
        const valid = course.filter((one) => one.does === 'check' && !isWithdrawn(one.of));
        // Another check of the first one that is valid changes nothing.
        const first = valid[0] && ids[valid[0].of];
        if (first) await state(first, { number });
        const counted = (await countedSales()).filter(({ entries }) => numbersIn(entries).includes(number));
        assert.deepEqual(
          counted.map(({ invoiceId }) => invoiceId),
          first ? [first] : [],
          course.map(({ does, of }) => `${does} ${of}`).join(', '),
        );
      }
    });

    it('that wait for the withdrawal of another one, and are withdrawn themselves, send no report', async () => {
      const [first, second] = [anId(), anId()];
      await state(first);
      const [report] = await reports();
      await world.accept(report!.id);
      await state(second);
      await purchases.withdraw({ id: second });
      const { documentsMade, dueAt } = await world.run(report!.id);
      assert.deepEqual([documentsMade, dueAt], [1, null]);
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
const aDay = (): string => {
  days += 1;
  return new Date(Date.UTC(2027, 3, 1) + days * 11 * 86_400_000).toISOString().slice(0, 10);
};
survivesDeaths('a purchase whose check dies', 'is reported once', async (stores, mortal, at) => {
  const world = new ReportWorld(stores);
  world.defaults = { ...OWN, purchases: 'eu' };
  const issueDate = aDay();
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

survivesDeaths(
  'a purchase behind a rejected one of its number',
  'is reported',
  async (stores, mortal, at) => {
    const world = new ReportWorld(stores);
    world.defaults = { ...OWN, purchases: 'eu' };
    const edit = { issueDate: aDay() };
    const [first, second] = [anId(), anId()].map((id) => ({ id, client: 'acme' }));
    await world.purchases().state(first!, read({ ...edit, process: 'M1' }));
    const mortals = world.purchases({ ...stores, reports: mortal.wrap(stores.reports) });
    const live = async (purchases: ReportPurchase) => {
      await purchases.state(second!, read(edit));
      await purchases.withdraw(first!);
    };
    await live(mortals).catch(() => undefined);
    world.clock.advance(3_600_000);
    // The check and the message are taken again.
    await live(world.purchases());
    const [sale, ...more] = await stores.reports.salesOfInvoice(second!.id);
    assert.deepEqual(more, [], at);
    const ended = await world.accept(sale!.reportId);
    assert.deepEqual([ended.state, numbersIn(world.platform.reports.at(-1))], ['accepted', ['RE-1']], at);
  },
);
