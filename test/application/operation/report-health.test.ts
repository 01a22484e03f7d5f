import assert from 'node:assert/strict';
import sinon from 'sinon';
import { StillStarting } from '../../../src/ports/probe.ts';
import { ReportHealth } from '../../../src/application/operation/report-health.ts';

const LATE_MS = 4_000;

describe('the health report', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let time: sinon.SinonFakeTimers;

  beforeEach(() => {
    time = sinon.useFakeTimers();
  });
  afterEach(() => time.restore());

  it('does not wait for a probe that hangs', async () => {
    const hanging = { name: 'store' as const, check: () => new Promise<string>(() => undefined) };
    const report = new ReportHealth({ probes: [hanging], log }).run();
    await time.tickAsync(3000);
    assert.deepEqual(await report, { status: 'failing', checks: { store: 'failing' } });
  });

  it('reports a silent check as slow at first, then as failing', async () => {
    const check = sinon.stub<[], Promise<string>>().returns(new Promise(() => undefined));
    check.onFirstCall().resolves('ok');
    const health = new ReportHealth({ probes: [{ name: 'store', check }], log });
    const reports: unknown[] = [];
    for (let seconds = 0; seconds < 16; seconds += 4) {
      const report = health.run();
      await time.tickAsync(4000);
      reports.push(await report);
    }
    const slow = { status: 'ok', checks: { store: 'ok; slow' } };
    const ok = { status: 'ok', checks: { store: 'ok' } };
    assert.deepEqual(reports, [ok, slow, slow, slow]);
    const report = health.run();
    await time.tickAsync(3000);
    assert.deepEqual(await report, { status: 'failing', checks: { store: 'failing' } });
  });

  it('reports a check as slow that was not asked for a minute', async () => {
    const check = sinon.stub<[], Promise<string>>().returns(new Promise(() => undefined));
    check.onFirstCall().resolves('ok');
    const health = new ReportHealth({ probes: [{ name: 'store', check }], log });
    await health.run();
    for (const status of ['ok', 'failing']) {
      await time.tickAsync(60_000);
      const report = health.run();
      await time.tickAsync(3000);
      assert.equal((await report).status, status);
    }
  });

  it('reports a check as slow whose answers all come late', async () => {
    const late = () => new Promise<string>((resolve) => setTimeout(() => resolve('ok'), LATE_MS));
    const check = sinon.stub<[], Promise<string>>().callsFake(late);
    check.onFirstCall().resolves('ok');
    const health = new ReportHealth({ probes: [{ name: 'store', check }], log });
    await health.run();
    for (let call = 0; call < 20; call += 1) {
      await time.tickAsync(1000);
      const report = health.run();
      await time.tickAsync(3000);
      assert.equal((await report).status, 'ok');
    }
  });

  it('fails after a late failure', async () => {
    const check = sinon.stub<[], Promise<string>>();
    check.onFirstCall().resolves('ok');
    check.callsFake(async () => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS + 1_000));
      throw new Error('locked');
    });
    const health = new ReportHealth({ probes: [{ name: 'store', check }], log });
    await health.run();
    const reports: string[] = [];
    for (let call = 0; call < 2; call += 1) {
      await time.tickAsync(2000);
      const report = health.run();
      await time.tickAsync(3000);
      reports.push((await report).status);
    }
    assert.deepEqual(reports, ['ok', 'failing']);
  });

  it('says that the process is starting, without a line in the log, unless something else fails', async () => {
    const warn = sinon.spy();
    const starting = {
      name: 'validators' as const,
      check: () => Promise.reject(new StillStarting('loading')),
    };
    const broken = { name: 'store' as const, check: () => Promise.reject(new Error('locked')) };
    const report = await new ReportHealth({ probes: [starting], log: { ...log, warn } }).run();
    assert.deepEqual(report, { status: 'starting', checks: { validators: 'starting' } });
    sinon.assert.notCalled(warn);
    const worse = await new ReportHealth({ probes: [starting, broken], log: { ...log, warn } }).run();
    assert.deepEqual(worse, { status: 'failing', checks: { validators: 'starting', store: 'failing' } });
    sinon.assert.calledOnce(warn);
  });

  it('repeats the answer of a probe', async () => {
    const probes = [
      { name: 'store' as const, check: () => Promise.resolve('ok') },
      { name: 'rule_packs' as const, check: () => Promise.resolve('4 packs') },
    ];
    const report = await new ReportHealth({ probes, log }).run();
    assert.deepEqual(report, { status: 'ok', checks: { store: 'ok', rule_packs: '4 packs' } });
  });

  it('logs the first failure of a check and its recovery', async () => {
    const warn = sinon.spy();
    const info = sinon.spy();
    let works = false;
    const check = () => (works ? Promise.resolve('ok') : Promise.reject(new Error('down')));
    const health = new ReportHealth({ probes: [{ name: 'store', check }], log: { ...log, warn, info } });
    await health.run();
    time.tick(1000);
    assert.equal((await health.run()).status, 'failing');
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
    const health = new ReportHealth({ probes: [{ name: 'store', check }], log });
    await Promise.all([health.run(), health.run()]);
    time.tick(999);
    await health.run();
    assert.equal(check.callCount, 1);
    time.tick(1);
    await health.run();
    assert.equal(check.callCount, 2);
  });

  it('says soon that a start has ended', async () => {
    const check = sinon.stub<[], Promise<string>>().resolves('ok');
    check.onFirstCall().rejects(new StillStarting('loading'));
    const health = new ReportHealth({ probes: [{ name: 'validators', check }], log });
    assert.equal((await health.run()).status, 'starting');
    time.tick(50);
    assert.equal((await health.run()).status, 'ok');
    time.tick(999);
    await health.run();
    assert.equal(check.callCount, 2);
  });

  it('leaves no timer behind', async () => {
    await new ReportHealth({ probes: [{ name: 'store', check: () => Promise.resolve('ok') }], log }).run();
    assert.equal(time.countTimers(), 0);
  });
});
