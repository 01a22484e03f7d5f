import assert from 'node:assert/strict';
import sinon from 'sinon';
import { ReportHealth } from '../../src/application/report-health.ts';

describe('the health report', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let time: sinon.SinonFakeTimers;

  beforeEach(() => {
    time = sinon.useFakeTimers();
  });
  afterEach(() => time.restore());

  it('does not wait for a probe that hangs', async () => {
    const hanging = { name: 'store' as const, check: () => new Promise<void>(() => undefined) };
    const report = new ReportHealth([hanging], log).run();
    await time.tickAsync(3000);
    assert.deepEqual(await report, { ok: false, checks: { store: 'failing' } });
  });

  it('repeats what a probe says, and ok for one that says nothing', async () => {
    const probes = [
      { name: 'store' as const, check: () => Promise.resolve() },
      { name: 'rule_packs' as const, check: () => Promise.resolve('4 packs') },
    ];
    const report = await new ReportHealth(probes, log).run();
    assert.deepEqual(report, { ok: true, checks: { store: 'ok', rule_packs: '4 packs' } });
  });

  it('leaves no timer behind', async () => {
    await new ReportHealth([{ name: 'store', check: () => Promise.resolve() }], log).run();
    assert.equal(time.countTimers(), 0);
  });
});
