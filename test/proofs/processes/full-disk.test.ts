import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';
import { smallDisk } from '../../support/small-disk.ts';

describe('a service whose disk is full', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  it('reports it in health, refuses calls for now, and continues once there is room', async function () {
    const disk = smallDisk('60m');
    if (!disk) return this.skip();
    try {
      const env = { STORE_URL: `sqlite:${join(disk.path, 'ids.db')}`, OPERATOR_KEY };
      const service = await startService({ cwd: path, env });
      const erp = await Erp.of(service, 'acme');
      const health = async () => {
        await pause(1100);
        const { status, json } = await erp.get<{ checks: Record<string, string> }>('/health');
        return [status, json.checks['store']];
      };
      assert.deepEqual(await health(), [200, 'ok']);
      disk.fill();
      assert.deepEqual(await health(), [503, 'failing']);
      // A few fit into the room that the write-ahead log has already.
      let refused;
      for (let n = 0; refused === undefined && n < 200; n += 1) {
        const answer = await erp.submit(numbered(example('thousand-lines'), `FULL-${n}`));
        if (answer.status === 503) refused = answer;
        else assert.ok([202, 429].includes(answer.status), answer.text);
      }
      assert.match(refused?.headers.get('retry-after') ?? '', /^[0-9]+$/);
      disk.free();
      assert.deepEqual(await health(), [200, 'ok']);
      const { status, json } = await erp.submit(numbered(example('plain'), 'ROOM'));
      assert.equal(status, 202);
      assert.equal((await erp.settled(json.id, 120_000)).state, 'ready');
      assert.equal(await service.stop(), 0);
    } finally {
      disk.remove();
    }
  });
});
