import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { ListAttempts } from '../../../src/application/tracking/list-attempts.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import { isToFetch } from '../../../src/domain/lifecycle/invoice-record.ts';
import { openStores } from '../../support/open-stores.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';
import { Mortal } from '../sending/mortal.ts';
import { type SentStores, found, toDueTime } from '../sending/world.ts';
import { ROUTE, runToTheEnd, setUp, type World, workerOn } from './world.ts';

const refused = (
  stage: 'greeting' | 'recipient' | 'message' | 'log-in',
  status: number,
  reply = `${status} no`,
) => ({ outcome: 'refused', stage, status, reply }) as const;

const eventsOf = async ({ eventFeed, id }: World) =>
  (await eventFeed.events(id)).map(
    ({ text }) =>
      JSON.parse(text) as {
        readonly status: string;
        readonly event?: string;
        readonly route?: { readonly submission_id?: string };
        readonly errors?: readonly { readonly code: string }[];
      },
  );

const openCare = async (world: World) =>
  (await found(world)).care.filter(({ handledAt }) => !handledAt).map(({ code, whoActs }) => [code, whoActs]);

function aboutMails(storesOf: () => SentStores | undefined): void {
  it('is sent once, and the invoice stays ready', async () => {
    const world = await setUp(storesOf());
    const ended = await runToTheEnd(world);
    assert.deepEqual(withEnglish([ended.state, ended.dueAt, ended.errors]), ['ready', null, []]);
    assert.ok(ended.mailedAt);
    assert.equal(isToFetch(ended), false);
    const [mail, ...others] = world.server.arrived;
    assert.deepEqual(others, []);
    assert.equal(mail!.to, 'ap@buyer.example');
    assert.equal(mail!.subject, 'Invoice R-1 from Seller GmbH');
    assert.deepEqual(mail!.attachment!.name, 'R-1.xml');
    const [, event] = await eventsOf(world);
    assert.deepEqual([event?.status, event?.event], ['ready', 'document_mailed']);
    assert.equal(event?.route?.submission_id, mail!.messageId);
    assert.deepEqual(await openCare(world), []);
  });

  it('is the same mail again after a lost answer', async () => {
    const world = await setUp(storesOf());
    world.server.script.push('lost-behind');
    await runToTheEnd(world);
    const [first, second, ...others] = world.server.arrived;
    assert.deepEqual(others, []);
    assert.deepEqual(second, first);
    assert.match(first!.messageId!, /^<[\da-f]{32}@service\.example>$/);
    assert.equal((await eventsOf(world)).filter(({ event }) => event === 'document_mailed').length, 1);
  });

  it('is given up after six lost answers, and a person learns that it may have arrived', async () => {
    const world = await setUp(storesOf());
    world.server.script.push(...Array<'lost-behind'>(10).fill('lost-behind'));
    const ended = await runToTheEnd(world);
    assert.deepEqual([ended.state, ended.dueAt], ['ready', null]);
    assert.deepEqual(await openCare(world), [['EI-MAIL-UNKNOWN', 'us']]);
    assert.equal(new Set(world.server.arrived.map(({ messageId }) => messageId)).size, 1);
    assert.ok(world.server.arrived.length <= 6, `${world.server.arrived.length}`);
  });

  it('is not tried again after a permanent refusal', async () => {
    for (const [answer, code, owner] of [
      [refused('recipient', 550), 'EI-MAIL-ADDRESS', 'client'],
      [refused('message', 500), 'EI-MAIL-REFUSED', 'us'],
      [refused('message', 554), 'EI-MAIL-REFUSED', 'us'],
    ] as const) {
      const world = await setUp(storesOf());
      world.server.script.push(answer);
      const ended = await runToTheEnd(world);
      assert.deepEqual([ended.state, ended.dueAt], ['ready', null]);
      assert.deepEqual(await openCare(world), [[code, owner]]);
      assert.deepEqual(world.server.arrived, []);
      const [, event] = await eventsOf(world);
      assert.deepEqual(
        [event?.event, event?.errors?.map((one) => one.code)],
        ['document_not_mailed', [code]],
      );
    }
  });

  it('is tried again by the schedule after a transient refusal', async () => {
    const world = await setUp(storesOf());
    // RFC 5321 section 3.8: a server that takes no mail now says 554 in place of its greeting.
    world.server.script.push(refused('greeting', 554), refused('recipient', 451), {
      ...{ outcome: 'unreachable', reason: 'ECONNREFUSED' },
    });
    await runToTheEnd(world);
    assert.equal(world.server.arrived.length, 1);
    assert.deepEqual(await openCare(world), []);
  });

  it('has its care row once the schedule has ended', async () => {
    const world = await setUp(storesOf());
    world.server.script.push(...Array<ReturnType<typeof refused>>(9).fill(refused('recipient', 451)));
    const ended = await runToTheEnd(world);
    assert.equal(ended.failures, 6);
    assert.deepEqual(await openCare(world), [['EI-MAIL-UNAVAILABLE', 'us']]);
  });

  it('has its care row at once if the service has no mail server, and goes out once it has one', async () => {
    const world = await setUp(storesOf());
    await workerOn(world, undefined, false).run(world.id, ROUTE);
    assert.deepEqual(await openCare(world), [['EI-MAIL-SERVER', 'us']]);
    await runToTheEnd(world);
    assert.equal(world.server.arrived.length, 1);
    assert.deepEqual(await openCare(world), []);
  });

  it('has its care row at once if the mail server refuses the log-in', async () => {
    const world = await setUp(storesOf());
    world.server.script.push(refused('log-in', 535));
    await workerOn(world).run(world.id, ROUTE);
    assert.deepEqual(await openCare(world), [['EI-MAIL-SERVER', 'us']]);
    await runToTheEnd(world);
    assert.equal(world.server.arrived.length, 1);
  });

  it('does not leave once the lease of its worker may have ended', async () => {
    const world = await setUp(storesOf());
    const { server } = world;
    const slowServer = {
      domain: server.domain,
      send: (...call: Parameters<typeof server.send>) => {
        world.clock.advance(LEASE_MS + 1);
        return server.send(...call);
      },
    };
    await workerOn({ ...world, server: slowServer as typeof server })
      .run(world.id, ROUTE)
      .catch(() => undefined);
    assert.deepEqual(server.arrived, []);
    await runToTheEnd(world);
    assert.equal(server.arrived.length, 1);
  });

  it('shows its attempts', async () => {
    const world = await setUp(storesOf());
    world.server.script.push(refused('recipient', 451, '451 4.7.1 Later'), 'lost-behind');
    await runToTheEnd(world);
    const list = new ListAttempts(world);
    const shown = await list.run({ kind: 'operator', keyId: 'k' }, world.id);
    assert.deepEqual(
      shown.map(({ calls: [call], next, code }) => [call?.method, call?.path, call?.outcome, next, code]),
      [
        ['SMTP', 'RCPT TO', 'answered', 'tries_again', 'EI-MAIL-UNAVAILABLE'],
        ['SMTP', 'DATA', 'lost', 'looks_up', 'EI-MAIL-UNKNOWN'],
        ['SMTP', 'DATA', 'answered', 'ends', undefined],
      ],
    );
    assert.equal(shown[0]!.calls[0]!.answer, '451 4.7.1 Later');
  });

  it('attaches a hybrid as a PDF', async () => {
    const world = await setUp(storesOf(), new TextEncoder().encode('%PDF-1.7\n'));
    await runToTheEnd(world);
    const { name, mediaType } = world.server.arrived[0]!.attachment!;
    assert.deepEqual([name, mediaType], ['R-1.pdf', 'application/pdf']);
  });

  for (const when of ['before', 'after'] as const)
    it(`is one mail when its process dies ${when} any call`, async () => {
      let diesAt = 0;
      for (let calls = 0; calls >= diesAt;) {
        diesAt += 1;
        const world = await setUp(storesOf());
        const mortal = new Mortal(diesAt, when);
        while (mortal.calls < diesAt && (await found(world)).dueAt) {
          await toDueTime(world);
          await workerOn(world, mortal)
            .run(world.id, ROUTE)
            .catch(() => undefined);
        }
        calls = mortal.calls;
        world.clock.advance(LEASE_MS + 1);
        const ended = await runToTheEnd(world);
        const at = `killed ${when} call ${diesAt}`;
        assert.deepEqual([ended.state, ended.dueAt], ['ready', null], at);
        const copies = world.server.arrived;
        assert.ok(copies.length >= 1 && copies.length <= 2, at);
        // The only copies are those of a death behind the call; they are the same mail.
        for (const copy of copies) assert.deepEqual(copy, copies[0], at);
        const events = await eventsOf(world);
        assert.equal(events.filter(({ event }) => event === 'document_mailed').length, 1, at);
      }
      assert.ok(diesAt > 4);
    });
}

describe('the mail of a document that is ready', () => {
  describe('on SQLite', () => aboutMails(() => undefined));
  describeOnMongo('on MongoDB', (url) => {
    let stores: Awaited<ReturnType<typeof openStores>> | undefined;
    before(async () => {
      stores = await openStores(freshDatabase(url));
    });
    after(() => stores?.close());
    aboutMails(() => stores);
  });
});
