import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { aSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore } from '../../support/each-store.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** A file of a German seller, as it comes over Peppol, for a French buyer. */
const invoice = (number: string): string =>
  readFileSync(new URL('purchase-from-germany.xml', import.meta.url), 'utf8').replace(
    '>RE-1<',
    `>${number}<`,
  );
/** The same invoice in other bytes. */
const again = (xml: string): string => xml.replace('?>', '?><!-- again -->');

interface Report {
  readonly id: string;
  readonly part: string;
  readonly state: string;
  readonly documents_made: number;
  readonly documents: readonly { readonly kind: string; readonly href: string }[];
}

describeOnEachStore('purchases from abroad', (open) => {
  it('are reported from received invoices, each once, a later one by a report that replaces the first', async () => {
    const store = open();
    const network = await aSandbox({ stepMs: 50, limits: 'off' });
    const env = { ...store.env, SIM_PORT: String(network.port), OPERATOR_KEY, RETRY_SCALE: '0.02' };
    const service = await startService({ cwd: store.folder, env });
    try {
      const erp = await Erp.of(service, 'buyer');
      const fr = { vat_regime: 'monthly', reports: 'own', purchases: 'eu' };
      const set = await new Erp(service, OPERATOR_KEY).put('/clients/buyer/profile', { fr });
      assert.equal(set.status, 200, set.text);
      const reports = async () => (await erp.read<{ data: readonly Report[] }>('/reports')).json.data;
      const receive = async (
        number: string,
        railId: string,
        edit = (xml: string) => xml,
      ): Promise<string> => {
        const { status, id: received, text } = await erp.received('PEPPOL', edit(invoice(number)), railId);
        assert.ok(status === 200 || status === 201 || status === 202, `${status} ${text}`);
        const state = async () => (await erp.read<{ state: string }>(`/received/${received}`)).json.state;
        await until(async () => (await state()) !== 'received', `${number} is checked`, 60_000, 200);
        assert.equal(await state(), 'validated');
        return received;
      };
      const accepted = async (documents: number): Promise<Report> => {
        const isAccepted = async () => {
          const [one] = await reports();
          return one?.state === 'accepted' && one.documents_made === documents;
        };
        await until(isAccepted, `${documents} documents are accepted`, 60_000, 300);
        const [report, ...more] = await reports();
        assert.deepEqual([report?.part, more], ['purchases', []]);
        return (await erp.read<Report>(`/reports/${report!.id}`)).json;
      };
      const id = await receive('RE-1', 'a');
      const { id: reportId } = await accepted(1);
      const { warnings } = (
        await erp.read<{ warnings: readonly { code: string; message: string }[] }>(`/received/${id}`)
      ).json;
      assert.match(warnings.find(({ code }) => code === 'EI-REPORTED')?.message ?? '', new RegExp(reportId));
      // The same invoice over another way, and another one.
      await receive('RE-1', 'b', again);
      await receive('RE-2', 'c');
      const { documents } = await accepted(2);
      const xml = await Promise.all(
        ['tax-report-1', 'tax-report-2'].map(
          async (kind) => (await erp.read(documents.find((one) => one.kind === kind)!.href)).text,
        ),
      );
      const seen = xml.map((each) => [
        /<TypeCode>(IN|RE)</.exec(each)?.[1],
        /<RoleCode>(SE|BY)</.exec(each)?.[1],
        [...each.matchAll(/<ID>(RE-\d)</g)].map(([, number]) => number),
      ]);
      assert.deepEqual(seen, [
        ['IN', 'BY', ['RE-1']],
        ['RE', 'BY', ['RE-1', 'RE-2']],
      ]);
    } finally {
      await service.stop();
      await network.stop();
      store.remove();
    }
  });
});
