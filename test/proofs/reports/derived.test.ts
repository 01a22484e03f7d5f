import assert from 'node:assert/strict';
import { aSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Submission } from '../../support/erp.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const FRENCH = example('over-fr-pa');
const [LINE] = FRENCH.document['lines'] as readonly object[];
const PARIS = { street: '1 rue A', city: 'Paris', postcode: '75001', country: 'FR' };
const TURIN = { street: 'Via Roma 1', city: 'Torino', postcode: '10121', country: 'IT' };
const endpoint = { id: 'jean@martin.example', scheme: 'EM' };

const to = (buyer: object, number: string): Submission =>
  numbered(
    { ...FRENCH, document: { ...FRENCH.document, buyer, lines: [{ ...LINE, item_kind: 'goods' }] } },
    number,
  );

/** The platform derives the reports, as Super PDP does: the service sends it the invoices and compares. */
describeOnEachStore('sales that the platform reports', (open) => {
  it('go to it as invoices, and its report with the verdict on it agrees with them', async () => {
    const store = open();
    const network = await aSandbox({ stepMs: 50, limits: 'off' });
    const env = { ...store.env, SIM_PORT: String(network.port), OPERATOR_KEY, RETRY_SCALE: '0.02' };
    const service = await startService({ cwd: store.folder, env });
    try {
      const erp = await Erp.of(service, 'seller');
      const fr = { vat_regime: 'monthly', reports: 'platform' };
      const set = await new Erp(service, OPERATOR_KEY).put('/clients/seller/profile', { fr });
      assert.equal(set.status, 200, set.text);
      const sales = [
        to({ name: 'Jean Martin', is_consumer: true, address: PARIS, endpoint }, 'R-1'),
        to({ name: 'Rossi SRL', vat_id: 'IT00743110157', address: TURIN, endpoint }, 'R-2'),
      ];
      for (const sale of sales) {
        const { status, json, text } = await erp.submit(sale);
        assert.equal(status, 202, text);
        const isDelivered = async () =>
          (await erp.read<{ state: string }>(`/invoices/${json.id}`)).json.state === 'delivered';
        await until(isDelivered, `${json.id} is delivered`, 60_000, 200);
      }
      interface Row {
        readonly state: string;
        readonly way: string;
        readonly sales_stated: number;
        readonly errors: readonly object[];
      }
      const rows = async () => (await erp.read<{ data: readonly Row[] }>('/reports')).json.data;
      const isAccepted = async () =>
        (await rows()).every(({ state, sales_stated: n }) => state === 'accepted' && n === 2);
      await until(isAccepted, 'the report of both is accepted', 60_000, 500);
      const [report, ...more] = await rows();
      assert.deepEqual([report?.way, report?.errors, more], ['platform', [], []]);
      const care = (await erp.read<{ data: readonly { catalogue_code: string }[] }>('/care?status=open'))
        .json;
      // The sample was issued long ago.
      assert.deepEqual(
        care.data.filter(({ catalogue_code: code }) => code !== 'EI-REPORT-DUE'),
        [],
      );
    } finally {
      await service.stop();
      await network.stop();
      store.remove();
    }
  });
});
