import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

// The start of the program opens many files at once.
const MOST = 500;

describe('a service that runs out of descriptors', () => {
  const { path, remove } = emptyFolder();
  const connections: Socket[] = [];
  let service: Service;
  after(async () => {
    for (const connection of connections) connection.destroy();
    await service?.stop();
    remove();
  });

  it('logs it, and logs when descriptors are free again; then it answers as before', async () => {
    service = await startService({
      cwd: path,
      env: { OPERATOR_KEY, LOG_LEVEL: 'info' },
      under: ['sh', '-c', `ulimit -n ${MOST} && exec "$@"`, 'sh'],
    });
    const lines = () =>
      service
        .printed()
        .split('\n')
        .filter((line) => line.includes('"check":"descriptors"'));
    const lineOf = async (number: number): Promise<string> => {
      await until(() => lines().length >= number, `line ${number} of the check`, 60_000, 100);
      return lines()[number - 1]!;
    };
    // The API refuses connections before that; the internal listener accepts all.
    const port = Number(new URL(service.metricsUrl).port);
    for (let n = 0; n < 2 * MOST; n += 1)
      connections.push(connect(port, '127.0.0.1').on('error', () => undefined));
    assert.match(await lineOf(1), /"level":40.*EMFILE.*a health check fails/);
    for (const connection of connections) connection.destroy();
    assert.match(await lineOf(2), /works again/);
    assert.equal((await fetch(`${service.url}/health`)).status, 200);
    assert.equal(await service.stop(), 0);
  });
});
