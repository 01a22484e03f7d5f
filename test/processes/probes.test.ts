import assert from 'node:assert/strict';
import { Container } from 'inversify';
import { PinoLog } from '../../src/adapters/pino/pino-log.ts';
import { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { ReportHealth } from '../../src/application/operation/report-health.ts';
import { WatchWorkers } from '../../src/application/operation/watch-workers.ts';
import { probes } from '../../src/processes/probes.ts';

const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The health of a process whose watch found these lanes without a worker. */
async function healthWith(waitingLanes: readonly string[]) {
  const container = new Container();
  container.bind(PinoLog).toConstantValue({} as PinoLog);
  container.bind(PoolValidator).toConstantValue({} as PoolValidator);
  container.bind(WatchWorkers).toConstantValue({ waitingLanes } as WatchWorkers);
  const workers = probes(container).filter(({ name }) => name === 'workers');
  return new ReportHealth(workers, LOG).run();
}

describe('the health of a process that takes invoices in', () => {
  it('stays ok without a worker, and names the lanes: the store keeps what waits', async () => {
    assert.deepEqual(await healthWith(['PEPPOL', 'check']), {
      status: 'ok',
      checks: { workers: 'ok; no worker for a minute: PEPPOL, check' },
    });
  });

  it('has no remark while every lane has a worker', async () => {
    assert.deepEqual((await healthWith([])).checks, { workers: 'ok' });
  });
});
