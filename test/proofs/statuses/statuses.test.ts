import assert from 'node:assert/strict';
import { describeOnEachStore, storeOf } from '../../support/each-store.ts';
import { printCount } from '../counts.ts';
import { nameOf } from '../delivery/points.ts';
import { STATUS_NETWORKS } from './networks.ts';
import { sendStatuses, targetsOf } from './statuses-run.ts';

describeOnEachStore('a status that a client sends, with kill -9 at each of its writes and calls', (open) => {
  for (const network of STATUS_NETWORKS)
    it(`is at the network of ${network.route} once, and one event reports it`, async () => {
      const store = open();
      try {
        const { faults, deaths, accepted } = await sendStatuses({
          folder: store.folder,
          storeUrl: store.env['STORE_URL']!,
          network,
        });
        console.log(`      ${accepted} statuses accepted, ${deaths.length} processes killed, one frozen`);
        assert.deepEqual(faults, []);
        assert.deepEqual(deaths, targetsOf(network).map(nameOf));
        printCount({ of: `${storeOf(store)}, ${network.route}`, unit: 'kills', count: deaths.length });
      } finally {
        store.remove();
      }
    }).timeout(1_800_000);
});
