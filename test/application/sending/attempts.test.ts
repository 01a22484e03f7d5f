import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { ListAttempts } from '../../../src/application/tracking/list-attempts.ts';
import type { WireCall } from '../../../src/domain/sending/network-calls.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { WatchRoutes } from '../../../src/application/operation/watch-routes.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, setUp, toDueTime, workerOn, type World } from './world.ts';

/** One call over the wire for each question. */
const recorderOf = ({ clock }: World, call: Partial<WireCall> = {}): Pick<WatchRoutes, 'collect'> => ({
  collect: async (_of, work) => {
    const at = clock.now();
    const value = await work([]);
    const made = { at, method: 'POST', path: '/send', tookMs: 5, outcome: 'answered', status: 200 } as const;
    return { value, calls: [{ ...made, ...call }] };
  },
});

async function runAll(world: World, recorder: Pick<WatchRoutes, 'collect'>): Promise<void> {
  while ((await found(world)).dueAt) {
    await toDueTime(world);
    await workerOn(world, { ...world, recorder }).run(world.id, 'PEPPOL');
  }
}

const attemptsOf = (world: World) =>
  new ListAttempts(world).run({ kind: 'operator', keyId: 'key_1' } as never, world.id);

describe('the attempts of an invoice', () => {
  it('are the questions to the route in order, with what each answer meant and what followed', async () => {
    const world = await setUp(new FakeRail({ prepares: true }));
    world.rail.next.send.push({ mapping: COMMON_STATUSES.outOfOrder, takes: false });
    await runAll(world, recorderOf(world));
    const attempts = await attemptsOf(world);
    assert.deepEqual(
      attempts.map(({ no, purpose, meaning, next }) => [no, purpose, meaning, next]),
      [
        [1, 'log_in', undefined, 'sends'],
        [2, 'send', 'unclear', 'looks_up'],
        [3, 'look_up', 'not-held', 'looks_up_again'],
        [4, 'log_in', undefined, 'sends'],
        [5, 'send', 'delivered', 'ends'],
      ],
    );
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(attempts[1]?.nextAt, attempts[2]?.calls[0]?.at);
    assert.equal(attempts.at(-1)?.nextAt, undefined);
  });

  it('hide the credential, and are not readable in the record', async () => {
    const world = await setUp();
    world.credential = {
      ...world.credential!,
      value: '{"base_url":"https://ap.example/in/hidden-path","token":"t0ken-of-acme"}',
    };
    world.rail.next.send.push({ mapping: WORDS.refused, takes: false });
    const answer = 'the key t0ken-of-acme may not send to Stadtwerke';
    await runAll(world, recorderOf(world, { path: '/in/hidden-path/send', answer }));
    const [attempt] = await attemptsOf(world);
    const [call] = attempt!.calls;
    assert.equal(call?.path, '/in/…/send');
    assert.equal(call?.answer, 'the key … may not send to Stadtwerke');
    assert.equal(attempt?.next, 'refuses');
  });

  it('show a call during which the process died, before the look-up that follows', async () => {
    const world = await setUp();
    const dying = { ...recorderOf(world), collect: () => new Promise<never>(() => undefined) };
    void workerOn(world, { ...world, recorder: dying }).run(world.id, 'PEPPOL');
    while (!(await found(world)).submission?.isCalling) await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(600_000);
    await runAll(world, recorderOf(world));
    const [lost, lookedUp] = await attemptsOf(world);
    assert.deepEqual(
      [lost?.purpose, lost?.calls[0]?.outcome, lost?.calls[0]?.method, lost?.next],
      ['send', 'lost', undefined, 'looks_up'],
    );
    assert.equal(lookedUp?.purpose, 'look_up');
  });

  it('are left out if they cannot be sealed: the delivery goes on', async () => {
    const world = await setUp();
    const content = Object.create(world.content) as World['content'];
    const sealText = world.content.sealText.bind(world.content);
    content.sealText = async (client, text) => {
      if (text.includes('"purpose"')) throw new Error('no key');
      return sealText(client, text);
    };
    await workerOn(world, { ...world, recorder: recorderOf(world), content }).run(world.id, 'PEPPOL');
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(withEnglish(await attemptsOf(world)), []);
  });
});
