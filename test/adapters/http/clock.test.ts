import assert from 'node:assert/strict';
import { RunningApi } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';

describe('the clock of the service', () => {
  let api: RunningApi;
  beforeEach(async () => {
    api = await RunningApi.start();
  });
  afterEach(() => api.stop());

  const move = (seconds: number) =>
    api.call('POST', '/clock', { key: OPERATOR_KEY, body: { advance_seconds: seconds } });

  it('is read with every key that reads, and moved forward by the operator', async () => {
    const key = await api.world.clientKey('acme');
    const before = await api.call('GET', '/clock', { key });
    assert.deepEqual(before.json, { now: '2026-10-05T08:00:00.000Z', can_move: true });
    const moved = await move(90.5);
    assert.deepEqual(moved.json, { now: '2026-10-05T08:01:30.500Z', can_move: true });
    const after = await api.call('GET', '/clock', { key });
    assert.equal(after.json.now, '2026-10-05T08:01:30.500Z');
  });

  it('never goes back', async () => {
    assert.equal((await move(-1)).status, 400);
    assert.equal(api.world.clock.now().toISOString(), '2026-10-05T08:00:00.000Z');
  });

  it('does not move beyond what can be written', async () => {
    const world = new World();
    world.testClock = { advance: async () => undefined };
    const late = await RunningApi.start(world);
    const body = { advance_seconds: 60 };
    const { status, json } = await late.call('POST', '/clock', { key: OPERATOR_KEY, body });
    await late.stop();
    assert.deepEqual([status, json.detail], [400, 'The clock ends with the year 9998; nothing was moved.']);
  });
});

describe('the clock of a service without CLOCK_CONTROL', () => {
  it('is read, and moved by no key', async () => {
    const world = new World();
    world.testClock = undefined;
    const api = await RunningApi.start(world);
    const read = await api.call('GET', '/clock', { key: OPERATOR_KEY });
    assert.equal(read.json.can_move, false);
    const { status, json } = await api.call('POST', '/clock', {
      key: OPERATOR_KEY,
      body: { advance_seconds: 60 },
    });
    assert.deepEqual([status, json.detail], [404, 'This clock does not move: CLOCK_CONTROL is off.']);
    await api.stop();
  });
});
