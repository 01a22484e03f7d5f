import assert from 'node:assert/strict';
import { openChecks } from '../../../src/commands/check/offline-checks.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';
import { builtThreads } from '../run-ids.ts';

const LARGE_BYTES = 600_000;

describe('checks without a service', () => {
  it('give large documents every thread', async () => {
    const { pool, close } = await openChecks(PREPARED_PACKS, builtThreads(2), assert.fail);
    const bytes = Buffer.from('<Invoice/>'.padEnd(LARGE_BYTES));
    const reads = [1, 2, 3].map(() => pool.readFile(bytes, { client: '', whenBusy: 'wait' }));
    const { busyThreads, waiting } = pool.stats();
    await Promise.all(reads);
    await close();
    assert.deepEqual({ busyThreads, waiting }, { busyThreads: 2, waiting: 1 });
  });
});
