import assert from 'node:assert/strict';
import { DeleteClient } from '../../../src/application/clients/delete-client.ts';
import { CallFailed, type FailureKind } from '../../../src/domain/failures.ts';
import type { ClientData } from '../../../src/ports/client-data.ts';
import { aCredential } from '../../contract/credential-store.ts';
import { aClient } from '../../contract/client-store.ts';
import { english } from '../../support/words.ts';
import { KEY, PARTICIPANT, RegistrationWorld, WITHOUT_ACCOUNT } from './world.ts';

const MINUTE = 60_000;
const UNKNOWN = { outcome: 'unknown', reason: 'The answer was lost.' } as const;
const LATER = { outcome: 'later', reason: 'Too many calls.' } as const;
const REFUSED = { outcome: 'refused', reason: 'Not this company.' } as const;

const fails = (kind: FailureKind) => (error: unknown) =>
  error instanceof CallFailed && error.failure.kind === kind;

describe('a registration to receive', () => {
  let world: RegistrationWorld;
  beforeEach(() => void (world = new RegistrationWorld()));
  const registered = () => world.provider.calls.filter((call) => call === 'register').length;

  it('is looked up, registered, and seen in the network', async () => {
    const registration = await world.register();
    assert.equal(registration.state, 'active');
    assert.equal(registration.reference, `entry of ${PARTICIPANT}`);
    assert.deepEqual(registration.seenAt, world.clock.now());
    assert.deepEqual(world.provider.calls, ['ask', 'look up', 'register', 'look up']);
    const actions = (await world.stores.audit.recent({ client: 'acme', limit: 10 })).map((row) => row.action);
    assert.deepEqual(actions.toReversed(), [
      'registration_asked',
      'registration_looked_up',
      'registration_requested',
      'registration_active',
    ]);
  });

  describe('of a client that is being deleted', () => {
    const deletion = () => new DeleteClient({ ...world.stores, clock: world.clock });
    /** `meanwhile` runs once, before the first call of the method. */
    const before = <T extends object>(port: T, method: keyof T, meanwhile: () => Promise<unknown>): T => {
      const original = port[method] as (...values: unknown[]) => Promise<unknown>;
      let isFirst = true;
      return Object.assign(Object.create(port) as T, {
        [method]: async (...values: unknown[]) => {
          if (isFirst) {
            isFirst = false;
            await meanwhile();
          }
          return original.apply(port, values);
        },
      });
    };

    beforeEach(() => world.stores.clients.replace(aClient('acme')));

    it('stops the deletion if it begins between its look and its mark', async () => {
      const { clients } = world.stores;
      const late = new DeleteClient({
        ...world.stores,
        clock: world.clock,
        clients: before(clients, 'replace', () => world.register()),
      });
      await assert.rejects(() => late.run('acme'), fails('registration-stands'));
      assert.equal((await clients.find('acme'))?.deletedAt, undefined);
      assert.equal((await world.only()).state, 'active');
    });

    it('is refused if the mark comes between its look and its row, and the provider is not asked', async () => {
      const { receiverRegistrations } = world.stores;
      const own = {
        receiverRegistrations: before(receiverRegistrations, 'add', () => deletion().run('acme')),
      };
      world.stores = { ...world.stores, ...own };
      await assert.rejects(() => world.register(), fails('forbidden'));
      assert.deepEqual(world.provider.calls, []);
      assert.equal((await world.only()).state, 'released');
    });

    it('is released if its process died before the provider was asked', async () => {
      const { clients } = world.stores;
      const dead = before(clients, 'replace', async () => {
        throw new Error('killed');
      });
      const late = new DeleteClient({
        ...world.stores,
        clock: world.clock,
        clients: before(clients, 'replace', async () => {
          world.stores = { ...world.stores, clients: dead };
          await assert.rejects(() => world.register(), /killed/);
          world.stores = { ...world.stores, clients };
        }),
        // What removes the registration comes later.
        clientData: Object.assign(Object.create(world.stores.clientData) as ClientData, {
          remove: async () => 0,
        }),
      });
      await late.run('acme');
      await world.runAfter(2 * MINUTE);
      assert.deepEqual(world.provider.calls, []);
      assert.equal((await world.only()).state, 'released');
    });
  });

  it('that the provider has already is active, and no call registers it', async () => {
    world.provider.entries.add(PARTICIPANT);
    assert.equal((await world.register()).state, 'active');
    assert.equal(registered(), 0);
  });

  it('of a participant that is elsewhere fails, and changes nothing there', async () => {
    world.provider.register_.set(PARTICIPANT, 'smp.other');
    const { state, elsewhere, problem, care } = await world.register();
    assert.deepEqual([state, elsewhere], ['failed', 'smp.other']);
    assert.match(english(problem ?? ''), /registered elsewhere, at smp\.other/);
    assert.deepEqual(
      care.map(({ code, whoActs }) => `${code} ${whoActs}`),
      ['EI-REGISTRATION-ELSEWHERE client'],
    );
    assert.deepEqual(world.telemetry.care, ['EI-REGISTRATION-ELSEWHERE client']);
    assert.equal(registered(), 0);
    assert.equal(world.provider.register_.get(PARTICIPANT), 'smp.other');
  });

  it('moves a participant by its migration key, which is sealed and then forgotten', async () => {
    world.provider.register_.set(PARTICIPANT, 'smp.other');
    world.provider.answersInstead.push({ outcome: 'absent' } as never, LATER as never);
    const waiting = await world.register({ migrationKey: KEY });
    assert.equal(waiting.state, 'looked_up');
    assert.ok(waiting.sealedMigrationKey && !JSON.stringify(waiting).includes(KEY));
    await world.runAfter(2 * MINUTE);
    const { state, sealedMigrationKey, elsewhere } = await world.only();
    assert.deepEqual([state, sealedMigrationKey, elsewhere], ['active', undefined, undefined]);
    assert.equal(world.provider.register_.get(PARTICIPANT), 'smp.own');
  });

  it('is not seen while the network still shows the old place', async () => {
    world.provider.register_.set(PARTICIPANT, 'smp.other');
    const register = world.provider.register.bind(world.provider);
    world.provider.register = async (order) => {
      const answer = await register(order);
      world.provider.register_.set(PARTICIPANT, 'smp.other');
      return answer;
    };
    const { state, seenAt, problem } = await world.register({ migrationKey: KEY });
    assert.deepEqual([state, seenAt], ['active', undefined]);
    assert.match(english(problem ?? ''), /does not show it yet/);
    world.provider.register_.set(PARTICIPANT, 'smp.own');
    await world.runAfter(2 * MINUTE);
    assert.ok((await world.only()).seenAt);
  });

  it('whose answer was lost is asked for, and not registered again', async () => {
    world.provider.answersAfter.push(UNKNOWN as never);
    const { state, problem } = await world.register();
    assert.deepEqual([state, problem], ['requested', UNKNOWN.reason]);
    await world.runAfter(2 * MINUTE);
    assert.equal((await world.only()).state, 'requested');
    await world.runAfter(6 * MINUTE);
    assert.equal((await world.only()).state, 'active');
    assert.equal(registered(), 1);
  });

  it('whose answer was lost and that was not made fails: a person decides', async () => {
    world.provider.answersInstead.push({ outcome: 'absent' } as never, UNKNOWN as never);
    await world.register();
    await world.runAfter(6 * MINUTE);
    assert.equal((await world.only()).state, 'requested');
    await world.runAfter(10 * MINUTE);
    const { state, care } = await world.only();
    assert.deepEqual([state, care[0]?.code], ['failed', 'EI-REGISTRATION-FAILED']);
    assert.equal(registered(), 1);
  });

  it('whose call surely did nothing is repeated', async () => {
    world.provider.answersInstead.push({ outcome: 'absent' } as never, LATER as never);
    const { state, problem } = await world.register();
    assert.deepEqual([state, problem], ['looked_up', LATER.reason]);
    await world.runAfter(2 * MINUTE);
    assert.equal((await world.only()).state, 'active');
    assert.equal(registered(), 2);
  });

  it('that is there in part is completed', async () => {
    world.provider.answersInstead.push({ outcome: 'absent' } as never, UNKNOWN as never);
    assert.equal((await world.register()).state, 'requested');
    world.provider.answersInstead.push({ outcome: 'partly' } as never);
    await world.runAfter(6 * MINUTE);
    assert.equal((await world.only()).state, 'active');
    assert.equal(registered(), 2);
  });

  it('that the provider refuses fails with its reason; the next one closes the row', async () => {
    world.provider.answersInstead.push({ outcome: 'absent' } as never, REFUSED as never);
    const failed = await world.register();
    assert.deepEqual([failed.state, failed.problem], ['failed', REFUSED.reason]);
    world.clock.advance(1000);
    const again = await world.register();
    assert.equal(again.state, 'active');
    const before = await world.stores.receiverRegistrations.find(failed.id);
    assert.ok(before?.care.every(({ handledAt }) => handledAt));
  });

  it('waits while the network cannot be asked, and tells the operator after an hour', async () => {
    world.provider.isLookUpDown = true;
    const { state, problem, care } = await world.register();
    assert.deepEqual([state, problem, care], ['asked', 'DNS is down.', []]);
    await world.runAfter(61 * MINUTE);
    await world.runAfter(2 * MINUTE);
    assert.deepEqual(
      (await world.only()).care.map(({ code, whoActs }) => `${code} ${whoActs}`),
      ['EI-REGISTRATION-OPEN us'],
    );
    world.provider.isLookUpDown = false;
    await world.runAfter(2 * MINUTE);
    const after = await world.only();
    assert.deepEqual([after.state, after.care.every(({ handledAt }) => handledAt)], ['active', true]);
  });

  it('is one for a participant, also of another client', async () => {
    await world.register();
    await assert.rejects(world.register(), fails('registration-exists'));
    const { registerReceiver } = world.ports();
    const other = { ...world.call, caller: { kind: 'operator', keyId: 'key_2' } as const, client: 'globex' };
    await assert.rejects(
      registerReceiver.run(other, { route: 'PEPPOL', participant: PARTICIPANT }),
      (error) =>
        fails('registration-exists')(error) &&
        !english((error as CallFailed & { failure: { detail: string } }).failure.detail).includes('reg_'),
    );
  });

  it('is refused where nothing is offered, and nothing is stored', async () => {
    world.provider.offers = false;
    await assert.rejects(world.register(), fails('registration-not-offered'));
    world.provider.offers = true;
    world.provider.takesMigrationKeys = false;
    await assert.rejects(world.register({ migrationKey: KEY }), fails('registration-not-offered'));
    world.provider.takesMigrationKeys = true;
    for (const wrong of [{ migrationKey: 'short' }, { participant: 'acme' }, { credential: 'crd_9' }])
      await assert.rejects(world.register(wrong), fails('bad-request'));
    await assert.rejects(world.register({ route: 'PL-KSEF' }), fails('registration-not-offered'));
    world.opened = [];
    await assert.rejects(world.register(), fails('bad-request'));
    assert.deepEqual(await world.stores.receiverRegistrations.list({ limit: 9 }), []);
    assert.deepEqual(world.provider.calls, []);
  });

  describe('that is released', () => {
    it('leaves the provider, and may be made again', async () => {
      const { id } = await world.register();
      const released = await world.release(id);
      assert.equal(released.state, 'released');
      assert.deepEqual(await world.release(id), released);
      assert.equal(world.provider.register_.has(PARTICIPANT), false);
      assert.equal((await world.register()).state, 'active');
    });

    it('whose answer was lost is asked for', async () => {
      const { id } = await world.register();
      world.provider.answersAfter.push(UNKNOWN as never);
      assert.equal((await world.release(id)).state, 'releasing');
      await world.runAfter(6 * MINUTE);
      assert.equal((await world.only()).state, 'released');
      assert.equal(world.provider.calls.filter((call) => call === 'release').length, 1);
    });

    it('is told again to a provider that still has it', async () => {
      const { id } = await world.register();
      world.provider.answersInstead.push(UNKNOWN as never);
      assert.equal((await world.release(id)).state, 'releasing');
      await world.runAfter(6 * MINUTE);
      assert.equal((await world.only()).state, 'released');
    });

    it('before the provider was called, or after a failure, calls nothing', async () => {
      world.provider.isLookUpDown = true;
      const { id } = await world.register();
      const calls = world.provider.calls.length;
      assert.equal((await world.release(id)).state, 'released');
      assert.equal(world.provider.calls.length, calls);
    });

    it('is refused while it may be being made', async () => {
      world.provider.answersAfter.push(UNKNOWN as never);
      const { id } = await world.register();
      await assert.rejects(world.release(id), fails('busy'));
    });

    it('is told to the same account only, also by another of its credentials', async () => {
      const stored = { id: 'crd_1', client: 'acme', value: 'one' };
      await world.stores.credentials.add(
        aCredential({ ...stored, route: 'PEPPOL', sealedValue: 'one' }),
        world.clock.now(),
      );
      world.opened = [{ ...stored, kind: 'access-point' }];
      const { id } = await world.register();
      world.opened = [{ ...stored, id: 'crd_2', value: 'two', kind: 'access-point' }];
      const waiting = await world.release(id);
      assert.equal(waiting.state, 'releasing');
      assert.equal(waiting.care[0]?.code, 'EI-REGISTRATION-OPEN');
      assert.ok(world.provider.entries.has(PARTICIPANT));
      world.opened = [{ ...stored, id: 'crd_3', kind: 'access-point' }];
      await world.runAfter(6 * MINUTE);
      assert.equal((await world.only()).state, 'released');
      assert.equal(world.provider.entries.has(PARTICIPANT), false);
    });

    it('is told to no other account if that of its credential is not known', async () => {
      const stored = { id: 'crd_1', client: 'acme', value: WITHOUT_ACCOUNT };
      await world.stores.credentials.add(
        aCredential({ ...stored, route: 'PEPPOL', sealedValue: WITHOUT_ACCOUNT }),
        world.clock.now(),
      );
      world.opened = [{ ...stored, kind: 'access-point' }];
      const { id } = await world.register();
      world.opened = [{ ...stored, id: 'crd_2', kind: 'access-point' }];
      assert.equal((await world.release(id)).state, 'releasing');
      await world.runAfter(6 * MINUTE);
      assert.ok(world.provider.entries.has(PARTICIPANT));
    });
  });

  for (const [is, wish] of Object.entries({ registered: {}, moved: { migrationKey: KEY } }))
    it(`is ${is} once, wherever the process is killed`, async () => {
      const isMove = is === 'moved';
      for (const when of ['before', 'after'] as const)
        for (let diesAt = 1; diesAt <= 14; diesAt += 1) {
          world = new RegistrationWorld();
          if (isMove) world.provider.register_.set(PARTICIPANT, 'smp.other');
          let calls = 0;
          const mortal = <T extends object>(port: T): T =>
            new Proxy(port, {
              get: (of, name) => {
                const method: unknown = Reflect.get(of, name);
                if (typeof method !== 'function' || name === 'offerOf' || name === 'participantOf')
                  return method;
                return async (...given: unknown[]) => {
                  calls += 1;
                  if (calls === diesAt && when === 'before') throw new Error('killed');
                  if (calls > diesAt) throw new Error('dead');
                  const result: unknown = await method.apply(of, given);
                  if (calls === diesAt) throw new Error('killed');
                  return result;
                };
              },
            });
          const run = world.ports(mortal).registerReceiver.run(world.call, {
            route: 'PEPPOL',
            participant: PARTICIPANT,
            ...wish,
          });
          const died = await run.then(
            () => false,
            () => true,
          );
          for (let runs = 0; runs < 4; runs += 1) await world.runAfter(6 * MINUTE);
          const [present] = await world.stores.receiverRegistrations.list({ limit: 9 });
          const at = `${when} call ${diesAt}`;
          assert.ok(registered() <= 1, at);
          if (registered() === 1) assert.deepEqual([present?.state, !!present?.seenAt], ['active', true], at);
          else assert.ok(!present || present.state === 'failed', `${at}: ${present?.state}`);
          // The old entry serves until the new one does, and no key is left behind.
          if (isMove)
            assert.equal(
              world.provider.register_.get(PARTICIPANT),
              registered() === 1 ? 'smp.own' : 'smp.other',
              at,
            );
          assert.equal(present?.sealedMigrationKey, undefined, at);
          if (!died) assert.equal(present?.state, 'active');
        }
    });
});
