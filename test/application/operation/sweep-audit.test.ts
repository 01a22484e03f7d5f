import assert from 'node:assert/strict';
import { SweepAudit } from '../../../src/application/operation/sweep-audit.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';

describe('the sweep of the audit log', () => {
  it('removes all rows older than the retention, and no others', async () => {
    const [audit, clock] = [memoryStores().audit, new FakeClock()];
    const row = { action: 'key_used', actor: 'key_1' };
    for (let n = 0; n < 1200; n += 1) await audit.write({ ...row, at: clock.now() });
    const young = { ...row, at: new Date(clock.now().getTime() + 1) };
    await audit.write(young);
    const sweep = new SweepAudit({ audit, clock, auditDays: 2 });
    assert.equal(await sweep.run(), 0);
    clock.advance(2 * 86_400_000 + 1);
    assert.equal(await sweep.run(), 1200);
    assert.deepEqual(await audit.recent({ limit: 10 }), [young]);
  });
});
