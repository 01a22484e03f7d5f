import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import {
  PLATFORM_STATUSES as fr,
  REPORT_REJECTIONS,
} from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { abroad, saleOf } from '../../domain/routes/fr-pa/reports/samples.ts';
import { set } from '../../domain/sample.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { survivesDeaths } from '../statuses/deaths.ts';
import { ReportWorld } from './world.ts';

const typeOf = (xml: string | undefined): string | undefined => /<TypeCode>(\w+)</.exec(xml ?? '')?.[1];
const netOf = (xml: string | undefined): string | undefined =>
  /<TaxExclusiveAmount>([^<]+)</.exec(xml ?? '')?.[1];
const DAY_MS = 86_400_000;
const FAR_AHEAD_MS = 40 * 365 * DAY_MS;

describe('the report of a period', () => {
  let world: ReportWorld;
  beforeEach(() => {
    world = new ReportWorld(memoryStores());
  });
  const seen = () => world.platform.reports.map((xml) => [typeOf(xml), netOf(xml)]);
  const statuses = async (id: string): Promise<readonly unknown[]> =>
    (await world.stores.eventFeed.events(id)).map(
      ({ text }) => (JSON.parse(text) as { status: string }).status,
    );

  it('collects what is stated until its time, and is sent once', async () => {
    const { reportId } = await world.state();
    await world.state({ day: '2027-03-02', net: '50.00', vat: '10.00' });
    const waiting = (await world.stores.reports.find(reportId))!;
    assert.deepEqual([waiting.state, waiting.dueAt], ['queued', waiting.sendAt]);
    const sent = await world.run(reportId);
    assert.deepEqual([sent.state, sent.salesStated], ['submitted', 2]);
    assert.deepEqual(seen(), [['IN', '150.00']]);
    await world.verdict(reportId);
    const ended = await world.run(reportId);
    assert.deepEqual([ended.state, ended.dueAt], ['accepted', null]);
    assert.deepEqual(
      ended.documents.map(({ kind }) => kind),
      ['tax-report-1', 'tax-report-1-answer'],
    );
    assert.deepEqual(await statuses(reportId), ['submitted', 'accepted']);
    assert.deepEqual(
      [...world.platform.held.values()].map(({ times }) => times),
      [1],
    );
  });

  it('takes a repeated statement once', async () => {
    const first = await world.state({}, 'claim');
    assert.deepEqual(await world.state({}, 'claim'), first);
    await world.accept(first.reportId);
    assert.deepEqual(seen(), [['IN', '100.00']]);
  });

  it('is replaced in full by another, if a sale comes after it', async () => {
    const { reportId } = await world.state();
    await world.accept(reportId);
    await world.state({ day: '2027-03-03', net: '50.00', vat: '10.00' });
    const ended = await world.accept(reportId);
    assert.deepEqual([ended.state, ended.documentsMade], ['accepted', 2]);
    assert.deepEqual(
      seen().map(([type]) => type),
      ['IN', 'RE'],
    );
    assert.equal(world.platform.reports[1]?.split('<Transactions>').length, 3);
  });

  it('is replaced without a sale that was withdrawn', async () => {
    const { id, reportId } = await world.state();
    await world.accept(reportId);
    await world.state({ replaces: id, net: '60.00', vat: '12.00' });
    await world.accept(reportId);
    assert.deepEqual(seen(), [
      ['IN', '100.00'],
      ['RE', '60.00'],
    ]);
    await assert.rejects(world.state({ replaces: id }), /bad-request/);
  });

  it('that was refused is sent again as a first one, once a sale is corrected', async () => {
    const { id, reportId } = await world.state();
    await world.run(reportId);
    await world.verdict(reportId, REPORT_REJECTIONS.get('REJ_SEMAN'));
    const refused = await world.run(reportId);
    assert.deepEqual([refused.state, refused.dueAt], ['rejected', null]);
    const [{ message, fixHint } = { message: '' }] = refused.errors;
    assert.deepEqual(withEnglish([message, /invoice/.test(english(fixHint ?? 'invoice'))]), [
      'A field of the report is invalid.',
      false,
    ]);
    assert.deepEqual(
      refused.care.map(({ code, handledAt }) => [code, handledAt]),
      [['REJ_SEMAN', undefined]],
    );
    assert.deepEqual(world.telemetry.care, ['REJ_SEMAN us']);
    await world.state({ replaces: id, net: '60.00', vat: '12.00' });
    const ended = await world.accept(reportId);
    assert.equal(ended.state, 'accepted');
    assert.ok(ended.care.every(({ handledAt }) => handledAt !== undefined));
    assert.deepEqual(seen(), [
      ['IN', '100.00'],
      ['IN', '60.00'],
    ]);
  });

  it('leaves out a sale whose invoice another route has rejected', async () => {
    const sale = saleOf(
      abroad,
      set('invoice.issue_date', '2027-03-02'),
      set('invoice.due_date', '2027-04-02'),
    );
    const reportId = await world.beside(sale, 'delivered', 'inv_1');
    await world.beside(sale, 'rejected', 'inv_2');
    await world.beside(sale, 'delivered', 'inv_1');
    await world.accept(reportId);
    assert.equal(world.platform.reports[0]?.split('<Invoice>').length, 2);
    assert.equal((await world.stores.reports.salesOf(reportId)).length, 2);
  });

  it('has a verdict once, however often the message comes', async () => {
    const { reportId } = await world.state();
    await world.run(reportId);
    assert.equal(await world.verdict(reportId), 'taken');
    assert.equal(await world.verdict(reportId), 'known');
    assert.deepEqual(await statuses(reportId), ['submitted', 'accepted']);
  });

  it('is not lost and not sent twice if an answer is lost', async () => {
    for (const fault of ['lost-behind', 'lost-before', 'not-taken'] as const) {
      world = new ReportWorld(memoryStores());
      world.platform.faults.push(fault);
      const { reportId } = await world.state();
      assert.equal((await world.accept(reportId)).state, 'accepted');
      assert.deepEqual(
        [...world.platform.held.values()].map(({ times }) => times),
        [1],
        fault,
      );
    }
  });

  it('goes on after an outage of days, with a care row meanwhile', async () => {
    const { reportId } = await world.state();
    world.platform.faults.push(...Array.from({ length: 14 }, () => 'not-taken' as const));
    await world.run(reportId, 8);
    const waiting = (await world.stores.reports.find(reportId))!;
    assert.deepEqual([waiting.state, waiting.care[0]?.code], ['queued', 'EI-ROUTE-UNAVAILABLE']);
    assert.deepEqual(world.telemetry.care, ['EI-ROUTE-UNAVAILABLE route']);
    const ended = await world.accept(reportId);
    assert.deepEqual([ended.state, ended.care.some(({ handledAt }) => !handledAt)], ['accepted', false]);
  });

  it('waits for a platform that takes it, and says what to ask', async () => {
    world.platform.sender = fr.noReportSender;
    const { reportId } = await world.state();
    const waiting = await world.run(reportId, 3);
    assert.deepEqual([waiting.state, waiting.care[0]?.code], ['queued', 'EI-FR-REPORT-PLATFORM']);
    assert.match(english(waiting.errors[0]?.fixHint ?? ''), /Ask the platform/);
    world.platform.sender = { id: '9999', name: 'Plateforme' };
    assert.equal((await world.accept(reportId)).state, 'accepted');
  });

  it('is on the care list two days before its deadline if it is not accepted, once', async () => {
    const { reportId } = await world.state();
    await world.run(reportId);
    await world.warn();
    assert.deepEqual(withEnglish((await world.stores.reports.find(reportId))!.care), []);
    const { deadlineAt } = (await world.stores.reports.find(reportId))!;
    // The end of the 20th in Paris, which is in winter time.
    assert.equal(deadlineAt.toISOString(), '2027-03-20T22:59:59.999Z');
    world.clock.advance(deadlineAt.getTime() - 2 * DAY_MS - world.clock.now().getTime());
    await world.warn();
    assert.deepEqual(withEnglish((await world.stores.reports.find(reportId))!.care), []);
    world.clock.advance(1);
    await world.warn();
    await world.warn();
    const [item, ...more] = await world.stores.reports.careList({ status: 'open' });
    assert.deepEqual(withEnglish([item?.id, item?.row.code, more]), [reportId, 'EI-REPORT-DUE', []]);
    assert.deepEqual(world.telemetry.care, ['EI-REPORT-DUE us']);
    await world.verdict(reportId);
    assert.deepEqual(withEnglish(await world.stores.reports.careList({ status: 'open' })), []);
  });

  it('of sales and that of payments are two', async () => {
    await world.state({ category: 'services', isPaid: true });
    const { rows: reports } = await world.list();
    assert.deepEqual(reports.map(({ part, firstDay, lastDay }) => [part, firstDay, lastDay]).sort(), [
      ['payments', '2027-03-01', '2027-03-31'],
      ['sales', '2027-03-01', '2027-03-10'],
    ]);
  });

  it('is not made by the service if its platform derives it, or if it is unknown who makes it', async () => {
    world.defaults = { vat_regime: 'monthly', reports: 'platform' };
    await assert.rejects(world.state(), ({ failure }: { failure: { detail: string } }) =>
      /derives the reports/.test(english(failure.detail)),
    );
    world.defaults = undefined;
    await assert.rejects(world.state(), ({ failure }: { failure: { detail: string } }) =>
      /Ask its platform/.test(english(failure.detail)),
    );
    assert.deepEqual(withEnglish((await world.list()).rows), []);
  });
});

survivesDeaths('a report whose worker dies', 'is with the platform once', async (stores, mortal, at) => {
  const world = new ReportWorld(stores);
  world.clock.advance(FAR_AHEAD_MS);
  const { reportId } = await world.state({ day: dayOf(at) });
  const mortals = { ...stores, reports: mortal.wrap(stores.reports) };
  await world.runWhileAlive(world.processor(mortals, mortal.wrap(world.platform)), mortal, reportId);
  const ended = await world.accept(reportId);
  assert.deepEqual(
    [ended.state, [...world.platform.held.values()].map(({ times }) => times)],
    ['accepted', [1]],
    at,
  );
});

survivesDeaths('a sale whose taker dies', 'is stated once', async (stores, mortal, at) => {
  const world = new ReportWorld(stores);
  world.clock.advance(FAR_AHEAD_MS);
  const day = dayOf(at);
  const first = await world.state({ day });
  await world.accept(first.reportId);
  const mortals = { ...stores, reports: mortal.wrap(stores.reports) };
  await world.state({ day, net: '50.00', vat: '10.00' }, at, mortals).catch(() => undefined);
  world.clock.advance(3_600_000);
  // The caller got no answer, so it repeats the call.
  await world.state({ day, net: '50.00', vat: '10.00' }, at);
  const ended = await world.accept(first.reportId);
  assert.equal(ended.state, 'accepted', at);
  assert.equal(netOf(world.platform.reports.at(-1)), '150.00', at);
});

let days = 0;
/** Another period for each death: their reports share a store. */
function dayOf(_at: string): string {
  days += 1;
  return new Date(Date.UTC(2027, 3, 1) + days * 11 * DAY_MS).toISOString().slice(0, 10);
}
