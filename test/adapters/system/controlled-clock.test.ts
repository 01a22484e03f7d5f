import assert from 'node:assert/strict';
import sinon from 'sinon';
import { ControlledClock } from '../../../src/adapters/system/controlled-clock.ts';
import type { StoreClock } from '../../../src/ports/store-clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';

describe('a clock that a store controls', () => {
  let timers: sinon.SinonFakeTimers;
  let store: StoreClock;
  let clock: ControlledClock;

  beforeEach(() => {
    timers = sinon.useFakeTimers({
      now: Date.parse('2026-05-01T00:00:00Z'),
      toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    });
    store = memoryStores().clock;
    clock = new ControlledClock(store);
  });
  afterEach(() => {
    clock.stop();
    timers.restore();
  });

  it('has real time until it is started', async () => {
    await store.advance(60_000, Infinity);
    await timers.tickAsync(1_000);
    assert.equal(clock.now().toISOString(), '2026-05-01T00:00:01.000Z');
    await clock.start();
    assert.equal(clock.now().toISOString(), '2026-05-01T00:01:01.000Z');
  });

  it('follows within a second when another process moves it', async () => {
    await clock.start();
    const other = new ControlledClock(store);
    assert.equal((await other.advance(60_000))?.toISOString(), '2026-05-01T00:01:00.000Z');
    await timers.tickAsync(1_000);
    assert.deepEqual([clock.offsetMs, clock.now()], [60_000, other.now()]);
  });

  it('uses the last offset while the store cannot be read', async () => {
    await store.advance(60_000, Infinity);
    await clock.start();
    const read = sinon.stub(store, 'offsetMs').rejects(new Error('no store'));
    await timers.tickAsync(1_000);
    assert.equal(clock.offsetMs, 60_000);
    read.restore();
    await store.advance(1, Infinity);
    await timers.tickAsync(1_000);
    assert.equal(clock.offsetMs, 60_001);
  });

  it('moves no further than the year 9999, at once or in steps', async () => {
    const tenYears = 315_360_000_000;
    let now: Date | undefined;
    for (let next = await clock.advance(tenYears); next; next = await clock.advance(tenYears)) now = next;
    assert.match(now!.toISOString(), /^998\d-|^999[0-8]-/);
    assert.equal(await clock.advance(8_000 * tenYears), undefined);
    assert.deepEqual(clock.now(), now, 'the clock did not move');
  });

  it('leaves no timer behind', async () => {
    await clock.start();
    clock.stop();
    assert.equal(timers.countTimers(), 0);
  });
});
