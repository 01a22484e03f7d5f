import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { HandleCallback } from '../../../src/application/messages/handle-callback.ts';
import type { Callback, CallbackHint } from '../../../src/ports/rail/callbacks.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, setUp, workerOn } from '../sending/world.ts';

const CALLBACK = { body: new Uint8Array(), headers: {} };
const OF = { route: 'PEPPOL', client: 'acme', address: '192.0.2.7' } as const;

/** An invoice that the route holds, and callbacks that verify under the credential with this hint. */
async function setUpCallbacks(hint: CallbackHint | undefined, { pushes = false } = {}) {
  const rail: FakeRail & Pick<Rail, 'readCallback'> = Object.assign(new FakeRail(), {
    readCallback: (_: unknown, { headers }: Callback) => (headers['forged'] ? undefined : hint),
    ...(pushes && { pushesMessages: true as const }),
  });
  rail.next.send.push({ mapping: WORDS.held });
  const world = await setUp(rail);
  await workerOn(world).run(world.id, 'PEPPOL');
  const runFor = sinon.stub().resolves();
  const takePushed = sinon.stub().resolves(true);
  const callbacks = new HandleCallback({
    ...world,
    rails: new Map([['PEPPOL', rail]]),
    credentials: { live: async () => [world.credential!] },
    answers: { runFor, takePushed },
    log: { warn: sinon.spy() },
  });
  return { world, rail, callbacks, runFor, takePushed };
}

/** The work after the answer has run: each write of the store takes a turn. */
async function workDone(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate);
}

describe('a callback of a route', () => {
  it('causes a fetch of messages at once, and changes nothing itself', async () => {
    const { world, callbacks, runFor } = await setUpCallbacks({});
    const before = await found(world);
    await callbacks.run(OF, CALLBACK);
    await workDone();
    assert.deepEqual(runFor.args, [[{ client: 'acme', route: 'PEPPOL' }]]);
    assert.deepEqual(withEnglish(await found(world)), withEnglish(before));
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL verified']);
  });

  it('causes a status inquiry at once if it names a submission', async () => {
    const { world, callbacks } = await setUpCallbacks({ submissionId: 'sub-1' });
    const { dueAt, version } = await found(world);
    world.jobs.forget();
    assert.ok(dueAt! > world.clock.now());
    await callbacks.run(OF, CALLBACK);
    await workDone();
    const record = await found(world);
    assert.deepEqual([record.dueAt, record.version], [world.clock.now(), version + 1]);
    assert.deepEqual([...world.jobs.waiting], [[world.id, world.clock.now()]]);
  });

  it('that arrives twice causes one more fetch of messages, and advances an invoice once', async () => {
    const { world, callbacks, runFor } = await setUpCallbacks({ submissionId: 'sub-1' });
    const { version } = await found(world);
    for (let calls = 0; calls < 2; calls += 1) {
      await callbacks.run(OF, CALLBACK);
      await workDone();
    }
    assert.deepEqual([(await found(world)).version, runFor.callCount], [version + 1, 2]);
  });

  it('changes nothing after the end of the invoice', async () => {
    const { world, rail, callbacks } = await setUpCallbacks({ submissionId: 'sub-1' });
    rail.next.poll.push({ mapping: WORDS.delivered });
    world.clock.advance(3_600_000);
    await workerOn(world).run(world.id, 'PEPPOL');
    const ended = await found(world);
    assert.equal(ended.state, 'delivered');
    await callbacks.run(OF, CALLBACK);
    await workDone();
    assert.deepEqual(withEnglish(await found(world)), withEnglish(ended));
  });

  it('of another client that names a submission of ours changes nothing', async () => {
    const { world, callbacks, runFor } = await setUpCallbacks({ submissionId: 'sub-1' });
    const before = await found(world);
    await callbacks.run({ ...OF, client: 'other' }, CALLBACK);
    await workDone();
    assert.deepEqual(withEnglish(await found(world)), withEnglish(before));
    assert.deepEqual(runFor.args, [[{ client: 'other', route: 'PEPPOL' }]]);
  });

  it('that does not verify is dropped and counted', async () => {
    const { world, callbacks, runFor } = await setUpCallbacks(undefined);
    await callbacks.run(OF, CALLBACK);
    await workDone();
    assert.equal(runFor.callCount, 0);
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL dropped']);
  });

  it('of a route without callbacks is dropped', async () => {
    const { world, callbacks } = await setUpCallbacks({});
    await callbacks.run({ ...OF, route: 'FR-PA' }, CALLBACK);
    assert.deepEqual(world.telemetry.callbacks, ['FR-PA dropped']);
  });

  it('is accepted sixty times a minute for each client', async () => {
    const { world, callbacks } = await setUpCallbacks({});
    for (let calls = 0; calls < 60; calls += 1)
      assert.equal(callbacks.admit({ ...OF, address: `192.0.2.${calls}` }), 0);
    assert.ok(callbacks.admit(OF) > 0);
    assert.equal(callbacks.admit({ ...OF, client: 'other' }), 0);
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL limited']);
    world.clock.advance(60_000);
    assert.equal(callbacks.admit(OF), 0);
  });

  it('is accepted six hundred times a minute from each address', async () => {
    const { callbacks } = await setUpCallbacks({});
    for (let calls = 0; calls < 600; calls += 1)
      assert.equal(callbacks.admit({ ...OF, client: `c-${calls}` }), 0);
    assert.ok(callbacks.admit({ ...OF, client: 'one-more' }) > 0);
    assert.equal(callbacks.admit({ ...OF, client: 'one-more', address: '192.0.2.8' }), 0);
  });
});

const FORGED = { body: new Uint8Array(), headers: { forged: 'yes' } };
const MESSAGE: RouteMessage = {
  kind: 'mls',
  bytes: new Uint8Array(),
  about: { submissionId: 'sub-1' },
  effect: { kind: 'confirmed' },
  raw: {},
};

describe('a call by which a route pushes messages', () => {
  it('is answered after the messages are stored, under the credential that verifies it', async () => {
    const { callbacks, takePushed, runFor } = await setUpCallbacks({ messages: [MESSAGE] }, { pushes: true });
    assert.equal(await callbacks.run(OF, CALLBACK), 'taken');
    assert.deepEqual(
      takePushed.args,
      withEnglish([
        [{ client: 'acme', route: 'PEPPOL', credentialId: 'crd_1', account: undefined }, [MESSAGE]],
      ]),
    );
    assert.equal(runFor.callCount, 0);
  });

  it('is answered 503 if the invoice has no answer of the access point yet', async () => {
    const { callbacks, takePushed } = await setUpCallbacks({ messages: [MESSAGE] }, { pushes: true });
    takePushed.resolves(false);
    assert.equal(await callbacks.run(OF, CALLBACK), 'retry-later');
  });

  it('is refused if the message is for no client here or does not verify; it is not stored', async () => {
    const { world, callbacks, takePushed } = await setUpCallbacks({ messages: [] }, { pushes: true });
    assert.equal(await callbacks.run(OF, CALLBACK), 'not-ours');
    assert.equal(await callbacks.run(OF, FORGED), 'unauthenticated');
    assert.equal(takePushed.callCount, 0);
    assert.deepEqual(world.telemetry.callbacks, ['PEPPOL verified', 'PEPPOL dropped']);
  });

  it('belongs to the fitting credential if several have the same secret', async () => {
    const { world, takePushed } = await setUpCallbacks(undefined, { pushes: true });
    const own = { client: 'acme', id: 'crd_2', kind: 'access-point', value: '{}' };
    const rail = Object.assign(new FakeRail(), {
      pushesMessages: true as const,
      readCallback: ({ id }: { id: string | null }) => ({ messages: id === 'crd_2' ? [MESSAGE] : [] }),
    });
    const callbacks = new HandleCallback({
      ...world,
      rails: new Map([['PEPPOL', rail]]),
      credentials: { live: async () => [world.credential!, own] },
      answers: { runFor: sinon.stub(), takePushed },
      log: { warn: sinon.spy() },
    });
    assert.equal(await callbacks.run(OF, CALLBACK), 'taken');
    assert.equal((takePushed.args[0]?.[0] as { credentialId: string }).credentialId, 'crd_2');
  });

  it('is accepted after 46 forged ones in a minute from the same address', async () => {
    const { callbacks } = await setUpCallbacks({ messages: [MESSAGE] }, { pushes: true });
    for (let calls = 0; calls < 46; calls += 1) {
      assert.equal(callbacks.admit(OF), 0);
      assert.equal(await callbacks.run(OF, FORGED), 'unauthenticated');
    }
    assert.equal(callbacks.admit(OF), 0);
    assert.equal(await callbacks.run(OF, CALLBACK), 'taken');
  });

  it('has no limit; forged ones are limited to sixty a minute per client and address', async () => {
    const { world, callbacks } = await setUpCallbacks({ messages: [MESSAGE] }, { pushes: true });
    for (let calls = 0; calls < 700; calls += 1) {
      assert.equal(callbacks.admit(OF), 0);
      await callbacks.run(OF, CALLBACK);
    }
    for (let calls = 0; calls < 60; calls += 1) await callbacks.run(OF, FORGED);
    assert.ok(callbacks.admit(OF) > 0);
    assert.equal(callbacks.admit({ ...OF, address: '192.0.2.8' }), 0);
    assert.equal(callbacks.admit({ ...OF, client: 'other' }), 0);
    world.clock.advance(60_000);
    assert.equal(callbacks.admit(OF), 0);
  });

  it('counts as a forged one if it is only a hint, since anyone can send it', async () => {
    const { callbacks } = await setUpCallbacks({}, { pushes: true });
    for (let calls = 0; calls < 60; calls += 1) assert.equal(await callbacks.run(OF, CALLBACK), 'taken');
    assert.ok(callbacks.admit(OF) > 0);
  });
});
