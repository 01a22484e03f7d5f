import assert from 'node:assert/strict';
import Database from 'libsql';
import { Binary, MongoClient } from 'mongodb';
import { RATE_LIMITS } from '../../../src/application/access/admit-call.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

const HOUR_S = 3600;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for the beginning of a second, at which counting starts again. @returns that second. */
async function nextSecond(): Promise<number> {
  const second = Math.floor(Date.now() / 1000) + 1;
  while (Date.now() < second * 1000) await pause(second * 1000 - Date.now());
  return second;
}

/** Changes the last byte of every sealed value. */
async function damage(storeUrl: string): Promise<void> {
  if (storeUrl.startsWith('sqlite:')) {
    const db = new Database(storeUrl.slice('sqlite:'.length), { timeout: 5000 });
    db.exec("UPDATE content SET sealed = CAST(substr(sealed, 1, length(sealed) - 1) || '!' AS BLOB)");
    db.close();
    return;
  }
  const client = await MongoClient.connect(storeUrl);
  const changed = (sealed: Binary): Binary => {
    const bytes = Buffer.from(sealed.value());
    bytes[bytes.length - 1] = 33;
    return new Binary(bytes);
  };
  const contents = client.db().collection<{ _id: string; sealed: Binary }>('contents');
  for await (const { _id, sealed } of contents.find())
    await contents.updateOne({ _id }, { $set: { sealed: changed(sealed) } });
  // A small file lies in the document of its invoice until it is checked.
  const invoices = client.db().collection<{ _id: string; content: { sealed: Binary } }>('invoices');
  for await (const { _id, content } of invoices.find({ content: { $exists: true } }))
    await invoices.updateOne({ _id }, { $set: { 'content.sealed': changed(content.sealed) } });
  await client.close();
}

describeOnEachStore('an API process and a worker process', (open) => {
  let store: StoreInUse;
  let api: Service;
  let worker: Service | undefined;
  let damaged: string;
  const start = (role: string): Promise<Service> =>
    startService({
      cwd: store.folder,
      env: { ...store.env, OPERATOR_KEY, ROLE: role, CLOCK_CONTROL: '1' },
    });
  const advance = (seconds: number): Promise<Response> =>
    fetch(`${api.metricsUrl}/clock`, {
      method: 'POST',
      body: JSON.stringify({ advance_seconds: seconds }),
    });
  before(async () => {
    store = open();
    api = await start('api');
  });
  after(async () => {
    await Promise.all([api?.stop(), worker?.stop()]);
    store.remove();
  });

  before('content of an invoice is damaged before anybody works on it', async () => {
    damaged = (await (await Erp.of(api, 'damaged')).submit(example('plain'))).json.id;
    await damage(store.env['STORE_URL']!);
  });

  it('the API takes invoices in and leaves their processing to the worker', async () => {
    const erp = await Erp.of(api, 'roles');
    const { id } = (await erp.submit(example('plain'))).json;
    await pause(1500);
    assert.equal((await erp.get<Shown>(`/invoices/${id}`)).json.state, 'queued');
    worker = await start('worker');
    await assert.rejects(fetch(`${worker.url}/health`), 'a worker answers no calls');
    assert.equal((await erp.settled(id)).state, 'ready');
    const metrics = await (await fetch(`${worker.metricsUrl}/metrics`)).text();
    assert.match(metrics, /ids_invoice_moves_total\{route="DE-XRECHNUNG",state="ready"\} 1/);
  });

  it('share one clock, which moves the retries of part 8 to now', async () => {
    const erp = await Erp.of(api, 'clock');
    const { id } = (await erp.submit(numbered(example('plain'), 'R-1-NORUN'))).json;
    const waits = [30, 120, 600, 1800, 3600];
    for (const advance_seconds of waits) {
      await pause(1500);
      assert.equal((await erp.get<Shown>(`/invoices/${id}`)).json.state, 'queued');
      assert.equal((await advance(advance_seconds)).status, 200);
    }
    const shown = await erp.settled(id);
    assert.equal(shown.state, 'dead_letter');
    const { json } = await erp.get<{ data: readonly { occurred_at: string }[] }>(`/invoices/${id}/events`);
    const [received, died] = json.data.map(({ occurred_at }) => Date.parse(occurred_at)) as [number, number];
    assert.ok(died - received >= waits.reduce((sum, wait) => sum + wait) * 1000);
  });

  it('count the calls of a client together', async () => {
    const second = await start('api');
    try {
      const erp = await Erp.of(api, 'rates');
      const { limit } = RATE_LIMITS.submit[0]!;
      // One call less than the limit to each process: only a common count has a call to refuse.
      const round = async () => {
        const began = await nextSecond();
        const answers = await Promise.all(
          Array.from({ length: 2 * (limit - 1) }, (_, n) =>
            erp.at(n % 2 ? api : second).post('/validate', {}),
          ),
        );
        const refused = answers.filter(({ status }) => status === 429);
        return { refused, isWhole: Math.floor(Date.now() / 1000) === began };
      };
      let { refused, isWhole } = await round();
      // Calls that fell into two of the seconds prove nothing.
      for (let more = 0; refused.length === 0 && !isWhole && more < 10; more += 1)
        ({ refused, isWhole } = await round());
      assert.ok(refused.length > 0 && refused.length <= limit - 2, `${refused.length} were refused`);
      for (const { headers, json } of refused) {
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.match(String(json['type']), /\/rate-limited$/);
      }
    } finally {
      await second.stop();
    }
  });

  it('an invoice whose stored content was damaged ends as a dead letter for the operator to correct, while others continue', async () => {
    const erp = await Erp.of(api, 'damaged');
    const shown = async (): Promise<Shown> => (await erp.get<Shown>(`/invoices/${damaged}`)).json;
    // The other retries have been triggered; an overdue one follows now.
    for (let hours = 0; hours < 10 && (await shown()).state !== 'dead_letter'; hours += 1) {
      await advance(HOUR_S);
      await pause(1500);
    }
    const { state, errors } = await shown();
    assert.equal(state, 'dead_letter', worker!.printed());
    assert.deepEqual(
      errors.map(({ code, who_fixes }) => [code, who_fixes]),
      [['EI-CONTENT-UNREADABLE', 'us']],
    );
    assert.deepEqual(await erp.events(damaged), ['1 received', '2 dead_letter']);
    const other = (await erp.submit(example('reverse-charge'))).json;
    assert.equal((await erp.settled(other.id)).state, 'ready');
    assert.equal(await worker!.stop(), 0);
  });
});
