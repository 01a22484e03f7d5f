import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../src/domain/lifecycle/activity.ts';
import { handIn, RunningApi } from './harness.ts';
import { openCare } from './open-care.ts';
import { OPERATOR_KEY } from './world.ts';

interface Row {
  readonly at: string;
  readonly route: string;
  readonly received: number;
  readonly care: number;
}

describe('GET /activity', () => {
  let api: RunningApi;
  beforeEach(async () => {
    api = await RunningApi.start();
  });
  afterEach(() => api.stop());

  const read = async (query = '', key?: string) => {
    const answer = await api.call('GET', `/activity${query}`, {
      key: key ?? (await api.world.clientKey('acme')),
    });
    assert.equal(answer.status, 200, answer.text);
    const rows = answer.json.data as Row[];
    return rows.filter(({ route }) => route === 'DE-XRECHNUNG');
  };

  it('has 24 hours, the present one last, zeros included', async () => {
    await handIn(api, 'acme');
    await handIn(api, 'other');
    api.world.clock.advance(HOUR_MS);
    await openCare(api, 'acme', [{ code: 'BR-1', whoActs: 'erp', openedAt: api.world.clock.now() }]);
    const rows = await read();
    assert.equal(rows.length, 24);
    const start = new Date(Math.floor(api.world.clock.now().getTime() / HOUR_MS) * HOUR_MS);
    const zeros = { route: 'DE-XRECHNUNG', received: 0, delivered: 0, refused: 0, care: 0 };
    assert.deepEqual(rows.slice(-3), [
      { ...zeros, at: new Date(start.getTime() - 2 * HOUR_MS).toISOString() },
      { ...zeros, at: new Date(start.getTime() - HOUR_MS).toISOString(), received: 1 },
      { ...zeros, at: start.toISOString(), received: 1, care: 1 },
    ]);
    assert.equal((await read('', OPERATOR_KEY)).at(-2)!.received, 2);
    assert.equal((await read('?client=other', OPERATOR_KEY)).at(-2)!.received, 1);
  });

  it('has 30 UTC days, with the sums of their hours', async () => {
    await handIn(api, 'acme');
    api.world.clock.advance(HOUR_MS);
    await handIn(api, 'acme');
    api.world.clock.advance(24 * HOUR_MS);
    const rows = await read('?by=day');
    assert.equal(rows.length, 30);
    assert.match(rows[0]!.at, /T00:00:00\.000Z$/);
    assert.deepEqual([rows.at(-2)!.received, rows.at(-1)!.received], [2, 0]);
  });
});
