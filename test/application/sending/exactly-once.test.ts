import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import { profileOf, ROUTES } from '../../../src/domain/routes/all.ts';
import { SURE_MS } from '../../../src/application/work/lease-keeper.ts';
import { LEASE_MS, SKEW_MS } from '../../../src/domain/lifecycle/due.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { Mortal } from './mortal.ts';
import { found, runToTheEnd, setUp, toDueTime, type World, workerOn } from './world.ts';

const { answerLost, outOfOrder, unreachable, credentialRefused, tooMany } = COMMON_STATUSES;

async function run(world: World): Promise<void> {
  await toDueTime(world);
  await workerOn(world).run(world.id, 'PEPPOL');
}

const openCare = async (world: World): Promise<readonly string[]> =>
  (await found(world)).care.filter(({ handledAt }) => !handledAt).map(({ code }) => code);

const codesOf = async (world: World): Promise<readonly string[]> =>
  (await found(world)).errors.map(({ code }) => code);

describe('an invoice whose answer was lost', () => {
  const ownedBy = (account: string, id = 'crd_1'): OpenedCredential => ({
    client: 'acme',
    id,
    kind: 'access-point',
    value: account,
  });

  /** The network took the invoice under the account `one`, and the answer was lost. */
  async function loseAnswer(): Promise<World> {
    const world = await setUp(new FakeRail({ accounts: true }));
    world.credential = ownedBy('one');
    world.rail.next.send.push({ mapping: answerLost });
    await run(world);
    return world;
  }

  for (const [what, next] of [
    ['was revoked and replaced with one of another account', ownedBy('two', 'crd_2')],
    ['was changed in place to another account', ownedBy('two')],
    ['was revoked', undefined],
  ] as const)
    it(`waits if the credential ${what}: it is never sent a second time`, async () => {
      const world = await loseAnswer();
      world.credential = next;
      for (let runs = 0; runs < 12; runs += 1) await run(world);
      const { state, failures } = await found(world);
      assert.deepEqual([state, failures], ['submitting', 1], 'only the lost answer is a failure');
      assert.deepEqual(await openCare(world), ['EI-CREDENTIAL-MISSING']);
      assert.deepEqual(world.rail.calls, ['send sub-1']);
      assert.deepEqual([...world.rail.held], [['one sub-1', 1]]);
    });

  it('continues by itself after a credential of the same account is stored', async () => {
    const world = await loseAnswer();
    world.credential = ownedBy('two', 'crd_2');
    for (let runs = 0; runs < 3; runs += 1) await run(world);
    world.credential = ownedBy('one', 'crd_3');
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(await openCare(world), []);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1']);
  });

  it('uses the credential of its seller for the inquiry if several belong to its account', async () => {
    const world = await loseAnswer();
    world.credential = ownedBy('one', 'crd_fitting');
    world.others = [ownedBy('one', 'crd_of_another_seller')];
    await runToTheEnd(world);
    assert.equal(world.rail.inquiries.at(-1)?.credential.id, 'crd_fitting');
  });

  it('is polled only at its account while it waits for its end', async () => {
    const world = await setUp(new FakeRail({ accounts: true }));
    world.credential = ownedBy('one');
    world.rail.next.send.push({ mapping: WORDS.held });
    await run(world);
    world.credential = ownedBy('two');
    await run(world);
    assert.deepEqual(world.rail.calls, ['send sub-1']);
    assert.deepEqual(await openCare(world), ['EI-CREDENTIAL-MISSING']);
  });
});

describe('an invoice whose call is still under way when its lease ends', () => {
  /** A worker makes a call that the network sees once the test lets it arrive. */
  async function beginCall(world: World) {
    const { rail } = world;
    const send = rail.send.bind(rail);
    let arrive = (): void => assert.fail('the call has not begun');
    let first: Promise<unknown> | undefined;
    await new Promise<void>((tell) => {
      rail.send = async (consignment) => {
        rail.send = send;
        consignment.beginDocument?.();
        tell();
        await new Promise<void>((resolve) => (arrive = resolve));
        return send({ ...consignment, beginDocument: () => undefined });
      };
      first = workerOn(world).run(world.id, 'PEPPOL');
    });
    return { first, arrive: () => arrive() };
  }

  it('is not sent as another submission before the call must have ended, if the route has dropped an earlier try', async () => {
    const world = await setUp();
    const { rail, clock } = world;
    const { first, arrive } = await beginCall(world);
    clock.advance(LEASE_MS + 1);
    rail.next.ask.push({ mapping: WORDS.dropped });
    await workerOn(world).run(world.id, 'PEPPOL');
    arrive();
    assert.equal(await first, 'conflict');
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(rail.calls, ['ask sub-1', 'send sub-1', 'ask sub-1']);
  });

  for (const [route, canBeAsked] of [
    ['can be asked', true],
    ['cannot be asked', false],
  ] as const)
    it(`is not sent a second time while the longest call of its route may last: the route ${route}`, async () => {
      const maxCallMs = 20 * 60_000;
      const world = await setUp(new FakeRail({ canBeAsked, maxCallMs }));
      const { rail, clock } = world;
      const { first, arrive } = await beginCall(world);
      clock.advance(LEASE_MS + 1);
      const sends = (): readonly string[] => rail.calls.filter((call) => call.startsWith('send'));
      for (const until = clock.now().getTime() + maxCallMs; clock.now().getTime() < until;) {
        await workerOn(world).run(world.id, 'PEPPOL');
        assert.deepEqual(sends(), []);
        clock.advance(60_000);
      }
      arrive();
      assert.equal(await first, 'conflict');
      await runToTheEnd(world);
      // A route that cannot be asked gets it again then, under the same identity.
      assert.deepEqual(sends(), canBeAsked ? ['send sub-1'] : ['send sub-1', 'send sub-1 again']);
    });

  for (const canBeAsked of [true, false])
    it(`is not sent a second time by a process whose clock is ahead of the one that has found the call: the route ${canBeAsked ? 'can' : 'cannot'} be asked`, async () => {
      const maxCallMs = 100_000;
      const world = await setUp(new FakeRail({ canBeAsked, maxCallMs }));
      const { rail, clock } = world;
      const { first, arrive } = await beginCall(world);
      clock.advance(LEASE_MS + 1);
      await workerOn(world).run(world.id, 'PEPPOL');
      clock.advance(SURE_MS + maxCallMs - 1 + SKEW_MS);
      // It would look, then send.
      for (let runs = 0; runs < 3; runs += 1) await workerOn(world).run(world.id, 'PEPPOL');
      clock.advance(-SKEW_MS);
      assert.deepEqual(
        rail.calls.filter((call) => call.startsWith('send')),
        [],
      );
      arrive();
      assert.equal(await first, 'conflict');
      await runToTheEnd(world);
      assert.equal((await found(world)).state, 'delivered');
    });

  for (const [what, aheadMs] of [
    ['its process cannot reach the store', LEASE_MS + 1],
    ['the clock of the other process is five minutes ahead', 300_000],
  ] as const)
    it(`is not sent a second time before the call must have ended: ${what}`, async () => {
      const world = await setUp();
      const { rail, clock } = world;
      const { first, arrive } = await beginCall(world);
      clock.advance(aheadMs);
      await workerOn(world).run(world.id, 'PEPPOL');
      assert.deepEqual(rail.calls, ['ask sub-1'], 'the route shows nothing yet');
      arrive();
      assert.equal(await first, 'conflict');
      await runToTheEnd(world);
      assert.equal((await found(world)).state, 'delivered');
      assert.deepEqual(
        rail.calls.filter((call) => call.startsWith('send')),
        ['send sub-1'],
      );
    });
});

describe('an invoice that is given up', () => {
  it('has the code of an unavailable route if the last inquiry does not find it: an empty list is not a failure', async () => {
    const world = await setUp(new FakeRail({ emptyLookups: 2 }));
    for (let n = 0; n < 6; n += 1) world.rail.next.send.push({ mapping: outOfOrder, takes: false });
    await runToTheEnd(world, 60);
    const { state, failures } = await found(world);
    assert.deepEqual([state, failures], ['dead_letter', 6]);
    assert.deepEqual(await codesOf(world), ['EI-ROUTE-UNAVAILABLE']);
    const sends = world.rail.calls.filter((call) => call.startsWith('send'));
    assert.equal(sends.length, 6);
    assert.equal(world.rail.calls.length, 6 + 12);
  });

  it('is found at the last inquiry if the sixth call failed but reached the route', async () => {
    const world = await setUp();
    for (let n = 0; n < 5; n += 1) world.rail.next.send.push({ mapping: unreachable, takes: false });
    world.rail.next.send.push({ mapping: outOfOrder });
    await runToTheEnd(world, 60);
    assert.equal((await found(world)).state, 'delivered');
  });

  it('has an unknown outcome if the route may have it, whatever the last failure', async () => {
    const world = await setUp(new FakeRail({ canBeAsked: false }));
    world.rail.next.send.push({ mapping: outOfOrder });
    for (let n = 0; n < 6; n += 1) world.rail.next.send.push({ mapping: unreachable, takes: false });
    await runToTheEnd(world, 60);
    assert.equal((await found(world)).state, 'dead_letter');
    assert.deepEqual(await codesOf(world), ['EI-SEND-UNKNOWN']);
  });

  for (const [code, dead] of Object.entries({
    'EI-ROUTE-UNAVAILABLE': { canBeAsked: true, first: { mapping: outOfOrder, takes: false } },
    'EI-SEND-UNKNOWN': { canBeAsked: false, first: { mapping: outOfOrder } },
  }))
    it(`says first where its sender can look, and is theirs too (${code})`, async () => {
      const world = await setUp(new FakeRail({ canBeAsked: dead.canBeAsked, emptyLookups: 2 }));
      world.rail.next.send.push(dead.first);
      for (let n = 0; n < 6; n += 1) world.rail.next.send.push({ mapping: unreachable, takes: false });
      await runToTheEnd(world, 60);
      const { reachedRail, care } = await found(world);
      assert.deepEqual(
        [reachedRail, care.map((row) => [row.code, row.senderCanFix])],
        [true, [[code, true]]],
      );
      assert.match(
        english(care[0]!.fixHint!),
        /Ask the operator of your access point .* If the route does not hold the invoice, send it under another number\.$/,
      );
    });

  it('names no other number and is not its sender’s if the route was never called: the operator releases it', async () => {
    const world = await setUp();
    for (let n = 0; n < 6; n += 1) world.rail.next.send.push({ mapping: unreachable, takes: false });
    await runToTheEnd(world, 60);
    const { reachedRail, care } = await found(world);
    assert.deepEqual([reachedRail, care[0]?.senderCanFix], [false, undefined]);
    assert.equal(
      english(care[0]!.fixHint!),
      'Wait until the route works again. Then the operator releases the invoice, and it can be sent again.',
    );
  });

  it('has a place to look over every route with a network', () => {
    for (const { name, hasRail, lookUp } of ROUTES.map(profileOf))
      assert.equal(lookUp !== null, hasRail, name);
  });

  it('has an unknown outcome if our processes died ten times during the call', async () => {
    const world = await setUp(new FakeRail({ canBeAsked: false }));
    for (let deaths = 0; deaths < 40 && (await found(world)).state !== 'dead_letter'; deaths += 1) {
      const mortal = new Mortal(4, 'after');
      await toDueTime(world);
      const ports = {
        invoices: mortal.wrap(world.invoices),
        rail: mortal.wrap(world.rail),
        jobs: world.jobs,
      };
      await workerOn(world, ports)
        .run(world.id, 'PEPPOL')
        .catch(() => undefined);
      world.clock.advance(LEASE_MS + 1);
    }
    assert.equal((await found(world)).failures, 0);
    assert.deepEqual(await codesOf(world), ['EI-SEND-UNKNOWN']);
    assert.deepEqual([...world.rail.held.values()], [1]);
  });
});

/**
 * The process dies during a query to the route; its later calls have no effect.
 * @returns false without a query: an earlier death makes the invoice wait
 */
async function dieInQuery(world: World): Promise<boolean> {
  let isDead = false;
  const dying = <T extends object>(port: T, dies: (name: string | symbol) => boolean): T =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return async (...values: unknown[]): Promise<unknown> => {
          isDead ||= dies(name);
          if (isDead) throw new Error('killed');
          return Reflect.apply(member, target, values);
        };
      },
    });
  const ports = {
    invoices: dying(world.invoices, () => false),
    rail: dying(world.rail, (name) => name === 'ask'),
    jobs: world.jobs,
  };
  await toDueTime(world);
  await workerOn(world, ports)
    .run(world.id, 'PEPPOL')
    .catch(() => undefined);
  world.clock.advance(LEASE_MS + 1);
  return isDead;
}

describe('an invoice whose processes die during inquiries, and whose network fails in between', () => {
  /** Sends with a lost answer; then this number of deaths precedes each failure of the network. */
  async function after(deaths: number, failures: number): Promise<World> {
    const world = await setUp();
    world.rail.next.send.push({ mapping: answerLost });
    await run(world);
    for (let failed = 0; failed < failures; failed += 1) {
      for (let died = 0, n = 0; died < deaths && n < 60; n += 1) died += (await dieInQuery(world)) ? 1 : 0;
      world.rail.next.ask.push({ mapping: unreachable });
      for (let n = 0; n < 4 && world.rail.next.ask.length > 0; n += 1) await run(world);
    }
    return world;
  }

  it('reaches its end and is sent once: a stored failure resets the count of deaths', async () => {
    const world = await after(5, 4);
    assert.equal((await found(world)).failures, 5);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(
      world.rail.calls.filter((call) => call.startsWith('send')),
      ['send sub-1'],
    );
  });

  it('is given up after ten deaths without an answer', async () => {
    const world = await after(10, 1);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'dead_letter');
    assert.deepEqual(await codesOf(world), ['EI-SEND-UNKNOWN']);
  });

  it('is given up after six failures, whatever the number of deaths between them', async () => {
    const world = await after(3, 6);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'dead_letter');
    assert.deepEqual(await codesOf(world), ['EI-SEND-UNKNOWN']);
  });
});

describe('a network that limits calls', () => {
  it('gets no call for at least a second', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: tooMany, retryAfterSeconds: 0, takes: false });
    await run(world);
    const { dueAt, failures } = await found(world);
    assert.deepEqual([Number(dueAt) - Number(world.clock.now()), failures], [1000, 0]);
  });

  it('counts as failed once after ten pauses in a row, and is given up after sixty', async () => {
    const world = await setUp();
    const paused = { mapping: tooMany, retryAfterSeconds: 0, takes: false };
    for (let n = 0; n < 60; n += 1) world.rail.next.send.push(paused);
    for (let n = 0; n < 9; n += 1) await run(world);
    assert.equal((await found(world)).failures, 0);
    await run(world);
    assert.equal((await found(world)).failures, 1);
    await runToTheEnd(world, 60);
    assert.equal(world.rail.calls.length, 60);
    assert.deepEqual(await codesOf(world), ['EI-ROUTE-UNAVAILABLE']);
  });

  it('counts from zero again after any progress', async () => {
    const world = await setUp();
    const paused = { mapping: tooMany, retryAfterSeconds: 0, takes: false };
    for (let n = 0; n < 9; n += 1) world.rail.next.send.push(paused);
    world.rail.next.send.push({ mapping: unreachable, takes: false });
    for (let n = 0; n < 9; n += 1) world.rail.next.send.push(paused);
    for (let n = 0; n < 19; n += 1) await run(world);
    assert.equal((await found(world)).failures, 1);
  });
});

describe('a network with an announced outage', () => {
  const outage: StatusMapping = {
    networkStatus: 'away',
    source: 'a test',
    meaning: 'later',
    hasOwnLimit: true,
    code: 'EI-ROUTE-UNAVAILABLE',
    owner: 'route',
    message: 'The network is announced to be away.',
    heals: true,
  };
  it('has no time limit; a care row opens after a while, and closes by itself', async () => {
    const rail = Object.assign(new FakeRail(), { statusMappings: [outage] });
    const world = await setUp(rail);
    const paused = { mapping: outage, retryAfterSeconds: 900, takes: false };
    const long = { ...paused, mapping: { ...outage, opensCareAtOnce: true } as const };
    world.rail.next.send.push(paused, ...Array.from({ length: 100 }, () => long));
    await run(world);
    assert.deepEqual(await openCare(world), []);
    for (let runs = 0; runs < 100; runs += 1) await run(world);
    const { state, failures } = await found(world);
    assert.deepEqual([state, failures, await openCare(world)], ['queued', 0, ['EI-ROUTE-UNAVAILABLE']]);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(await openCare(world), []);
  });
});

describe('a dead letter that has reached the rail', () => {
  const failSixTimes = async (reply: FakeRail['next']['send'][number]): Promise<World> => {
    const world = await setUp(new FakeRail({ announces: true }));
    for (let n = 0; n < 6; n += 1) world.rail.next.send.push(reply);
    await runToTheEnd(world, 60);
    assert.equal((await found(world)).state, 'dead_letter');
    return world;
  };

  it('includes one whose document was sent at least in part', async () => {
    const world = await failSixTimes({ mapping: WORDS.busyOnce, takes: false }).catch(() => undefined);
    assert.deepEqual(withEnglish(world), undefined, 'the second one in a row is a refusal');
    const sent = await failSixTimes({ mapping: credentialRefused, takes: false });
    assert.equal((await found(sent)).reachedRail, true);
  });

  it('does not include one without a successful log-in: its number is free', async () => {
    const message = 'The platform says: the client is locked.';
    const world = await failSixTimes({ mapping: credentialRefused, takes: false, atLogIn: true, message });
    const { reachedRail, errors, care } = await found(world);
    assert.equal(reachedRail, false);
    assert.deepEqual(withEnglish([errors.map((one) => one.message), care.map(({ code }) => code)]), [
      [message],
      ['EI-CREDENTIAL-REFUSED'],
    ]);
  });

  it('does not include one without a connection', async () => {
    const world = await failSixTimes({ mapping: unreachable, takes: false });
    assert.equal((await found(world)).reachedRail, false);
  });
});
