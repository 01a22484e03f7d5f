import assert from 'node:assert/strict';
import sinon from 'sinon';
import { HearCallback } from '../../../src/application/delivery/hear-callback.ts';
import type { CallbackHint, Rail } from '../../../src/ports/rail.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, setUp, workerOn } from './world.ts';

const CALLBACK = { body: new Uint8Array(), headers: {} };
const OF = { route: 'PEPPOL', client: 'acme', address: '192.0.2.7' } as const;

/** An invoice that the route holds, and callbacks of the route that verify under the credential as `hint` says. */
async function heard(hint: CallbackHint | undefined) {
  const rail: FakeRail & Pick<Rail, 'readCallback'> = Object.assign(new FakeRail(), {
    readCallback: () => hint,
  });
  rail.next.send.push({ mapping: WORDS.held });
  const world = await setUp(rail);
  await workerOn(world).run(world.id, 'PEPPOL');
  const runFor = sinon.stub().resolves();
  const callbacks = new HearCallback({
    ...world,
    rails: new Map([['PEPPOL', rail]]),
    credentials: { live: async () => [world.credential!] },
    answers: { runFor },
    log: { warn: sinon.spy() },
  });
  return { world, callbacks, runFor };
}

/** What follows the answer. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('a callback of a route', () => {
  it('has messages fetched at once, and changes nothing itself', async () => {
    const { world, callbacks, runFor } = await heard({});
    const before = await found(world);
    await callbacks.run(OF, CALLBACK);
    await settled();
    assert.deepEqual(runFor.args, [[{ client: 'acme', route: 'PEPPOL' }]]);
    assert.deepEqual(await found(world), before);
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL verified']);
  });

  it('about a submission has it asked for at once', async () => {
    const { world, callbacks } = await heard({ submissionId: 'sub-1' });
    const { dueAt, version } = await found(world);
    world.jobs.forget();
    assert.ok(dueAt! > world.clock.now());
    await callbacks.run(OF, CALLBACK);
    await settled();
    const hurried = await found(world);
    assert.deepEqual([hurried.dueAt, hurried.version], [world.clock.now(), version + 1]);
    assert.deepEqual([...world.jobs.waiting], [[world.id, world.clock.now()]]);
  });

  it('that does not verify is dropped and counted', async () => {
    const { world, callbacks, runFor } = await heard(undefined);
    await callbacks.run(OF, CALLBACK);
    await settled();
    assert.equal(runFor.callCount, 0);
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL dropped']);
  });

  it('of a route that makes none is dropped', async () => {
    const { world, callbacks } = await heard({});
    await callbacks.run({ ...OF, route: 'FR-PA' }, CALLBACK);
    assert.deepEqual(world.telemetry.callbacks, ['FR-PA dropped']);
  });

  it('is taken sixty times a minute for each client', async () => {
    const { world, callbacks } = await heard({});
    for (let calls = 0; calls < 60; calls += 1)
      assert.equal(callbacks.admit({ ...OF, address: `192.0.2.${calls}` }), 0);
    assert.ok(callbacks.admit(OF) > 0);
    assert.equal(callbacks.admit({ ...OF, client: 'other' }), 0);
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL limited']);
    world.clock.advance(60_000);
    assert.equal(callbacks.admit(OF), 0);
  });

  it('is taken six hundred times a minute from each address', async () => {
    const { callbacks } = await heard({});
    for (let calls = 0; calls < 600; calls += 1)
      assert.equal(callbacks.admit({ ...OF, client: `c-${calls}` }), 0);
    assert.ok(callbacks.admit({ ...OF, client: 'one-more' }) > 0);
    assert.equal(callbacks.admit({ ...OF, client: 'one-more', address: '192.0.2.8' }), 0);
  });
});
