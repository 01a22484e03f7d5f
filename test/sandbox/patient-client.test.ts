import assert from 'node:assert/strict';
import sinon from 'sinon';
import type { OutboundAnswer } from '../../src/ports/outbound.ts';
import { PatientClient } from './patient-client.ts';
import { type Reply, ScriptedNetwork } from './scripted-network.ts';

describe('a client of scripted networks', () => {
  const network = new ScriptedNetwork();
  before(() => network.listen());
  after(() => network.close());
  const call = (client = new PatientClient()): Promise<OutboundAnswer> =>
    client.call({
      method: 'GET',
      url: `${network.url}/x?y=1`,
      namedBy: 'operator',
      timeoutMs: 500,
      maxBytes: 9,
    });

  it('waits for an answer beyond the limit of the call', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const late = (): Reply => {
        clock.tick(60_000);
        return { body: 'late' };
      };
      network.script({ 'GET /x': late });
      assert.equal((await call()).outcome, 'answered');
    } finally {
      clock.restore();
    }
  });

  it('waits for a connection longer than others do', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      network.script({ 'GET /x': { body: 'late' } });
      const answer = call();
      clock.tick(60_000);
      assert.equal((await answer).outcome, 'answered');
    } finally {
      clock.restore();
    }
  });

  for (const fault of ['stalled', 'silent'] as const)
    it(`gives an answer up that never ends: ${fault}`, async () => {
      network.script({ 'GET /x': { fault, body: '{' } });
      const client = new PatientClient();
      assert.deepEqual(await call(client), { outcome: 'lost', reason: 'timeout' });
      assert.deepEqual(client.exceededMs, [500]);
    });
});
