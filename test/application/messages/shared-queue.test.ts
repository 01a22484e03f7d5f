import assert from 'node:assert/strict';
import sinon from 'sinon';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { MessagePage, RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { anIntake } from '../../support/records.ts';
import { Mortal } from '../sending/mortal.ts';
import { BYTES, setUp, workerOn } from '../sending/world.ts';
import { pulling } from './messages.ts';

const DAY_MS = 86_400_000;
const TEN_MINUTES_MS = 600_000;
const LIVE: OpenedCredential = { client: 'any', id: 'crd_1', kind: 'access-point', value: '{}' };

type About = RouteMessage['about'];

/** An event of a queue: the end of a submission. */
const ending = (about: About, reference: string): RouteMessage => ({
  kind: 'mls',
  bytes: new TextEncoder().encode(JSON.stringify({ about })),
  about,
  named: { reference, legalId: reference },
  effect: { kind: 'answer', mapping: WORDS.delivered },
  raw: {},
});

/** Clients of one account, each with an invoice whose send got an answer, and the account's one queue. */
async function sharing(clients: readonly string[], sent: StatusMapping = WORDS.held) {
  const queue: { readonly id: string; readonly message: RouteMessage }[] = [];
  let added = 0;
  const rail = Object.assign(new FakeRail({ canBeAsked: false }), {
    fetchMessages: async (_: unknown, after: string | null): Promise<MessagePage> => {
      const taken = queue.findIndex(({ id }) => id === after);
      if (taken >= 0) queue.splice(taken, 1);
      const [head] = queue;
      if (!head) return { messages: [], isQueue: true, isLast: true, next: 'empty' };
      return { messages: [head.message], isQueue: true, next: head.id, isReadBy: ({ id }) => id === LIVE.id };
    },
  });
  rail.next.send.push(...clients.map(() => ({ mapping: sent })));
  const world = await setUp(rail, { client: clients[0]!, invoiceNumber: 'R-1' });
  const ids = new Map([[clients[0]!, world.id]]);
  for (const client of clients.slice(1)) {
    const { sha256 } = await world.content.seal(client, BYTES);
    const documents = [{ kind: 'ubl' as const, sha256, size: BYTES.length }];
    const due = { work: 'send' as const, dueAt: world.clock.now() };
    const intake = anIntake({ client, route: 'PEPPOL', documentSha256: sha256, documents, ...due });
    await world.invoices.takeIn(intake);
    ids.set(client, intake.record.id);
  }
  for (const id of ids.values()) await workerOn(world).run(id, 'PEPPOL');
  const invoiceOf = async (client: string) => (await world.invoices.find(ids.get(client)!))!;
  return {
    world,
    rail,
    queue,
    invoiceOf,
    endOf: async (client: string) => {
      const { submission } = await invoiceOf(client);
      return ending({ submissionId: submission?.id ?? '' }, `of ${client}`);
    },
    add: (...messages: readonly RouteMessage[]) =>
      queue.push(...messages.map((message) => ({ id: `event:${(added += 1)}`, message }))),
    states: async () => Promise.all(clients.map(async (client) => (await invoiceOf(client)).state)),
    pullOf: (answers: ReturnType<typeof pulling>, client: string) =>
      answers.runFor({ client, route: 'PEPPOL' }),
  };
}

const noOther = async (): Promise<readonly OpenedCredential[]> => [];

describe('the queue of an account that several clients share', () => {
  for (const sent of [WORDS.held, COMMON_STATUSES.answerLost])
    for (const first of ['acme', 'globex', 'initech'])
      it(`brings each event to its own client, if ${first} pulls first, after ${sent.networkStatus}`, async () => {
        const clients = ['acme', 'globex', 'initech'];
        const { world, rail, queue, add, endOf, states, pullOf, invoiceOf } = await sharing(clients, sent);
        for (const client of ['globex', 'acme', 'initech']) add(await endOf(client));
        const log = { warn: sinon.spy() };
        await pullOf(pulling(world, { rail, log }), first);
        assert.deepEqual(await states(), ['delivered', 'delivered', 'delivered']);
        assert.deepEqual(queue, []);
        for (const client of clients) {
          const { legalId, documents } = await invoiceOf(client);
          assert.equal(legalId, `of ${client}`);
          assert.equal(documents.filter(({ kind }) => kind === 'mls').length, 1);
        }
        assert.equal(log.warn.callCount, 0);
      });

  it('is left by two clients for each other at once', async () => {
    const { world, rail, queue, add, endOf, states } = await sharing(['acme', 'globex']);
    add(await endOf('acme'), await endOf('globex'));
    await pulling(world, { rail }).run();
    assert.deepEqual([await states(), queue], [['delivered', 'delivered'], []]);
  });

  for (const when of ['before', 'after'] as const)
    it(`loses nothing if the process dies ${when} any step`, async () => {
      let diesAt = 0;
      for (let calls = 0; calls >= diesAt;) {
        diesAt += 1;
        const { world, rail, queue, add, endOf, states, pullOf } = await sharing(['acme', 'globex']);
        add(await endOf('globex'), await endOf('acme'));
        const mortal = new Mortal(diesAt, when);
        const dying = { ...world, invoices: mortal.wrap(world.invoices), feeds: mortal.wrap(world.feeds) };
        await pullOf(pulling(world, { ...dying, rail: mortal.wrap(rail) }), 'acme').catch(() => undefined);
        calls = mortal.calls;
        await pulling(world, { rail }).run();
        await pullOf(pulling(world, { rail }), 'acme');
        const at = `killed ${when} call ${diesAt}`;
        assert.deepEqual([await states(), queue], [['delivered', 'delivered'], []], at);
      }
      assert.ok(diesAt > 10);
    });

  const ROWS: readonly {
    readonly it: string;
    readonly about: About;
    readonly live?: () => Promise<readonly OpenedCredential[]>;
    /** How long it is first in the queue. */
    readonly staysMs: number;
  }[] = [
    { it: 'of another system is removed at once', about: { submissionId: 'sub-of-another' }, staysMs: 0 },
    {
      it: 'without our name of it stays while an answer may not be stored yet',
      about: { legalId: 'not stored yet' },
      staysMs: TEN_MINUTES_MS,
    },
    {
      it: 'of a client that never takes it stays for a day',
      about: { submissionId: 'sub-2' },
      staysMs: DAY_MS,
    },
    {
      it: 'of a client without a credential that reads the queue is removed at once',
      about: { submissionId: 'sub-2' },
      live: noOther,
      staysMs: 0,
    },
  ];
  for (const { it: title, about, live, staysMs } of ROWS)
    it(`has no event that blocks it for ever: one ${title}`, async () => {
      const { world, rail, queue, add, endOf, invoiceOf, pullOf } = await sharing(['acme', 'globex']);
      add(ending(about, 'theirs'), await endOf('acme'));
      // The other client's feed reads another account.
      const { feeds } = world;
      const list: typeof feeds.list = async (...asked) =>
        (await feeds.list(...asked)).filter(({ client }) => client === 'acme');
      const own = Object.assign(Object.create(feeds) as typeof feeds, { list });
      const answers = pulling(world, { rail, feeds: own, ...(live && { live }) });
      if (staysMs > 0) {
        await pullOf(answers, 'acme');
        world.clock.advance(staysMs - 1);
        await pullOf(answers, 'acme');
        assert.deepEqual([queue.length, (await invoiceOf('acme')).state], [2, 'submitted']);
        world.clock.advance(1);
      }
      await pullOf(answers, 'acme');
      assert.deepEqual([queue.length, (await invoiceOf('acme')).state], [0, 'delivered']);
      const { state, documents } = await invoiceOf('globex');
      assert.deepEqual([state, documents.length], ['submitted', 1]);
    });

  describe('whose first event has only the name of the route', () => {
    /** The invoice of a client whose call has no answer yet, and then has one. */
    async function calling(client: string, calledMs = -1000) {
      const shared = await sharing(['acme', 'globex']);
      const { world, add, invoiceOf } = shared;
      const change = async (own: Partial<InvoiceRecord>) => {
        const record = { ...(await invoiceOf(client)), ...own };
        const next = { ...record, version: record.version + 1 };
        assert.equal(
          await world.invoices.commit({ record: next, events: [], files: [], audit: [] }),
          'committed',
        );
      };
      const { submission } = await invoiceOf(client);
      const calledAt = new Date(world.clock.now().getTime() + calledMs);
      const call = (isCalling: boolean, outcomeUnknown = false) => ({
        submission: { ...submission!, calledAt, isCalling, outcomeUnknown },
      });
      await change({ state: 'submitting', ...call(true) });
      add(ending({ legalId: 'theirs' }, 'theirs'));
      return {
        ...shared,
        /** The answer of the call is stored. */
        answer: () => change({ state: 'submitted', legalId: 'theirs', ...call(false) }),
        /** Another worker takes over: the process that calls can no longer store the answer. */
        takeOver: () => change(call(false, true)),
      };
    }

    for (const client of ['acme', 'globex'])
      it(`brings it to ${client}, whose call has stood still for an hour`, async () => {
        const { world, rail, queue, invoiceOf, pullOf, answer } = await calling(client);
        const answers = pulling(world, { rail });
        await pullOf(answers, 'acme');
        world.clock.advance(3_600_000);
        await pullOf(answers, 'acme');
        assert.equal(queue.length, 1);
        await answer();
        await pullOf(answers, 'acme');
        assert.deepEqual([queue.length, (await invoiceOf(client)).state], [0, 'delivered']);
      });

    for (const client of ['acme', 'globex'])
      it(`brings it to ${client}, whose call has ended while the reader stood still`, async () => {
        const { world, rail, queue, invoiceOf, pullOf, answer } = await calling(client);
        const answers = pulling(world, { rail });
        await pullOf(answers, 'acme');
        world.clock.advance(TEN_MINUTES_MS);
        await answer();
        await pullOf(answers, 'acme');
        assert.deepEqual([queue.length, (await invoiceOf(client)).state], [0, 'delivered']);
      });

    const REMOVED: readonly {
      readonly it: string;
      readonly calledMs?: number;
      readonly isTakenOver?: true;
      readonly live?: (client: string) => Promise<readonly OpenedCredential[]>;
      readonly staysMs: number;
    }[] = [
      { it: 'a call that never ends, after a day', staysMs: DAY_MS },
      { it: 'a call that began after it', calledMs: 60_000, staysMs: TEN_MINUTES_MS },
      { it: 'a call that another worker has taken over', isTakenOver: true, staysMs: TEN_MINUTES_MS },
      {
        it: 'the call of a client that does not read the queue',
        live: async (client) => (client === 'globex' ? [] : [LIVE]),
        staysMs: TEN_MINUTES_MS,
      },
    ];
    for (const { it: title, calledMs, isTakenOver, live, staysMs } of REMOVED)
      it(`is not blocked for ever by ${title}`, async () => {
        const { world, rail, queue, pullOf, takeOver } = await calling('globex', calledMs);
        const answers = pulling(world, { rail, ...(live && { live }) });
        await pullOf(answers, 'acme');
        if (isTakenOver) await takeOver();
        world.clock.advance(staysMs - 1);
        await pullOf(answers, 'acme');
        assert.equal(queue.length, 1);
        world.clock.advance(1);
        await pullOf(answers, 'acme');
        assert.equal(queue.length, 0);
      });
  });

  it("that names an invoice by the route's name brings it to its client", async () => {
    const { world, rail, queue, add, invoiceOf, states, pullOf } = await sharing(['acme', 'globex']);
    const record = await invoiceOf('globex');
    const named = { ...record, legalId: 'theirs', version: record.version + 1 };
    await world.invoices.commit({ record: named, events: [], files: [], audit: [] });
    add(ending({ legalId: 'theirs' }, 'theirs'));
    const answers = pulling(world, { rail });
    await pullOf(answers, 'acme');
    assert.deepEqual(await states(), ['submitted', 'submitted']);
    await answers.run();
    assert.deepEqual([await states(), queue], [['submitted', 'delivered'], []]);
  });
});
