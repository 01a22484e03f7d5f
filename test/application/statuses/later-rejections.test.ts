import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { readMessage } from '../../../src/adapters/rails/peppol/application-response.ts';
import { type OutgoingStatus, outgoingTask } from '../../../src/domain/statuses/outgoing-status.ts';
import type { Source } from '../../../src/application/messages/about-invoice.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { mortalStores, survivesDeaths } from './deaths.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { pass, takenBut } from '../../sandbox/scripted-network.ts';
import { accessPoint, inState, tried, whileTheAccessPointRuns } from './access-point.ts';
import { overPeppol, type StatusWorld } from './world.ts';
import { mlsAbout } from '../../support/mls.ts';

/** The message that the rail reads. */
function mls(instanceIdentifier: string, code: 'AB' | 'AP' | 'RE', reason?: string): RouteMessage {
  const message = readMessage(new TextEncoder().encode(mlsAbout(instanceIdentifier, code, reason)));
  assert.ok(message);
  return message;
}

const SENT = inState({ status: 'sent', mlsStatus: 'pending' });
const SOURCE = { client: 'acme', route: 'PEPPOL', credentialId: 'crd_ap' } as const;

whileTheAccessPointRuns();

describe('a status over Peppol that the receiving side refuses by an MLS', () => {
  let world: StatusWorld;
  let id: string;
  let status: OutgoingStatus;
  beforeEach(async () => {
    world = overPeppol(memoryStores());
    ({ id } = await world.receive({ route: 'PEPPOL' }));
    status = await world.tell.ofReceived(world.call(id, { status: 'accepted' }));
  });
  const stored = async () => (await world.stores.statuses.find(status.id))!;
  const push = (message: RouteMessage, source: Partial<Source> = {}) =>
    world.answers().takePushed({ ...SOURCE, ...source }, [message]);
  const events = async () =>
    (await world.eventsAfterDelivery(id)).map((event) => {
      const errors = event.errors as { code: string }[] | undefined;
      return errors ? errors.map(({ code }) => code).join() : event.buyer_status;
    });
  const care = async () => (await world.stores.received.find(id))!.care;

  /** The access point has the message and has not sent it yet. */
  async function isHeld(): Promise<void> {
    const failed = tried(422, { sendingSuccess: false, overallSuccess: false });
    accessPoint.script({ submit: failed, status: inState({ status: 'pending' }) });
    await world.runToTheEnd(status.id, 1);
    assert.equal((await stored()).state, 'sent');
  }

  it('after it was taken becomes refused, with an event and a care row; the feed brings it', async () => {
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
    world.pages.push([mls(status.submission.id, 'RE')]);
    await world.answers().run();
    const { state, dueAt } = await stored();
    assert.deepEqual([state, dueAt], ['refused', null]);
    assert.deepEqual(await events(), ['accepted', 'EI-PEPPOL-REFUSED']);
    const told = (await world.eventsAfterDelivery(id))[1] as {
      readonly errors: readonly { readonly message: string }[];
      readonly route: unknown;
    };
    assert.match(english(told.errors[0]!.message), /did not reach the seller.*The mailbox is closed/);
    assert.deepEqual(told.route, { raw: { message: 'mls', code: 'RE', reasons: ['FD'] } });
    assert.deepEqual(withEnglish((await care()).map((row) => [row.code, row.whoActs, row.fixHint])), [
      [
        'EI-PEPPOL-REFUSED',
        'route',
        'Tell the seller in another way, or send the status again under a new Idempotency-Key.',
      ],
    ]);
  });

  it('because it is invalid names us as those who act', async () => {
    await world.runToTheEnd(status.id);
    await push(mls(status.submission.id, 'RE', 'BV'));
    assert.deepEqual(
      (await care()).map((row) => [row.code, row.whoActs]),
      [['EI-PEPPOL-REFUSED', 'us']],
    );
  });

  it('is refused once, however often the message comes, by feed or callback', async () => {
    await world.runToTheEnd(status.id);
    const message = mls(status.submission.id, 'RE');
    assert.equal(await push(message), true);
    const once = [await stored(), await world.stores.received.find(id)];
    world.pages.push([message, message]);
    await world.answers().run();
    assert.equal(await push(message), true);
    assert.deepEqual(withEnglish([await stored(), await world.stores.received.find(id)]), withEnglish(once));
  });

  it('can be sent again', async () => {
    await world.runToTheEnd(status.id);
    await push(mls(status.submission.id, 'RE'));
    world.clock.advance(1);
    const again = await world.tell.ofReceived(world.call(id, { status: 'accepted' }));
    assert.equal((await world.runToTheEnd(again.id)).state, 'taken');
    assert.deepEqual(await events(), ['accepted', 'EI-PEPPOL-REFUSED', 'accepted']);
  });

  it('while the access point still has it becomes refused; nothing is asked or sent after that', async () => {
    await isHeld();
    assert.equal(await push(mls(status.submission.id, 'RE')), true);
    assert.equal((await world.runToTheEnd(status.id)).state, 'refused');
    assert.deepEqual(await events(), ['EI-PEPPOL-REFUSED']);
    assert.deepEqual(accessPoint.times, [1]);
  });

  it('while it waits for a credential ends the wait: the care row about that is handled', async () => {
    await isHeld();
    world.credential = undefined;
    await world.runToTheEnd(status.id, 1);
    await push(mls(status.submission.id, 'RE'));
    assert.deepEqual(
      (await care()).map((row) => [row.code, row.handledAt !== undefined]),
      [
        ['EI-CREDENTIAL-MISSING', true],
        ['EI-PEPPOL-REFUSED', false],
      ],
    );
  });

  it('while a worker asks for its outcome stays refused', async () => {
    await isHeld();
    let pushed: boolean | undefined;
    accessPoint.script({
      status: async (call) => {
        pushed ??= await push(mls(status.submission.id, 'RE'));
        return SENT(call);
      },
    });
    assert.equal((await world.runToTheEnd(status.id)).state, 'refused');
    assert.deepEqual([pushed, await events()], [true, ['EI-PEPPOL-REFUSED']]);
  });

  it('waits until a worker that died over the outcome is followed by another', async () => {
    await isHeld();
    accessPoint.script({ status: SENT });
    const { statuses } = world.stores;
    const commit: typeof statuses.commit = async (change) => {
      if (change.record.state === 'taken') throw new Error('killed');
      return statuses.commit(change);
    };
    const dying = new Proxy(statuses, {
      get: (target, name) => (name === 'commit' ? commit : bound(target, name)),
    });
    world.clock.advance(60_000);
    await world
      .processor({ ...world.stores, statuses: dying })
      .run(outgoingTask(status))
      .catch(() => undefined);
    assert.deepEqual([(await stored()).state, await events()], ['sent', ['accepted']]);
    assert.equal(await push(mls(status.submission.id, 'RE')), false);
    world.clock.advance(3_600_000);
    await world.runToTheEnd(status.id);
    assert.equal(await push(mls(status.submission.id, 'RE')), true);
    assert.deepEqual(
      [(await stored()).state, await events()],
      ['refused', ['accepted', 'EI-PEPPOL-REFUSED']],
    );
  });

  it('whose call has no answer yet takes the message later', async () => {
    assert.equal(await push(mls(status.submission.id, 'RE')), false);
    accessPoint.script({ submit: [takenBut(undefined), pass] });
    await world.runToTheEnd(status.id, 1);
    assert.equal((await stored()).state, 'sending');
    assert.equal(await push(mls(status.submission.id, 'RE')), false);
    assert.deepEqual(await events(), []);
    await world.runToTheEnd(status.id);
    assert.equal(await push(mls(status.submission.id, 'RE')), true);
    assert.deepEqual(await events(), ['accepted', 'EI-PEPPOL-REFUSED']);
  });

  it('that was given up as unknown is told as refused', async () => {
    const { statuses } = world.stores;
    const before = await stored();
    const dead = { ...before, state: 'dead', dueAt: null, version: before.version + 1 } as const;
    await statuses.commit({ record: dead, events: [], audit: [], files: [] });
    assert.equal(await push(mls(status.submission.id, 'RE')), true);
    assert.deepEqual([(await stored()).state, await events()], ['refused', ['EI-PEPPOL-REFUSED']]);
  });

  it('leaves the care row of a later status open', async () => {
    await world.runToTheEnd(status.id);
    const record = (await world.stores.received.find(id))!;
    const row = { code: 'EI-STATUS-OVERDUE', whoActs: 'route', openedAt: world.clock.now() } as const;
    const change = { ...record, care: [row], version: record.version + 1 };
    await world.stores.received.commit({ record: change, events: [], files: [], audit: [] });
    assert.equal(await push(mls(status.submission.id, 'RE')), true);
    assert.deepEqual(withEnglish((await care())[0]), row);
  });

  for (const code of ['AB', 'AP'] as const)
    it(`is not: ${code} changes nothing`, async () => {
      await world.runToTheEnd(status.id);
      const before = [await stored(), await world.stores.received.find(id)];
      assert.equal(await push(mls(status.submission.id, code)), true);
      assert.deepEqual(
        withEnglish([await stored(), await world.stores.received.find(id)]),
        withEnglish(before),
      );
    });

  it('of another client or route is not touched', async () => {
    await world.runToTheEnd(status.id);
    for (const foreign of [{ client: 'other' }, { route: 'FR-PA' }] as const)
      assert.equal(await push(mls(status.submission.id, 'RE'), foreign), true);
    assert.deepEqual([(await stored()).state, await events()], ['taken', ['accepted']]);
  });

  it('is refused, too, if the access point tells so by mlsStatus before the status was taken', async () => {
    accessPoint.script({
      submit: takenBut(undefined),
      status: inState({ status: 'sent', mlsStatus: 'received_re' }),
    });
    assert.equal((await world.runToTheEnd(status.id)).state, 'refused');
    const [event] = await world.eventsAfterDelivery(id);
    assert.match(JSON.stringify(withEnglish(event?.errors)), /EI-PEPPOL-REFUSED.*did not reach the seller/);
    // The MLS itself tells nothing new.
    assert.equal(await push(mls(status.submission.id, 'RE')), true);
    assert.equal((await events()).length, 1);
  });
});

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? (member.bind(target) as unknown) : member;
}

survivesDeaths('a later refusal of an Invoice Response', 'is reported once', async (stores, mortal, at) => {
  const world = overPeppol(stores);
  const { id } = await world.receive({ route: 'PEPPOL' });
  const status = await world.tell.ofReceived(world.call(id, { status: 'accepted' }));
  await world.runToTheEnd(status.id);
  const message = mls(status.submission.id, 'RE');
  await world.answers(mortalStores(stores, mortal)).takePushed(SOURCE, [message]);
  assert.equal(await world.answers().takePushed(SOURCE, [message]), true, at);
  assert.equal((await stores.statuses.find(status.id))?.state, 'refused', at);
  assert.equal((await world.eventsAfterDelivery(id)).length, 2, at);
  assert.equal((await stores.received.find(id))?.care.length, 1, at);
  assert.equal((await stores.received.find(id))?.answerState, 'failed', at);
});
