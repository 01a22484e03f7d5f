import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../../src/domain/lifecycle/states.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import { OVERDUE_MS } from '../../../src/domain/sending/retry.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { MessagePage, RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { WORDS } from '../../fakes/rail.ts';
import { found, runToTheEnd, statuses, toDueTime, type World, workerOn } from '../sending/world.ts';
import { survivesDeaths } from '../statuses/deaths.ts';
import { addInvoice, cursor, delivered, pulling, status } from './messages.ts';

const answer = (mapping: StatusMapping): RouteMessage => ({
  kind: 'fr-lifecycle',
  settlesAs: 'fr-lifecycle',
  bytes: new TextEncoder().encode(`<${mapping.networkStatus}/>`),
  about: { invoiceNumber: 'R-1' },
  effect: { kind: 'answer', mapping },
  raw: {},
});
const buyersWord = status('accepted', { proves: WORDS.delivered });

interface Row {
  readonly messages: readonly RouteMessage[];
  /** The states of the other invoice of the number: when the messages come, and at its end. */
  readonly other: readonly [InvoiceState, InvoiceState];
  /** The own answer of the route to the send. */
  readonly own?: StatusMapping;
  readonly endsByMessages?: true;
  /** Of the invoice, when the messages come and after the end of the other one. */
  readonly states: readonly [InvoiceState, InvoiceState];
  readonly buyerStatus?: string;
}
const byMessages = { endsByMessages: true, states: ['submitted', 'delivered'] } as const;
const ends = [answer(WORDS.acceptedSoFar), answer(WORDS.delivered)];

/** An answer that fits several invoices as long as none of them has its own answer. */
const ROWS: Readonly<Record<string, Row>> = {
  'both are submitted, and one is refused': { ...byMessages, messages: ends, other: ['submitted', 'rejected'] },
  'one is under way, and is refused': { ...byMessages, messages: ends, other: ['submitting', 'rejected'] },
  'one is to be sent again, and is cancelled': { ...byMessages, messages: ends, other: ['queued', 'cancelled'] },
  'one is to be sent again, and is given up': { ...byMessages, messages: ends, other: ['queued', 'dead_letter'] },
  'the answer is a refusal': {
    ...{ messages: [answer(WORDS.refused)], other: ['submitted', 'rejected'] },
    ...{ endsByMessages: true, states: ['submitted', 'rejected'] },
  },
  'the answer is a refusal, and one is delivered': {
    ...{ messages: [answer(WORDS.refused)], own: WORDS.delivered, other: ['submitted', 'cancelled'] },
    states: ['delivered', 'rejected'],
  },
  'the buyer answers before the access point does': {
    ...{ messages: [buyersWord], other: ['submitted', 'rejected'] },
    ...{ states: ['submitted', 'delivered'], buyerStatus: 'accepted' },
  },
}; // prettier-ignore

/** The same invoice in another state, as a worker leaves it. */
async function changeTo(world: World, id: string, own: Partial<InvoiceRecord>): Promise<void> {
  const record = (await world.invoices.find(id))!;
  const step = {
    record: { ...record, ...own, version: record.version + 1 },
    events: [],
    files: [],
    audit: [],
  };
  assert.equal(await world.invoices.commit(step), 'committed');
}

const shown = async (world: World) => {
  const { state, buyerStatus, care } = await found(world);
  return { state, buyerStatus, care: care.map(({ code }) => code) };
};

describe('an answer that fits two invoices until one of them ends', () => {
  for (const [what, { messages, other, own = WORDS.held, endsByMessages, states, buyerStatus = null }] of Object.entries(ROWS))
    it(`waits for that end: ${what}`, async () => {
      const { world, pages, pull } = await delivered({}, [{ mapping: own }], { ...(endsByMessages && { endsByMessages }) });
      const otherId = await addInvoice(world, { state: other[0] });
      pages.push({ messages, next: '1' });
      await pull.run();
      assert.deepEqual(await shown(world), { state: states[0], buyerStatus: null, care: [] });
      assert.deepEqual([(await world.invoices.find(otherId))!.state, await cursor(world)], [other[0], null]);
      await changeTo(world, otherId, { state: other[1] });
      // A process that died meanwhile reads the same messages again.
      pages.push({ messages, next: '1' });
      await pulling(world, { rail: world.rail }).run();
      assert.deepEqual(await shown(world), { state: states[1], buyerStatus, care: states[1] === 'rejected' ? ['KSEF-440'] : [] });
      assert.deepEqual([(await world.invoices.find(otherId))!.state, await cursor(world)], [other[1], '1']);
      // The process that waited finds it applied.
      await pull.run();
      assert.equal((await found(world)).state, states[1]);
    }); // prettier-ignore

  it('is kept with a care row after a day: no own answer of either may come', async () => {
    const { world, pages, pull } = await delivered({}, [{ mapping: WORDS.held }], { endsByMessages: true });
    await addInvoice(world, {});
    pages.push({ messages: ends, next: '1' });
    await pull.run();
    world.clock.advance(OVERDUE_MS);
    await pull.run();
    const all = [await found(world), (await world.invoices.find('inv_other'))!];
    const rows = all.flatMap(({ care }) => care.map(({ code }) => code));
    assert.deepEqual([rows, await cursor(world)], [['EI-ANSWER-UNMATCHED'], '1']);
  });

  it('waits for no other if it may repeat the refusal of one: it is kept with a care row', async () => {
    const { world, pages, pull } = await delivered();
    const { errors } = await found((await delivered({}, [{ mapping: WORDS.refused }])).world);
    await addInvoice(world, { state: 'rejected', errors });
    pages.push({ messages: [answer(WORDS.refused)], next: '1' });
    await pull.run();
    assert.deepEqual([(await found(world)).state, await cursor(world)], ['delivered', '1']);
  });

  it('stays with its invoice if it is read again after another of the number was delivered', async () => {
    const { world, pages, pull } = await delivered({}, [{ mapping: WORDS.held }], { endsByMessages: true });
    pages.push({ messages: [answer(WORDS.refused)], next: '1' });
    await pull.run();
    const otherId = await addInvoice(world, { state: 'delivered', documents: [], errors: [], care: [] });
    pages.push({ messages: [answer(WORDS.refused)], next: '2' });
    await pull.run();
    const states = [(await found(world)).state, (await world.invoices.find(otherId))!.state];
    assert.deepEqual([states, await cursor(world)], [['rejected', 'delivered'], '2']);
  });
});

describe('an answer under a name that the route has given to an invoice', () => {
  const named = (setAt?: Date): RouteMessage =>
    status('accepted', { about: { legalId: 'theirs' }, ...(setAt && { setAt }) });
  const lost = () => delivered({}, [{ mapping: COMMON_STATUSES.answerLost }]);

  for (const [what, setAt] of [
    ['was set before each call', (world: World) => new Date(world.clock.now().getTime() - 1)],
    ['does not say when it was set', () => undefined],
    ['is a day old', (world: World) => new Date(world.clock.now().getTime() - OVERDUE_MS)],
  ] as const)
    it(`is about nothing that was sent if it ${what}`, async () => {
      const { world, pages, pull } = await lost();
      pages.push({ messages: [named(setAt(world))], next: '1' });
      await pull.run();
      assert.equal(await cursor(world), '1');
    });
});

/** The network gives a document its own identity as a number. */
const THEIRS = { legalId: 'sub-1' };

/** A buyer's answer under the number of the network, and the page that it comes on. */
const EARLY: Readonly<Record<string, (world: World) => MessagePage>> = {
  'in a list, as at ANAF': ({ clock }) => ({
    messages: [status('accepted', { about: THEIRS, setAt: clock.now() })],
    next: '1',
  }),
  'in a queue, as at Storecove': () => {
    const named = { reference: THEIRS.legalId, ...THEIRS };
    const message = status('accepted', { about: THEIRS, named, proves: WORDS.delivered });
    return { messages: [message], isQueue: true, isReadBy: () => true, next: '1' };
  },
};

let clients = 0;
for (const [where, pageAt] of Object.entries(EARLY))
  survivesDeaths(
    `an answer under a number whose own answer was lost, ${where}`,
    'waits for the number, and is applied once',
    async (stores, mortal, at) => {
      clients += 1;
      const client = `client-${clients}`;
      const { world } = await delivered({ client }, [{ mapping: COMMON_STATUSES.answerLost }], { stores });
      const page = pageAt(world);
      const rail = Object.assign(world.rail, {
        fetchMessages: async (_: unknown, after: string | null) => (after === null ? page : undefined),
      });
      const feed = { client, route: 'PEPPOL' } as const;
      const seen = async () => {
        const { state, buyerStatus, documents } = await found(world);
        const [{ cursor: position } = { cursor: null }] = await stores.feeds.list(`PEPPOL ${client} `, 1);
        const answers = documents.filter(({ kind }) => kind === 'invoice-response-AP').length;
        return [state, buyerStatus, answers, position];
      };
      const ports = { invoices: mortal.wrap(world.invoices), rail: mortal.wrap(rail), jobs: world.jobs };
      const mortals = { invoices: ports.invoices, rail: ports.rail, feeds: mortal.wrap(world.feeds) };
      const answers = pulling(world, mortals);
      await answers.runFor(feed).catch(() => undefined);
      assert.deepEqual(await seen(), ['submitting', null, 0, null], at);
      await toDueTime(world);
      await workerOn(world, ports)
        .run(world.id, 'PEPPOL')
        .catch(() => undefined);
      await answers.runFor(feed).catch(() => undefined);
      if (!mortal.isDead) assert.deepEqual(await seen(), ['delivered', 'accepted', 1, '1'], at);
      // Another process goes on: it fetches once before the inquiry and twice after it.
      world.clock.advance(LEASE_MS + 1);
      const others = pulling(world, { rail });
      await others.runFor(feed);
      await runToTheEnd(world);
      for (let fetches = 0; fetches < 2; fetches += 1) await others.runFor(feed);
      assert.deepEqual(await seen(), ['delivered', 'accepted', 1, '1'], at);
      assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered', 'delivered'], at);
      assert.deepEqual([...rail.held], [['sub-1', 1]], at);
    },
  );
