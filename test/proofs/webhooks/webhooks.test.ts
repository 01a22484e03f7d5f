import assert from 'node:assert/strict';
import { describeOnEachStore } from '../../support/each-store.ts';
import { SEED } from '../seed.ts';
import { deliverEvents } from './webhooks-run.ts';

describeOnEachStore('events, with receivers that fail and a worker that is killed', (open) => {
  it('are delivered at least once each, byte for byte, with all sequences complete', async () => {
    const store = open();
    try {
      const outcome = await deliverEvents({
        folder: store.folder,
        storeUrl: store.env['STORE_URL']!,
        seed: SEED,
        clients: 3,
        invoices: 8,
        kills: 3,
        failing: 0.3,
      });
      assert.deepEqual(outcome.faults, []);
      assert.equal(outcome.events, 3 * 8 * 3);
      assert.ok(outcome.failed > 0, 'receivers have failed');
    } finally {
      store.remove();
    }
  });
});
