import assert from 'node:assert/strict';
import { FrPaRail } from '../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PeppolRail } from '../../../src/adapters/rails/peppol/peppol-rail.ts';
import { RoEfacturaRail } from '../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { keptSessions } from '../../fakes/kept-sessions.ts';
import { PatientClient } from '../../sandbox/patient-client.ts';

const POLLED_OFTEN = { pollWaitsMs: [1000] } as const;
const clock = new FakeClock();
const PORTS = {
  outbound: new PatientClient(),
  sessions: keptSessions(clock),
  clock,
  realClock: clock,
};

/** An empty look-up that counts too early leads to a second send. */
describe('how long after a lost call an empty look-up begins to count', () => {
  for (const [route, open] of [
    ['PEPPOL', (more: object) => new PeppolRail(PORTS.outbound, more)],
    ['FR-PA', (more: object) => new FrPaRail(PORTS, more)],
    [
      'RO-EFACTURA',
      (more: object) =>
        new RoEfacturaRail(PORTS, { anafUrl: 'https://x.example', oauthUrl: 'https://x.example', ...more }),
    ],
  ] as const) {
    it(`does not follow from how often a state is asked for, on ${route}`, () =>
      assert.deepEqual(open(POLLED_OFTEN).emptyLookups, open({}).emptyLookups));

    it(`is shorter in the sandbox, on ${route}`, () => {
      const [inSandbox, usual] = [open({ inSandbox: true }), open({})];
      assert.ok(inSandbox.emptyLookups.countAfterMs < usual.emptyLookups.countAfterMs);
    });
  }
});
