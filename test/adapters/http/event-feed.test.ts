import assert from 'node:assert/strict';
import { fieldsOf, handIn, RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

interface Page {
  readonly data: readonly { readonly event_id: string; readonly invoice_ref: string }[];
  readonly next: string;
}

describe('GET /events', () => {
  let api: RunningApi;
  let key: string;

  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const read = async (query = '', own = key): Promise<Page> => {
    const answer = await api.call('GET', `/events${query}`, { key: own });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Page;
  };

  it('lists each event once, like GET …/events, and continues after the cursor', async () => {
    const id = await handIn(api, 'acme');
    const first = await read();
    const { json } = await api.call('GET', `/invoices/${id}/events`, { key });
    assert.deepEqual(first.data, json.data);
    assert.deepEqual((await read(`?after=${first.next}`)).data, []);
    await handIn(api, 'acme');
    const second = await read(`?after=${first.next}`);
    assert.equal(second.data.length, 1);
    assert.notEqual(second.data[0]?.event_id, first.data[0]?.event_id);
  });

  it('has each event by its id, byte for byte', async () => {
    const id = await handIn(api, 'acme');
    const { text } = await api.call('GET', `/invoices/${id}/events`, { key });
    const [{ event_id: event } = { event_id: '' }] = (await read()).data;
    const one = await api.call('GET', `/events/${event}`, { key });
    assert.equal(one.status, 200, one.text);
    assert.ok(text.includes(one.text), one.text);
    assert.equal((await api.call('GET', '/events/evt_absent', { key })).status, 404);
  });

  it('tells by no cursor what other clients do', async () => {
    const cursors: string[] = [];
    for (let times = 0; times < 8; times += 1) {
      await handIn(api, 'acme');
      const { next } = await read(cursors.length > 0 ? `?after=${cursors.at(-1)}` : '');
      const latest = await read('?after=latest');
      for (let others = 0; others < times; others += 1) await handIn(api, 'other');
      assert.equal((await read('?after=latest')).next, latest.next);
      assert.equal((await read(`?after=${next}`)).next, next);
      cursors.push(next);
    }
    for (const cursor of cursors) assert.match(cursor, /^[\da-f]{56}$/);
    assert.notDeepEqual(cursors.toSorted(), cursors);
    const shared = [...cursors[0]!].filter((digit, at) => digit === cursors[1]![at]);
    assert.ok(shared.length < 20, `${cursors[0]} and ${cursors[1]} are alike`);
  });

  it('refuses a cursor that was changed, and one of another list', async () => {
    await handIn(api, 'acme');
    const { next } = await read();
    for (let at = 0; at < next.length; at += 1) {
      api.world.clock.advance(100);
      const digit = next[at] === '0' ? '1' : '0';
      const changed = next.slice(0, at) + digit + next.slice(at + 1);
      assert.equal((await api.call('GET', `/events?after=${changed}`, { key })).status, 400, changed);
    }
    assert.equal((await api.call('GET', `/audit?after=${next}`, { key })).status, 400);
  });

  it('answers at most `limit` events, and continues after them', async () => {
    await handIn(api, 'acme');
    await handIn(api, 'acme');
    const all = (await read()).data;
    const first = await read('?limit=1');
    const second = await read(`?limit=1&after=${first.next}`);
    assert.deepEqual([...first.data, ...second.data], all.slice(0, 2));
    assert.deepEqual((await read('?limit=100')).data, all);
    for (const limit of ['0', '101', 'all']) {
      const answer = await api.call('GET', `/events?limit=${limit}`, { key });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(fieldsOf(answer), ['limit']);
    }
  });

  it('returns a cursor before the first event', async () => {
    const { data, next } = await read();
    assert.deepEqual(data, []);
    await handIn(api, 'acme');
    assert.equal((await read(`?after=${next}`)).data.length, 1);
  });

  it('begins with what comes from now on after `latest`', async () => {
    await handIn(api, 'acme');
    const { data, next } = await read('?after=latest');
    assert.deepEqual(data, []);
    await handIn(api, 'acme');
    assert.equal((await read(`?after=${next}`)).data.length, 1);
  });

  it("shows a client key its own client's events, and the operator those of all clients or of one", async () => {
    await handIn(api, 'acme');
    await handIn(api, 'other');
    assert.equal((await read()).data.length, 1);
    assert.equal((await read('', OPERATOR_KEY)).data.length, 2);
    assert.equal((await read('?client=other', OPERATOR_KEY)).data.length, 1);
  });

  it('answers a waiting caller with the first event', async () => {
    const { next } = await read();
    const waiting = read(`?after=${next}&wait=30`);
    await handIn(api, 'acme');
    assert.equal((await waiting).data.length, 1);
  });

  it('lets eight callers of a client wait, and answers a further one at once', async () => {
    const { next } = await read();
    const calls = Array.from({ length: 9 }, () => read(`?after=${next}&wait=30`));
    assert.deepEqual((await Promise.race(calls)).data, []);
    await handIn(api, 'acme');
    const sizes = (await Promise.all(calls)).map(({ data }) => data.length).sort();
    assert.deepEqual(sizes, [0, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  for (const query of [
    'after=e1.1a',
    'after=7',
    `after=${'0'.repeat(56)}`,
    `after=${'0'.repeat(101)}`,
    'wait=31',
    'wait=1.5',
  ])
    it(`refuses ?${query}`, async () => {
      const answer = await api.call('GET', `/events?${query}`, { key });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), [query.split('=')[0]]);
    });
});
