import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { invoice } from '../../sandbox/peppol/sending.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

/** Two companies of one account, each a client of its own. */
const COMPANIES = { first: 4711, second: 4712 } as const;

describeOnEachStore('invoices in the one queue of an account at Storecove', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  const erps = new Map<string, Erp>();

  before(async () => {
    store = open();
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    const env = { SIM_PORT: String(network.port), OPERATOR_KEY };
    service = await startService({ cwd: store.folder, env: { ...store.env, ...env } });
    const operator = new Erp(service, OPERATOR_KEY);
    for (const [client, company_id] of Object.entries(COMPANIES)) {
      const erp = await Erp.of(service, client);
      erps.set(client, erp);
      const credential = {
        route: 'PEPPOL',
        kind: 'access-point',
        issued_by: 'Test',
        issued_on: '2026-01-15',
        value: JSON.stringify({
          token: 'the-key-of-both',
          sender_participant_id: `9915:${company_id}`,
          dialect: 'storecove',
          company_id,
        }),
      };
      assert.equal((await erp.post('/credentials', credential)).status, 201);
      const profile = await operator.put(`/clients/${client}/profile`, { collect: ['PEPPOL'] });
      assert.equal(profile.status, 200, profile.text);
    }
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  const arrive = (company: number, number: string): Promise<unknown> =>
    jsonOf(`${network.url}/control/inbound?route=PEPPOL&recipient=9915:${company}`, {
      method: 'POST',
      body: invoice(number),
    });
  const numbersOf = async (client: string): Promise<readonly string[]> => {
    const { json } = await erps.get(client)!.read<{ data: { invoice_number: string }[] }>('/received');
    return json.data.map(({ invoice_number: number }) => number).sort();
  };

  it('reach the client of their own legal entity, once each, whichever comes first', async function () {
    for (const [company, number] of [
      [4712, 'B-1'],
      [4711, 'A-1'],
      [4712, 'B-2'],
      [4711, 'A-2'],
      [4711, 'A-3'],
    ] as const)
      await arrive(company, number);
    const expected = { first: ['A-1', 'A-2', 'A-3'], second: ['B-1', 'B-2'] };
    const seen = async () => ({ first: await numbersOf('first'), second: await numbersOf('second') });
    for (const until = Date.now() + 60_000; Date.now() < until; await pause(500))
      if (JSON.stringify(await seen()) === JSON.stringify(expected)) break;
    assert.deepEqual(await seen(), expected);
  });
});
