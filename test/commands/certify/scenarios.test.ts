import assert from 'node:assert/strict';
import { SCENARIOS } from '../../../src/commands/certify/scenarios.ts';
import { ROUTE_PROFILES } from '../../../src/domain/routes/all.ts';

describe('the scenarios for ERPs', () => {
  const withNetwork = ROUTE_PROFILES.filter(({ hasRail }) => hasRail).map(({ name }) => name);

  for (const scenario of ['correction', 'webhook-twice', 'webhook-order', 'outage'])
    it(`are played over each network: ${scenario}`, () =>
      assert.deepEqual(
        SCENARIOS.find(({ name }) => name === scenario)?.routes?.toSorted(),
        withNetwork.toSorted(),
      ));
});
