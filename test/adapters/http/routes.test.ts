import assert from 'node:assert/strict';
import { makeCounted } from '../../../src/application/operation/counted-call.ts';
import { WatchRoutes } from '../../../src/application/operation/watch-routes.ts';
import type { WireCall } from '../../../src/domain/sending/network-calls.ts';
import { handIn, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

describe('GET /routes', () => {
  let api: RunningApi;
  beforeEach(async () => {
    api = await RunningApi.start();
  });
  afterEach(() => api.stop());

  const answer = async (client: string, call: Partial<WireCall>, isFetch = false) => {
    const { clock, routeStates } = api.world;
    const made = { at: clock.now(), outcome: 'answered', status: 200, tookMs: 5, ...call } as const;
    const watch = new WatchRoutes(
      { collect: async (work) => ({ value: await work([]), calls: [made] }) },
      routeStates,
    );
    const telemetry = { routeCalled: () => undefined };
    const of = { route: 'PEPPOL', client, call: 'any', isFetch } as const;
    await makeCounted(of, async () => undefined, { recorder: watch, telemetry, clock });
  };
  const peppol = async (key: string, query = '') => {
    const { json } = await api.call('GET', `/routes${query}`, { key });
    return (json.data as Record<string, unknown>[]).find(({ route }) => route === 'PEPPOL')!;
  };

  it("shows a client what came of its own calls, and nothing of another client's", async () => {
    await answer('acme', { status: 200 });
    api.world.clock.advance(1000);
    await answer('other', { status: 503 });
    await handIn(api, 'other', { route: 'DE-XRECHNUNG' });
    const own = await peppol(await api.world.clientKey('acme'));
    assert.deepEqual([own.state, own.failing_since, own.queued], ['works', undefined, 0]);
    const nothing = await peppol(await api.world.clientKey('third'));
    assert.deepEqual(nothing, { route: 'PEPPOL', state: 'not_called', queued: 0 });
  });

  it('shows the operator the newest answer, and the outage of one client if it is named', async () => {
    await answer('other', { status: 503 });
    api.world.clock.advance(10_000);
    await answer('acme', { tookMs: 4100 });
    assert.equal((await peppol(OPERATOR_KEY)).state, 'slow');
    const other = await peppol(OPERATOR_KEY, '?client=other');
    assert.equal(other.state, 'no_answer');
    assert.deepEqual(other.last_answer, { at: '2026-10-05T08:00:00.000Z', answer: '503', took_ms: 5 });
  });

  it('says that sends fail while answers are fetched, and the other way round', async () => {
    const shown = async () => {
      const { state, last_answer: last, failing_since: since } = await peppol(OPERATOR_KEY);
      return [state, (last as { answer: string }).answer, since];
    };
    await answer('acme', { status: 503 });
    const failedAt = api.world.clock.now().toISOString();
    api.world.clock.advance(10_000);
    await answer('acme', { status: 200 }, true);
    assert.deepEqual(await shown(), ['no_answer', '503', failedAt]);
    api.world.clock.advance(10_000);
    await answer('acme', { status: 202 });
    assert.deepEqual(await shown(), ['works', '202', undefined]);
    api.world.clock.advance(10_000);
    await answer('acme', { status: 502 }, true);
    const alsoFailedAt = api.world.clock.now().toISOString();
    api.world.clock.advance(10_000);
    await answer('acme', { tookMs: 4100 });
    assert.deepEqual(await shown(), ['no_answer', '502', alsoFailedAt]);
    await answer('acme', { status: 200 }, true);
    assert.deepEqual(await shown(), ['slow', '200', undefined]);
  });

  it('is written for a route that goes on working once in ten seconds, and read only when it fails', async () => {
    const { routeStates } = api.world;
    const done: string[] = [];
    const states: ConstructorParameters<typeof WatchRoutes>[1] = {
      find: async (id) => {
        done.push('find');
        return routeStates.find(id);
      },
      put: async (state) => {
        done.push('put');
        await routeStates.put(state);
      },
    };
    const calls: Partial<WireCall>[] = [];
    const watches = [1, 2].map(
      () =>
        new WatchRoutes(
          {
            collect: async (work) => {
              const value = await work([]);
              const call = calls.shift();
              return {
                value,
                calls: [{ at: api.world.clock.now(), outcome: 'answered', status: 200, tookMs: 5, ...call }],
              };
            },
          },
          states,
        ),
    );
    const after = async (ms: number, process: number, call: Partial<WireCall> = {}) => {
      api.world.clock.advance(ms);
      calls.push(call);
      await watches[process]!.collect({ route: 'PEPPOL', client: 'acme' }, async () => undefined);
      return done.splice(0);
    };
    assert.deepEqual(await after(0, 0), ['put']);
    assert.deepEqual(await after(9_999, 0), []);
    assert.deepEqual(await after(1, 0), ['put']);
    // Of another process, which learns when it worked last.
    assert.deepEqual(await after(1_000, 1, { status: 503 }), ['find', 'put']);
    const { at, workedAt, failingSince } = (await routeStates.find('PEPPOL acme'))!;
    assert.equal(Number(at) - Number(workedAt), 1_000);
    assert.deepEqual(failingSince, at);
    assert.deepEqual(await after(9_000, 0), ['put']);
    assert.equal((await routeStates.find('PEPPOL acme'))?.works, true);
  });

  it('never fails a call of a rail over its own store', async () => {
    const broken = { find: async () => undefined, put: () => Promise.reject(new Error('full')) };
    const call = { at: new Date(), outcome: 'lost' } as const;
    const watch = new WatchRoutes(
      { collect: async (work) => ({ value: await work([]), calls: [call] }) },
      broken,
    );
    const { value } = await watch.collect({ route: 'PEPPOL', client: 'acme' }, async () => 'sent');
    assert.equal(value, 'sent');
  });
});
