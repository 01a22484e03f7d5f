import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { LOG_IN_MS } from '../../../src/ports/sessions.ts';
import { invoice } from '../../sandbox/pl-ksef/invoices.ts';
import { Ksef } from '../../sandbox/pl-ksef/ksef.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

interface Called {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
}

describeOnEachStore('one number for received invoices that are paid together', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  before(async () => {
    store = open();
    // An answer that comes ten steps later is three seconds away.
    network = await aSandbox({ stepMs: 300, limits: 'off' });
    service = await started();
  });

  const started = (): Promise<Service> =>
    startService({
      cwd: store.folder,
      env: { ...store.env, SIM_PORT: String(network.port), OPERATOR_KEY, CLOCK_CONTROL: '1' },
    });

  after(async () => {
    await service?.stop();
    await network?.stop();
    store?.remove();
  });

  const made = async (): Promise<readonly Called[]> => {
    const answer = await fetch(`${network.url}/control/calls?route=PL-KSEF`);
    const { data } = (await answer.json()) as { data: Called[] };
    return data.filter(({ method, path }) => method === 'POST' && path.endsWith('/collective-identifiers'));
  };

  it('is made once although the service is killed between the call and the storing', async function () {
    const seller = await Ksef.loggedIn(network.url);
    const session = await seller.open();
    const { key } = await Erp.of(service, 'payer');
    const ids: string[] = [];
    for (const number of ['P-1', 'P-2']) {
      const xml = invoice(number);
      const { ksefNumber } = await seller.endOf(session, xml);
      const { id, text } = await new Erp(service, key).received('PL-KSEF', xml, ksefNumber);
      assert.ok(id, text);
      ids.push(id);
    }
    const fault = { route: 'PL-KSEF', call: 'POST /collective-identifiers', fault: 'slow', count: 1 };
    await fetch(`${network.url}/control/faults`, { method: 'POST', body: JSON.stringify(fault) });
    const lost = new Erp(service, key)
      .post('/received/collective', { ids }, 'the-same-key')
      .catch(() => undefined);
    for (const end = Date.now() + 60_000; (await made()).length === 0; await pause(20))
      assert.ok(Date.now() < end, 'KSeF was not called');
    await service.stop('SIGKILL');
    await lost;
    service = await started();
    const clock = { advance_seconds: LOG_IN_MS / 1000 + 1 };
    assert.equal((await new Erp(service, OPERATOR_KEY).post('/clock', clock)).status, 200);
    const first = await new Erp(service, key).post('/received/collective', { ids }, 'the-same-key');
    assert.equal(first.status, 200, first.text);
    assert.match(String(first.json['number']), /-IZ\d{6}-/);
    const again = await new Erp(service, key).post('/received/collective', { ids: ids.toReversed() });
    assert.equal(again.json['number'], first.json['number'], again.text);
    assert.equal((await made()).length, 1);
  });
});
