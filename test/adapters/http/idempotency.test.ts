import assert from 'node:assert/strict';
import sinon from 'sinon';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { KeptAnswer } from '../../../src/ports/idempotency-store.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { RunningApi, typeOf, withOwnClients } from './harness.ts';
import { OPERATOR_KEY, type World } from './world.ts';
import { MortalWorld } from './mortal.ts';

const HOUR_MS = 3_600_000;

interface Party {
  readonly address: { country: string };
}

describe('an Idempotency-Key', () => {
  let api: RunningApi;
  let client: string;
  let key: string;

  withOwnClients((own) => ({ api, client, key } = own));

  const send = (idempotencyKey: string, body: unknown = submission(), by = key) =>
    api.call('POST', '/invoices', { key: by, idempotencyKey, body });

  it('repeats the answer, with a header that states this', async () => {
    const first = await send('same-key');
    const again = await send('same-key');
    assert.deepEqual([again.status, again.text], [first.status, first.text]);
    assert.equal(first.headers.get('idempotency-replayed'), null);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
  });

  it('repeats a refusal, as the same problem', async () => {
    const first = await send('same-key', withDocument('lines', []));
    const again = await send('same-key', withDocument('lines', []));
    assert.deepEqual([again.status, again.text], [422, first.text]);
    assert.match(again.headers.get('content-type') ?? '', /^application\/problem\+json/);
  });

  it('stores a refusal sealed, since it contains text of the caller', async () => {
    const kept: KeptAnswer[] = [];
    const { idempotency } = api.world;
    const keep = idempotency.keep.bind(idempotency);
    idempotency.keep = (claim, answer) => {
      kept.push(answer);
      return keep(claim, answer);
    };
    const body = withDocument('made_up_name', 1);
    const firstAnswers = [
      await send('client-key', body),
      await send('operator-key', { ...body, client }, OPERATOR_KEY),
    ];
    const again = [
      await send('client-key', body),
      await send('operator-key', { ...body, client }, OPERATOR_KEY),
    ];
    idempotency.keep = keep;
    for (const [index, first] of firstAnswers.entries()) {
      assert.match(first.text, /made_up_name is not a field/);
      assert.deepEqual([again[index]!.status, again[index]!.text], [422, first.text]);
      assert.equal(again[index]!.headers.get('idempotency-replayed'), 'true');
    }
    assert.deepEqual(
      kept.map(({ sealedFor }) => sealedFor),
      [client, 'local'],
    );
    assert.ok(!JSON.stringify(kept).includes('made_up_name'));
  });

  it('does not store a refusal that cannot be sealed', async () => {
    const { content } = api.world;
    const seal = content.sealText.bind(content);
    content.sealText = () => Promise.reject(new CallFailed({ kind: 'no-master-key' }));
    const body = withDocument('made_up_name', 1);
    const answers = [await send('same-key', body), await send('same-key', body)];
    content.sealText = seal;
    for (const answer of answers) {
      assert.equal(`${answer.status} ${typeOf(answer)}`, '422 validation-failed', answer.text);
      assert.equal(answer.headers.get('idempotency-replayed'), null);
    }
    const corrected = await send('same-key');
    assert.equal(
      `${corrected.status} ${typeOf(corrected)}`,
      '409 idempotency-conflict',
      'the key stays with its request',
    );
  });

  it('is not used up by a malformed request', async () => {
    // The router chooses a route without a builder.
    const french = submission({ route: undefined });
    const { seller, buyer } = french.document as { seller: Party; buyer: Party };
    for (const party of [seller, buyer]) party.address.country = 'FR';
    const refused = await send('same-key', french);
    assert.equal(`${refused.status} ${typeOf(refused)}`, '400 bad-request', refused.text);
    assert.equal((await send('same-key')).status, 202);
  });

  it('is for one request: another body, path or query is a conflict', async () => {
    const { json } = await send('same-key');
    assert.equal(
      typeOf(await send('same-key', submission({ invoice_ref: 'other' }))),
      'idempotency-conflict',
    );
    const cancel = await api.call('POST', `/invoices/${String(json.id)}/cancel`, {
      key,
      idempotencyKey: 'same-key',
    });
    assert.equal(`${cancel.status} ${typeOf(cancel)}`, '409 idempotency-conflict');
  });

  it('is for one invoice: the same request about another one is a conflict', async () => {
    const ids = [
      await send('first-key'),
      await send('second-key', withDocument('invoice.number', 'R-2')),
    ].map(({ json }) => String(json.id));
    const cancel = (id: string) =>
      api.call('POST', `/invoices/${id}/cancel`, { key, idempotencyKey: 'same-key', body: {} });
    assert.equal((await cancel(ids[0]!)).json.state, 'cancelled');
    const other = await cancel(ids[1]!);
    assert.equal(`${other.status} ${typeOf(other)}`, '409 idempotency-conflict');
    assert.equal((await api.world.invoices.find(ids[1]!))?.state, 'queued');
  });

  it('is shared by the API keys of one client only', async () => {
    const first = await send('same-key');
    const sibling = await send('same-key', submission(), await api.world.clientKey(client));
    const stranger = await send('same-key', submission(), await api.world.clientKey('other'));
    const operator = await send('same-key', submission({ client }), OPERATOR_KEY);
    assert.equal(sibling.json.id, first.json.id);
    assert.equal(sibling.headers.get('idempotency-replayed'), 'true');
    assert.notEqual(stranger.json.id, first.json.id);
    assert.equal(operator.json.duplicate_of, first.json.id);
  });

  it('of a second call with another reference leaves that reference with the one invoice', async () => {
    const first = await send('first-key', submission({ invoice_ref: 'REF-A' }));
    const again = await send('second-key', submission({ invoice_ref: 'REF-B' }));
    assert.deepEqual([again.status, again.json.duplicate_of], [202, first.json.id]);
    await send('second-key', submission({ invoice_ref: 'REF-B' }));
    const key = await api.world.clientKey(client);
    const shown = await api.call('GET', `/invoices/${String(first.json.id)}`, { key });
    assert.deepEqual([shown.json.invoice_ref, shown.json.also_sent_as], ['REF-A', ['REF-B']]);
    const { json } = await api.call('GET', '/invoices?q=ref-b', { key });
    assert.deepEqual(
      (json.data as { id: string }[]).map(({ id }) => id),
      [first.json.id],
    );
  });

  it('is remembered for 24 hours', async () => {
    const first = await send('same-key');
    api.world.clock.advance(24 * HOUR_MS - 1);
    assert.equal((await send('same-key')).headers.get('idempotency-replayed'), 'true');
    api.world.clock.advance(1);
    assert.equal((await send('same-key')).json.duplicate_of, first.json.id);
  });

  it('of the operator may not begin with `client:`', async () => {
    const answer = await send('client:12345678', submission(), OPERATOR_KEY);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request');
    assert.equal((await send('client:12345678')).status, 202);
  });

  it('answers that the first request still runs', async () => {
    const release = pauseNext(api.world.content, 'seal');
    const first = send('same-key');
    await release.reached;
    const second = await send('same-key');
    assert.equal(`${second.status} ${typeOf(second)}`, '409 request-in-progress');
    release.release();
    assert.equal((await first).status, 202);
  });

  it('has no stored answer after an internal failure: a repeat of the call works', async () => {
    failOnce(api.world.content, 'seal', new Error('disk full'));
    const failed = await send('same-key');
    assert.equal(`${failed.status} ${typeOf(failed)}`, '500 internal');
    const again = await send('same-key');
    assert.equal(again.status, 202);
    assert.equal(again.headers.get('idempotency-replayed'), null);
    assert.equal(again.json.duplicate_of, undefined);
  });

  it('finds the stored invoice of a call that failed later', async () => {
    const { invoices } = api.world;
    const takeIn = invoices.takeIn.bind(invoices);
    const stub = sinon.stub(invoices, 'takeIn').callsFake(async (intake) => {
      stub.restore();
      const { record, events, audit, files } = intake;
      await takeIn({ record, events, audit, files });
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 3 });
    });
    const failed = await send('same-key');
    assert.equal(`${failed.status} ${typeOf(failed)} ${failed.headers.get('retry-after')}`, '503 busy 3');
    const again = await send('same-key');
    assert.deepEqual([again.status, again.json.state, again.json.duplicate_of], [202, 'queued', undefined]);
    assert.equal(api.world.jobs.waiting.has(String(again.json.id)), true);
    const { json } = await api.call('GET', '/invoices', { key });
    assert.equal(json.total, 1);
  });

  it('lets an invoice be stored although its job cannot be scheduled; the log reports this', async () => {
    failOnce(api.world.jobs, 'schedule', new CallFailed({ kind: 'busy', retryAfterSeconds: 3 }));
    const answer = await send('same-key');
    assert.equal(answer.status, 202);
    const warned = api.world.logged.filter(({ level, fields }) => level === 'warn' && 'invoice_id' in fields);
    assert.deepEqual(
      warned.map(({ fields, message }) => [fields.invoice_id, message]),
      [[answer.json.id, 'left to the sweep']],
    );
  });

  it('has no stored answer if the master key is missing', async () => {
    failOnce(api.world.content, 'seal', new CallFailed({ kind: 'no-master-key' }));
    const refused = await send('same-key');
    assert.equal(`${refused.status} ${typeOf(refused)}`, '503 no-master-key');
    assert.equal((await send('same-key')).status, 202);
  });
});

describe('one document', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));

  const send = (body: unknown = submission(), by = key) =>
    api.call('POST', '/invoices', { key: by, idempotencyKey: newIdempotencyKey(), body });

  it('is accepted once, also if it arrives twice at the same time', async () => {
    const answers = await Promise.all([send(), send(), send()]);
    const made = answers.filter(({ json }) => json.duplicate_of === undefined);
    assert.equal(made.length, 1);
    for (const { status, json } of answers) assert.deepEqual([status, json.id], [202, made[0]!.json.id]);
  });

  it('is the same in another notation: order, blanks, spelling of numbers, reference and totals do not count', async () => {
    const first = await send();
    const body = submission({ invoice_ref: 'other', erp_totals: {} });
    const turned = Object.fromEntries(Object.entries(body.document as object).reverse());
    const text = JSON.stringify({ ...body, document: turned }, null, 3).replace('8.5', '8.50');
    assert.equal((await send(text)).json.duplicate_of, first.json.id);
  });

  it('is another one if a digit beyond binary precision differs', async () => {
    const digits = (last: string): string =>
      JSON.stringify(submission({ erp_totals: {} })).replace('8.5', `123456789012345.${last}`);
    const first = await send(digits('12345678'));
    const second = await send(digits('12345679'));
    assert.deepEqual([first.status, second.status, second.json.duplicate_of], [202, 202, undefined]);
  });

  it('is a separate invoice of another client', async () => {
    await send();
    assert.equal((await send(submission(), await api.world.clientKey('other'))).json.duplicate_of, undefined);
  });

  for (const state of ['rejected', 'validation_failed', 'source_error', 'cancelled'] as const)
    it(`may be sent again after it ended ${state}; the later invoice names the earlier`, async () => {
      const first = await send();
      await put(api.world, String(first.json.id), { state });
      api.world.clock.advance(1000);
      const second = await send();
      assert.equal(second.json.duplicate_of, undefined);
      const { json } = await api.call('GET', `/invoices/${String(second.json.id)}`, { key });
      const [attempt, ...more] = json.attempts as { id: string; state: string }[];
      assert.deepEqual([attempt?.id, attempt?.state, more.length], [first.json.id, state, 0]);
      const earlier = await api.call('GET', `/invoices/${String(first.json.id)}`, { key });
      assert.deepEqual(earlier.json.attempts, []);
    });

  for (const state of ['dead_letter', 'ready', 'submitted'] as const)
    it(`is a duplicate while it is ${state}, with that state in the answer`, async () => {
      const first = await send();
      await put(api.world, String(first.json.id), { state });
      const { status, json } = await send();
      assert.deepEqual(
        [status, json.id, json.duplicate_of, json.state],
        [202, first.json.id, first.json.id, state],
      );
    });
});

describe('a process that dies during a request', () => {
  /**
   * The calls: key, rate with audit, last use, claim, others of this number, content, intake with answer, job, the seal of the usual totals. The
   * body comes with the call, so the key is not read again.
   */
  const CALLS = 9;
  /** The answer waits for these. */
  const AWAITED = 7;
  const deaths = Array.from({ length: CALLS }, (_, index) => index + 1).flatMap((call) =>
    (['before', 'after'] as const).map((when) => ({ call, when })),
  );
  let survivor: RunningApi;

  before(async () => {
    survivor = await RunningApi.start();
  });
  after(() => survivor.stop());

  const order = async () => {
    const key = await survivor.world.clientKey(`client-${newIdempotencyKey()}`);
    return { key, idempotencyKey: 'same-key', body: submission({ route: null }) };
  };

  for (const death of deaths)
    it(`leads to the same answer for the next caller: ${death.when} its call ${death.call} to a store`, async () => {
      const { world } = survivor;
      const options = await order();
      const dying = await RunningApi.start(new MortalWorld(world, death), false);
      const lost = await dying.call('POST', '/invoices', options);
      await dying.stop();
      assert.equal(lost.status, death.call > AWAITED ? 202 : 500);
      const early = await survivor.call('POST', '/invoices', options);
      assert.ok(early.status === 202 || typeOf(early) === 'request-in-progress', early.text);
      world.clock.advance(10_000);
      const answer = await survivor.call('POST', '/invoices', options);
      const list = await survivor.call('GET', '/invoices', { key: options.key });
      const { id, state, duplicate_of, route_rule } = answer.json;
      assert.deepEqual(
        [answer.status, state, duplicate_of, route_rule],
        [202, 'queued', undefined, 'de-domestic'],
      );
      assert.deepEqual(
        (list.json.data as { id: string }[]).map((row) => row.id),
        [id],
      );
      assert.equal((await world.eventFeed.events(String(id))).length, 1);
      const later = new Date(world.clock.now().getTime() + 1);
      const neglected = await world.invoices.listNeglected(later, later, 100);
      assert.ok(world.jobs.waiting.has(String(id)) || neglected.includes(String(id)), 'no job is scheduled');
    });

  it('is tested with a kill at each of its calls', async () => {
    const immortal = new MortalWorld(survivor.world, { call: 0, when: 'before' });
    const api = await RunningApi.start(immortal);
    await api.call('POST', '/invoices', await order());
    await api.stop();
    assert.equal(immortal.calls, CALLS);
  });
});

/** Changes a record as a worker does. */
async function put(world: World, id: string, change: object): Promise<void> {
  const record = (await world.invoices.find(id))!;
  const next = { ...record, ...change, version: record.version + 1 };
  assert.equal(await world.invoices.commit({ record: next, events: [], audit: [], files: [] }), 'committed');
}

function failOnce<T extends object>(store: T, name: keyof T & string, error: Error): void {
  const method = store[name];
  Object.defineProperty(store, name, {
    configurable: true,
    writable: true,
    value: async () => {
      Object.defineProperty(store, name, { configurable: true, writable: true, value: method });
      throw error;
    },
  });
}

/** Delays the next call of a method until the test releases it. */
function pauseNext<T extends object>(
  store: T,
  name: keyof T & string,
): { reached: Promise<void>; release: () => void } {
  const method = store[name] as (...given: unknown[]) => unknown;
  let release = (): void => undefined;
  let noteArrival = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => (noteArrival = resolve));
  const value = async (...given: unknown[]): Promise<unknown> => {
    noteArrival();
    await gate;
    return method.apply(store, given);
  };
  Object.defineProperty(store, name, { configurable: true, writable: true, value });
  return { reached, release };
}
