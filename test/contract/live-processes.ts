import assert from 'node:assert/strict';
import type { LiveProcess } from '../../src/ports/live-processes.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const WORKER: LiveProcess = {
  id: 'prc_2',
  role: 'worker',
  lanes: ['check', 'PL-KSEF'],
  version: '0.1.0',
  masterKeys: ['f1', 'f2'],
  startedAt: after(1000),
  seenAt: after(1000),
};
const API: LiveProcess = { ...WORKER, id: 'prc_1', role: 'api', lanes: [], masterKeys: [], startedAt: START };

export function describesLiveProcesses(open: Open): void {
  const it = on(open);

  it('are seen by every process, in the order of their starts', async ({ processes, other }) => {
    await processes.renew(WORKER, START);
    await other.processes.renew(API, START);
    assert.deepEqual(await processes.seenSince(after(1000)), [API, WORKER]);
    assert.deepEqual(await other.processes.seenSince(after(1001)), []);
  });

  it('have one row each, with the last sign of life', async ({ processes }) => {
    await processes.renew(WORKER, START);
    const renewed = { ...WORKER, seenAt: after(11_000), masterKeys: ['f2'] };
    await processes.renew(renewed, START);
    assert.deepEqual(await processes.seenSince(START), [renewed]);
  });

  it('are forgotten when they leave, and by others some time after they were killed', async ({
    processes,
  }) => {
    const others = [
      { ...API, id: 'prc_3' },
      { ...API, id: 'prc_4', seenAt: after(500) },
    ];
    for (const each of others) await processes.renew(each, START);
    await processes.leave('prc_3');
    assert.deepEqual(await processes.seenSince(START), [others[1]]);
    await processes.renew(WORKER, after(501));
    assert.deepEqual(await processes.seenSince(START), [WORKER]);
  });
}
