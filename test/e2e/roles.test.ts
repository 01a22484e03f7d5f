import assert from 'node:assert/strict';
import { describeOnEachStore, type StoreInUse } from '../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown } from '../support/erp.ts';
import { type Service, startService } from '../support/service.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describeOnEachStore('an API process and a worker process', (open) => {
  let store: StoreInUse;
  let api: Service;
  let worker: Service | undefined;
  const start = (role: string): Promise<Service> =>
    startService({
      cwd: store.folder,
      env: { ...store.env, OPERATOR_KEY, ROLE: role, CLOCK_CONTROL: '1', POOL_THREADS: '1' },
    });
  before(async function () {
    this.timeout(60_000);
    store = open();
    api = await start('api');
  });
  after(async () => {
    await Promise.all([api?.stop(), worker?.stop()]);
    store.remove();
  });

  it('the API takes invoices in and leaves the work to the worker', async () => {
    const erp = await Erp.of(api, 'roles');
    const { id } = (await erp.submit(example('plain'))).json;
    await pause(1500);
    assert.equal((await erp.get<Shown>(`/invoices/${id}`)).json.state, 'queued');
    worker = await start('worker');
    await assert.rejects(fetch(`${worker.url}/health`), 'a worker answers no calls');
    assert.equal((await erp.settled(id)).state, 'ready');
    const metrics = await (await fetch(`${worker.metricsUrl}/metrics`)).text();
    assert.match(metrics, /ids_invoice_moves_total\{route="DE-XRECHNUNG",state="ready"\} 1/);
  }).timeout(60_000);

  it('share one clock, which moves the retries of part 8 to now', async () => {
    const erp = await Erp.of(api, 'clock');
    const { id } = (await erp.submit(numbered(example('plain'), 'R-1-NORUN'))).json;
    const waits = [30, 120, 600, 1800, 3600];
    for (const advance_seconds of waits) {
      await pause(1500);
      assert.equal((await erp.get<Shown>(`/invoices/${id}`)).json.state, 'queued');
      const moved = await fetch(`${api.metricsUrl}/clock`, {
        method: 'POST',
        body: JSON.stringify({ advance_seconds }),
      });
      assert.equal(moved.status, 200);
    }
    const shown = await erp.settled(id);
    assert.equal(shown.state, 'dead_letter');
    const { json } = await erp.get<{ data: readonly { occurred_at: string }[] }>(`/invoices/${id}/events`);
    const [received, died] = json.data.map(({ occurred_at }) => Date.parse(occurred_at)) as [number, number];
    assert.ok(died - received >= waits.reduce((sum, wait) => sum + wait) * 1000);
  }).timeout(90_000);

  it('count the calls of a client together', async () => {
    const second = await start('api');
    try {
      const erp = await Erp.of(api, 'rates');
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => erp.at(n % 2 ? api : second).post('/validate', {})),
      );
      const refused = answers.filter(({ status }) => status === 429);
      // 20 a second; the calls may fall into two of the seconds, or into three on a busy machine.
      assert.ok(refused.length >= 1, `${refused.length} of 60 were refused`);
      for (const { headers, json } of refused) {
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.match(String(json['type']), /\/rate-limited$/);
      }
    } finally {
      await second.stop();
    }
  }).timeout(60_000);
});
