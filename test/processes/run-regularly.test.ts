import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import sinon from 'sinon';
import { runRegularly } from '../../src/processes/run-regularly.ts';

describe('a recurring task', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => clock.restore());

  it('runs at once and at each interval, also after a run that failed, until it is stopped', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const stop = runRegularly(
      100,
      async () => {
        runs += 1;
        if (runs === 2) throw new Error('once');
      },
      (error) => failures.push(error),
    );
    for (let n = 0; n < 3; n += 1) {
      await setImmediate();
      clock.tick(100);
    }
    await stop();
    clock.tick(1000);
    assert.deepEqual([runs, failures.length], [4, 1]);
  });

  it('does not overtake a run, and ends after it', async () => {
    let runs = 0;
    let end: () => void = () => assert.fail('not begun');
    const stop = runRegularly(
      100,
      () => {
        runs += 1;
        return new Promise<void>((resolve) => (end = resolve));
      },
      () => assert.fail(),
    );
    clock.tick(1000);
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await setImmediate();
    assert.deepEqual([runs, stopped], [1, false]);
    end();
    await stopping;
  });

  it('stops without a run that hangs', async () => {
    const began = performance.now();
    await runRegularly(
      100,
      () => new Promise(() => undefined),
      () => assert.fail(),
    )();
    assert.ok(performance.now() - began >= 900);
  });
});
