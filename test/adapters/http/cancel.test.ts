import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { CANCEL_RULES, INVOICE_STATES, type InvoiceState } from '../../../src/domain/lifecycle/states.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { handIn, RunningApi, typeOf, withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';
import { MortalWorld } from './mortal.ts';

describe('POST /invoices/{id}/cancel', () => {
  let api: RunningApi;
  let client: string;
  let key: string;

  withOwnClients((own) => ({ api, client, key } = own));

  const cancel = (id: string, by = key, body?: unknown, idempotencyKey = newIdempotencyKey()) =>
    api.call('POST', `/invoices/${id}/cancel`, {
      key: by,
      idempotencyKey,
      ...(body !== undefined && { body }),
    });

  /** Changes a record as a worker does. */
  async function put(id: string, change: object): Promise<void> {
    const record = (await api.world.invoices.find(id))!;
    const next = { ...record, ...change, version: record.version + 1 };
    assert.equal(
      await api.world.invoices.commit({ record: next, events: [], audit: [], files: [] }),
      'committed',
    );
  }

  async function invoiceThatIs(state: InvoiceState, change: object = {}): Promise<string> {
    const id = await handIn(api, client);
    await put(id, { state, ...change });
    return id;
  }

  const ANSWERS: Readonly<Record<(typeof CANCEL_RULES)[InvoiceState], string>> = {
    cancel: '200 undefined',
    'already-cancelled': '200 undefined',
    'send-in-progress': '409 send-in-progress',
    'dead-letter': '409 dead-letter',
    'already-submitted': '409 already-submitted',
  };
  for (const state of INVOICE_STATES)
    it(`answers ${ANSWERS[CANCEL_RULES[state]]} if the invoice is ${state}`, async () => {
      const id = await invoiceThatIs(state);
      const answer = await cancel(id);
      assert.equal(
        `${answer.status} ${answer.json.type ? typeOf(answer) : undefined}`,
        ANSWERS[CANCEL_RULES[state]],
      );
      const after = (await api.world.invoices.find(id))!.state;
      assert.equal(after, answer.status === 200 ? 'cancelled' : state);
      if (CANCEL_RULES[state] === 'already-submitted')
        assert.equal(answer.json.detail, `The invoice is ${state}.`);
    });

  it('stays refused under its Idempotency-Key, though it would be possible by now', async () => {
    const id = await invoiceThatIs('submitting');
    const first = await cancel(id, key, undefined, 'cancel-once');
    await put(id, { state: 'queued' });
    const again = await cancel(id, key, undefined, 'cancel-once');
    assert.deepEqual([first.status, again.status, again.text], [409, 409, first.text]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal((await cancel(id)).status, 200);
  });

  it('writes one event and one audit row with the reason, and stops the work', async () => {
    const id = await handIn(api, client);
    await cancel(id, key, { reason: 'Sent by mistake' });
    await cancel(id);
    const { json } = await api.call('GET', `/invoices/${id}/events`, { key });
    const events = json.data as { sequence: number; status: string }[];
    assert.deepEqual(
      events.map(({ sequence, status }) => [sequence, status]),
      [
        [1, 'received'],
        [2, 'cancelled'],
      ],
    );
    assert.equal((await api.world.invoices.find(id))!.dueAt, null);
    const rows = await api.world.audit.recent({ client, action: 'invoice_cancelled', limit: 10 });
    assert.deepEqual(
      rows.map(({ subject, details }) => [subject, details]),
      [[id, { from: 'queued', reason: 'Sent by mistake' }]],
    );
  });

  it('refuses a reason over 200 characters', async () => {
    const answer = await cancel(await handIn(api, client), key, { reason: 'x'.repeat(201) });
    assert.equal(answer.status, 400);
  });

  it('applies the rules again if a worker was faster', async () => {
    const id = await handIn(api, client);
    const { invoices } = api.world;
    const commit = invoices.commit.bind(invoices);
    let raced = false;
    Object.defineProperty(invoices, 'commit', {
      configurable: true,
      writable: true,
      value: async (change: Parameters<typeof commit>[0]) => {
        if (!raced) {
          raced = true;
          const record = (await invoices.find(id))!;
          await commit({
            record: { ...record, state: 'submitting', version: 2 },
            events: [],
            audit: [],
            files: [],
          });
        }
        return commit(change);
      },
    });
    assert.equal(typeOf(await cancel(id)), 'send-in-progress');
    Object.defineProperty(invoices, 'commit', { configurable: true, writable: true, value: commit });
  });

  describe('of a dead letter', () => {
    const CARE = { code: 'KOSIT-RUN', whoActs: 'us', openedAt: new Date(0) } as const;

    it('is for the operator only, if no call to the route was made', async () => {
      const id = await invoiceThatIs('dead_letter', { care: [CARE] });
      const answer = await cancel(id, OPERATOR_KEY);
      assert.deepEqual([answer.status, answer.json.state], [200, 'cancelled']);
      const [row] = (await api.world.invoices.find(id))!.care;
      assert.notEqual(row?.handledAt, undefined);
    });

    it('marks open care rows as handled, and does not change handled ones', async () => {
      const earlier = { ...CARE, code: 'BR-01', handledAt: new Date(1) };
      const id = await invoiceThatIs('dead_letter', { care: [earlier, CARE] });
      await cancel(id, OPERATOR_KEY);
      assert.deepEqual(withEnglish((await api.world.invoices.find(id))!.care), [
        earlier,
        { ...CARE, handledAt: api.world.clock.now() },
      ]);
    });

    it('is refused if the route was called', async () => {
      const id = await invoiceThatIs('dead_letter', { reachedRail: true });
      assert.equal(typeOf(await cancel(id, OPERATOR_KEY)), 'dead-letter-reached-rail');
    });

    it('removes stored answers about it: a refused cancel runs again, the document can be sent again', async () => {
      const body = withDocument('invoice.number', newIdempotencyKey());
      const submit = () => api.call('POST', '/invoices', { key, idempotencyKey: 'the-order', body });
      const first = await submit();
      const id = String(first.json.id);
      await put(id, { state: 'dead_letter' });
      const mine = newIdempotencyKey();
      assert.equal(typeOf(await cancel(id, key, undefined, mine)), 'dead-letter');
      assert.equal((await cancel(id, OPERATOR_KEY)).status, 200);
      const again = await cancel(id, key, undefined, mine);
      assert.deepEqual([again.status, again.json.state], [200, 'cancelled']);
      const second = await submit();
      assert.deepEqual([second.status, second.json.duplicate_of], [202, undefined]);
      assert.notEqual(second.json.id, id);
    });

    it("keeps the stored answers to a client's own cancel", async () => {
      const body = withDocument('invoice.number', newIdempotencyKey());
      const submit = () => api.call('POST', '/invoices', { key, idempotencyKey: 'the-order', body });
      const id = String((await submit()).json.id);
      await cancel(id);
      await cancel(id, OPERATOR_KEY);
      assert.equal((await submit()).json.id, id, 'a retry must not send a cancelled invoice');
    });
  });

  describe('in a process that dies', () => {
    /** The calls: rate with audit, the invoice with its attempts, claim, find, forget, commit, forget, the invoice again, answer. */
    const CALLS = 11;
    for (const call of Array.from({ length: CALLS }, (_, index) => index + 1))
      for (const when of ['before', 'after'] as const)
        it(`is finished by the next caller: ${when} its call ${call} to a store`, async () => {
          const { world } = api;
          const id = await invoiceThatIs('dead_letter');
          const idempotencyKey = newIdempotencyKey();
          const dying = await RunningApi.start(new MortalWorld(world, { call, when }), false);
          const lost = await dying.call('POST', `/invoices/${id}/cancel`, {
            key: OPERATOR_KEY,
            idempotencyKey,
          });
          await dying.stop();
          assert.equal(lost.status, 500);
          world.clock.advance(10_000);
          const answer = await cancel(id, OPERATOR_KEY, undefined, idempotencyKey);
          assert.deepEqual([answer.status, answer.json.state], [200, 'cancelled'], answer.text);
          assert.equal((await world.eventFeed.events(id)).length, 2);
        });

    it('is tested with a kill at each of its calls', async () => {
      const id = await invoiceThatIs('dead_letter');
      const immortal = new MortalWorld(api.world, { call: 0, when: 'before' });
      const other = await RunningApi.start(immortal);
      await other.call('POST', `/invoices/${id}/cancel`, {
        key: OPERATOR_KEY,
        idempotencyKey: newIdempotencyKey(),
      });
      await other.stop();
      assert.equal(immortal.calls, CALLS);
    });
  });

  it('lets the document be sent again under a new key', async () => {
    const body = submission();
    const first = await api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), body });
    await cancel(String(first.json.id));
    const second = await api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), body });
    assert.equal(second.json.duplicate_of, undefined);
  });
});
