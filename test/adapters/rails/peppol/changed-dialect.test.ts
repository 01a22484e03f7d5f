import assert from 'node:assert/strict';
import { found, type World } from '../../../application/sending/world.ts';
import { anInvoice, closeAll, CREDENTIAL, jsonAnswer, LOST, provider, run } from './access-point.ts';

after(closeAll);

/** Changes the credential in place: same address, participant and token, another dialect. */
function change(world: World, dialect: string): void {
  world.credential = { ...world.credential!, value: JSON.stringify({ ...CREDENTIAL, dialect }) };
}

const HISTORY = 'GET /api/ops/outbound/history';
const SENT_BY_PHOSS_AP = 'POST /api/outbound/submit-sbd';
const SENT_BY_PHASE4 = 'POST /sendsbdh';
const NOTHING = {
  'GET /api/outbound/in-transmission': [jsonAnswer(200, [])],
  [HISTORY]: [jsonAnswer(200, [])],
};

describe('an invoice whose answer was lost, and whose credential then names another dialect at the same address', () => {
  for (const [from, to, sent] of [
    ['phoss-ap', 'phase4', SENT_BY_PHOSS_AP],
    ['phase4', 'phoss-ap', SENT_BY_PHASE4],
  ] as const)
    it(`waits without a call over ${to}: ${from} may have it`, async () => {
      const world = await anInvoice(from);
      const { rail, calls } = await provider({ ...NOTHING, [sent]: [LOST] });
      await run(world, rail, 1);
      change(world, to);
      await run(world, rail, 8);
      const { state, care } = await found(world);
      assert.deepEqual(
        [state, care.map(({ code }) => code), calls.map(({ call }) => call)],
        ['submitting', ['EI-CREDENTIAL-MISSING'], [sent]],
      );
    });

  it('has a status inquiry after the credential names the dialect of the send again', async () => {
    const world = await anInvoice('phoss-ap');
    const { rail, calls } = await provider({ ...NOTHING, [SENT_BY_PHOSS_AP]: [LOST] });
    await run(world, rail, 1);
    change(world, 'phase4');
    await run(world, rail, 2);
    change(world, 'phoss-ap');
    await run(world, rail, 1);
    assert.ok(calls.some(({ call }) => call === HISTORY));
  });
});
