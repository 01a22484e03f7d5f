import assert from 'node:assert/strict';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { receivedInvoices } from '../../../src/application/received/check-received.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import { type ReceivedRecord, receivedTask } from '../../../src/domain/lifecycle/received-record.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import type { Partly } from '../../../src/domain/invoice/partly.ts';
import { salesThatCount } from '../../../src/domain/reports/reported-sale.ts';
import { purchaseIn } from '../../../src/domain/routes/purchases.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { A_PURCHASE } from '../../domain/routes/fr-pa/reports/purchases.ts';
import { OWN } from '../../domain/routes/fr-pa/reports/samples.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { aReceipt } from '../../support/records.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { withMethods } from '../../support/with-methods.ts';
import { ReportWorld } from '../reports/world.ts';
import { toolsIn } from '../sending/world.ts';

const layersThat = (outcome: object): readonly Layer[] => [
  { layer: 'xsd', source: 'XSD', pack: null, durationMs: 1, findings: [], ...outcome } as unknown as Layer,
];
const VALID = layersThat({ outcome: 'valid' });
const INVALID = layersThat({
  outcome: 'invalid',
  findings: [{ code: 'BR-01', severity: 'error', source: 'XSD', message: 'No.' }],
});
const NOTHING = () => undefined;

/** A received invoice that is a purchase of the client, and workers that check it. */
async function setUp(stores: Stores) {
  const world = new ReportWorld(stores);
  world.defaults = { ...OWN, purchases: 'eu' };
  const bytes = new TextEncoder().encode('<Invoice/>');
  const sealed = await world.content.seal('acme', bytes);
  const intake = aReceipt({
    ...{ route: 'FR-PA', invoiceNumber: 'RE-1', dueAt: world.clock.now(), documentSha256: sealed.sha256 },
    documents: [{ kind: 'received-xml', sha256: sealed.sha256, size: bytes.length }],
  });
  const { id } = (await stores.received.takeIn({ ...intake, files: [sealed] })).received;
  const find = async (): Promise<ReceivedRecord> => (await stores.received.find(id))!;
  const purchase = purchaseIn({ ...A_PURCHASE, issueDate: '2027-03-02' } as Partly<En16931Invoice>);
  const check = async (layers: readonly Layer[], own: Partial<Pick<Stores, 'received' | 'reports'>> = {}) => {
    const { received, reports } = { ...stores, ...own };
    const tools = {
      ...{ ...toolsIn(world, []), received, catalogue: { find: NOTHING } },
      examine: { run: async () => ({ layers, document: { purchase } }) as never },
      files: new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0'),
      purchases: world.purchases({ ...stores, reports }),
      log: { info: NOTHING, warn: NOTHING, error: NOTHING },
    };
    return new Processor(receivedInvoices(tools), tools).run(receivedTask(await find()));
  };
  /** How many statements of the purchase count. */
  const stated = async (): Promise<number> => {
    const [sale] = await stores.reports.salesOfInvoice(id);
    if (!sale) return 0;
    const sales = await stores.reports.salesOf(sale.reportId);
    const opened = await Promise.all(
      salesThatCount(sales).map(
        async ({ sealedSale }) =>
          JSON.parse(await world.content.openText('acme', sealedSale)) as {
            readonly entries: readonly unknown[];
          },
      ),
    );
    return opened.filter(({ entries }) => JSON.stringify(entries).includes('RE-1')).length;
  };
  const reject = async (): Promise<void> => {
    const record = await find();
    const ended = { ...record, presentStatus: 'rejected', version: record.version + 1 } as const;
    const answer = await stores.received.commit({ record: ended, events: [], audit: [], files: [] });
    assert.equal(answer, 'committed');
  };
  return { world, find, check, stated, reject };
}

function describesPurchases(where: string, open: () => Promise<Stores & { close?(): Promise<void> }>): void {
  describe(`the check of a received invoice that is a purchase, ${where}`, () => {
    let stores: Stores & { close?(): Promise<void> };
    beforeEach(async () => (stores = await open()));
    afterEach(() => stores.close?.());

    it('leaves no statement if it dies before its commit and other rules then refuse the invoice', async () => {
      const { world, find, check, stated } = await setUp(stores);
      const received = withMethods(stores.received, { commit: () => Promise.reject(new Error('killed')) });
      await check(VALID, { received }).catch(NOTHING);
      assert.equal(await stated(), 1);
      world.clock.advance(LEASE_MS + 1);
      await check(INVALID);
      assert.deepEqual([(await find()).state, await stated()], ['validation_failed', 0]);
    });

    it('leaves no statement if it stood still while the network rejected the invoice and another process ended the check', async () => {
      const { world, find, check, stated, reject } = await setUp(stores);
      let isFrozen = true;
      const reports = withMethods(stores.reports, {
        async takeSale(intake: Parameters<Stores['reports']['takeSale']>[0]) {
          if (isFrozen) {
            isFrozen = false;
            world.clock.advance(LEASE_MS + 1);
            await reject();
            await check(VALID);
          }
          return stores.reports.takeSale(intake);
        },
      });
      await check(VALID, { reports });
      const { state, dueAt } = await find();
      assert.deepEqual([state, dueAt, await stated()], ['validated', null, 0]);
    });
  });
}

describesPurchases('in memory', async () => memoryStores());
describeOnMongo('on a server', (url) => describesPurchases('on MongoDB', () => emptyMongoStores(url)));
