import assert from 'node:assert/strict';
import sinon from 'sinon';
import { ReportHealth } from '../../../src/application/operation/report-health.ts';

describe('the health report', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let time: sinon.SinonFakeTimers;

  beforeEach(() => {
    time = sinon.useFakeTimers();
  });
  afterEach(() => time.restore());

  it('does not wait for a probe that hangs', async () => {
    const hanging = { name: 'store' as const, check: () => new Promise<string>(() => undefined) };
    const report = new ReportHealth([hanging], log).run();
    await time.tickAsync(3000);
    assert.deepEqual(await report, { ok: false, checks: { store: 'failing' } });
  });

  it('reports a silent check as slow at first, then as failing', async () => {
    const check = sinon.stub<[], Promise<string>>().returns(new Promise(() => undefined));
    check.onFirstCall().resolves('ok');
    const health = new ReportHealth([{ name: 'store', check }], log);
    const reports: unknown[] = [];
    for (let seconds = 0; seconds < 12; seconds += 4) {
      const report = health.run();
      await time.tickAsync(4000);
      reports.push(await report);
    }
    const slow = { ok: true, checks: { store: 'ok; slow' } };
    const ok = { ok: true, checks: { store: 'ok' } };
    assert.deepEqual(reports, [ok, slow, slow]);
    const report = health.run();
    await time.tickAsync(3000);
    assert.deepEqual(await report, { ok: false, checks: { store: 'failing' } });
  });

  it('fails after a late failure', async () => {
    const check = sinon.stub<[], Promise<string>>();
    check.onFirstCall().resolves('ok');
    check.callsFake(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      throw new Error('locked');
    });
    const health = new ReportHealth([{ name: 'store', check }], log);
    await health.run();
    const reports: boolean[] = [];
    for (let call = 0; call < 2; call += 1) {
      await time.tickAsync(2000);
      const report = health.run();
      await time.tickAsync(3000);
      reports.push((await report).ok);
    }
    assert.deepEqual(reports, [true, false]);
  });

  it('repeats the answer of a probe', async () => {
    const probes = [
      { name: 'store' as const, check: () => Promise.resolve('ok') },
      { name: 'rule_packs' as const, check: () => Promise.resolve('4 packs') },
    ];
    const report = await new ReportHealth(probes, log).run();
    assert.deepEqual(report, { ok: true, checks: { store: 'ok', rule_packs: '4 packs' } });
  });

  it('logs the first failure of a check and its recovery', async () => {
    const warn = sinon.spy();
    const info = sinon.spy();
    let works = false;
    const check = () => (works ? Promise.resolve('ok') : Promise.reject(new Error('down')));
    const health = new ReportHealth([{ name: 'store', check }], { ...log, warn, info });
    await health.run();
    time.tick(1000);
    assert.equal((await health.run()).ok, false);
    assert.equal(warn.callCount, 1);
    works = true;
    time.tick(1000);
    await health.run();
    time.tick(1000);
    await health.run();
    assert.equal(info.callCount, 1);
  });

  it('runs its probes at most once a second, whatever the number of callers', async () => {
    const check = sinon.stub().resolves('ok');
    const health = new ReportHealth([{ name: 'store', check }], log);
    await Promise.all([health.run(), health.run()]);
    time.tick(999);
    await health.run();
    assert.equal(check.callCount, 1);
    time.tick(1);
    await health.run();
    assert.equal(check.callCount, 2);
  });

  it('leaves no timer behind', async () => {
    await new ReportHealth([{ name: 'store', check: () => Promise.resolve('ok') }], log).run();
    assert.equal(time.countTimers(), 0);
  });
});
